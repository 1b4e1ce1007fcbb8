import type { ElementTarget } from './target.js';

export type Sensitive = 'password' | 'one-time-code' | 'card';

/** What the top page of a tab is, seen from outside of it. */
export interface PageFacts {
  readonly tab: string;
  readonly url: string;
  readonly origin: string;
  /** Changes with every new document; a Permit is bound to it. */
  readonly document: string;
}

export interface FormFacts {
  readonly method: 'get' | 'post' | 'dialog';
  /** Origin and path of the form's action. */
  readonly action: string;
  readonly hasPassword: boolean;
}

/** What an element really is, whatever the agent calls it. All strings but `fingerprint` come from the page. */
export interface ElementFacts {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  readonly tag: string;
  readonly type?: string;
  readonly href?: string;
  readonly frameOrigin: string;
  readonly document: string;
  readonly editable: boolean;
  readonly disabled: boolean;
  readonly sensitive?: Sensitive;
  readonly form?: FormFacts;
  /** A digest over everything above that must still hold when the action happens. */
  readonly fingerprint: string;
}

/** Everything seen for one call, before anything is touched. */
export interface Sight {
  /** Absent while the session has no page yet. */
  readonly page?: PageFacts;
  readonly elements: ReadonlyMap<ElementTarget, ElementFacts>;
}

export const NOTHING_SEEN: Sight = { elements: new Map() };
