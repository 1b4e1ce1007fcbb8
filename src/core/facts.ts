import type { ExtensionFacts } from './ports/page-extensions.js';
import type { PageToolFacts } from './ports/page-tools.js';
import type { ElementTarget, UrlTarget } from './target.js';

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
  /** The name of the button that Enter in a field presses: the form's first submit control. */
  readonly submitName?: string;
  /** An amount of money that the form shows or would send, as it is written. */
  readonly amount?: string;
  /** The query of the action, where it is sent, without the values of tokens; and how many characters are not in it. */
  readonly query?: string;
  readonly queryMore?: number;
  readonly encoding?: string;
  readonly target?: string;
  /** Over address, method, encoding and target, whole. */
  readonly routeDigest?: string;
  /** What would be sent, by the names of the fields; sensitive ones without their value. */
  readonly fields?: readonly FieldFacts[];
  /** How many fields are not in `fields`. */
  readonly moreFields?: number;
  /** Over all fields and their whole values: hidden ones that are named as a token apart from the others. */
  readonly contentDigest?: string;
  readonly tokenDigest?: string;
}

export interface FieldFacts {
  readonly name: string;
  /** What may be shown of the value, and how many characters are not in it. */
  readonly value: string;
  readonly more?: number;
  /** Only a script of the page knows what is sent. */
  readonly isUnreadable?: boolean;
  /** Over the whole value, where `value` is not all of it. */
  readonly digest?: string;
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
  /** What a person sees on it, where that is not its accessible name. */
  readonly shown?: string;
  /** What a nameless picture on it may be, by its class or file. */
  readonly hint?: string;
  /**
   * What a person reads before pressing a button that only says yes: the words of the dialog or form around it, and the
   * total that is shown there.
   */
  readonly around?: { readonly says?: string; readonly amount?: string };
  /** The words of the item that Enter would take, in a list that moves a mark instead of the focus. */
  readonly marked?: string;
  /** The `autocomplete` of a field. */
  readonly autocomplete?: string;
  /** The field belongs to an editor of program text. */
  readonly editor?: 'code';
  /** A link that is kept as a file instead of being opened. */
  readonly download?: boolean;
  /** A field whose change may send its form: script listens for it. */
  readonly mayChangeSend?: boolean;
  /** The labels of the options that the call would choose, as the list has them. */
  readonly options?: readonly string[];
  /**
   * Further controls that a click on it, or a key at it, sets in motion: a button, link or label around it, whatever ARIA
   * role it has itself. Each is judged as if it were clicked.
   */
  readonly also?: readonly ElementFacts[];
  /** The other radio buttons of its group, without the form, which is its own: an arrow key clicks one of them. */
  readonly radios?: readonly ElementFacts[];
  /** A digest over everything above that must still hold when the action happens. */
  readonly fingerprint: string;
}

/** Everything seen for one call, before anything is touched. */
export interface CallFacts {
  /** Absent while the session has no page yet. */
  readonly page?: PageFacts;
  readonly elements: ReadonlyMap<ElementTarget, ElementFacts>;
  readonly urls: ReadonlyMap<UrlTarget, UrlFacts>;
  /** The URL of `page`, parsed by us. */
  readonly pageUrl?: UrlFacts;
  /** Origins that a person opened for this session. */
  readonly granted: readonly string[];
  /** Loopback ports that a person was asked about and did not open: nobody is asked again. */
  readonly declinedPorts?: readonly number[];
  /** The identity that the session is signed in with on this page. */
  readonly identity?: string;
  /** The extension that would be installed. */
  readonly extension?: ExtensionFacts | undefined;
  /** The tool of the page that would be run. */
  readonly pageTool?: PageToolFacts | undefined;
  /** The browser is the operator's own, with everything that they are signed in to. */
  readonly isAttached?: boolean;
}

export const NO_FACTS: CallFacts = { elements: new Map(), urls: new Map(), granted: [] };

export type AddressClass =
  | 'public'
  /** One of our own listeners: never reachable, whatever the operator opens. */
  | 'own'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'metadata'
  | 'shared'
  | 'multicast'
  | 'reserved';

export interface AddressFacts {
  readonly address: string;
  readonly class: AddressClass;
  /**
   * The operator's `unsafeAllowPrivate` opens it for the host and port that are asked for, be it an address that the URL
   * itself says or a name that is listed; or a person opened this port of the machine for the session. Never true of an
   * own listener.
   */
  readonly isOpened?: boolean;
}

/** A URL as our own parser reads it. `doubtful` is denied: what two parsers could read differently is an attack. */
export type UrlFacts =
  | { readonly kind: 'doubtful'; readonly why: string }
  | { readonly kind: 'blank' }
  | { readonly kind: 'other-scheme'; readonly scheme: string }
  | {
      readonly kind: 'web';
      /** Normalised, without fragment. */
      readonly url: string;
      readonly origin: string;
      readonly scheme: 'http' | 'https';
      /** Lower case, punycode, no trailing dot, no brackets. */
      readonly host: string;
      readonly port: number;
      /** Set when the host is an address in any spelling. */
      readonly literal?: AddressFacts;
      /** `localhost`, single labels and special-use names never go to a public resolver. */
      readonly name: 'address' | 'public' | 'special';
      /** The operator's `unsafeAllowPrivate` opens this host (or address) and port, or a person did for the session. */
      readonly isOpened: boolean;
      /** The host is this machine by its own names (`localhost` and below, 127.0.0.0/8, `::1`), and none of our listeners. */
      readonly isLoopback?: boolean;
    };
