import type { DialogFacts, TabFacts } from '../action-result.js';
import type { PageText } from '../output.js';

/** What a session shows now, for a person who looks on or drives. Secrets are painted over. */
export interface SessionView {
  /** One of them is the current one, unless there is none at all. */
  readonly tabs: readonly TabFacts[];
  /** Its size is in CSS pixels of the page, whatever the picture's own is. */
  readonly picture?: {
    readonly image: Uint8Array;
    readonly mimeType: string;
    readonly origin: string;
    readonly width: number;
    readonly height: number;
  };
  /** Why there is no picture. */
  readonly unseen?: 'secret' | 'busy' | 'crashed' | 'dialog' | 'nothing';
  /** What the page asks the person who drives. */
  readonly dialog?: Pick<DialogFacts, 'kind' | 'message'> & { readonly suggested?: PageText };
}

/** What a person does with pointer and keys; places are CSS pixels of the page's viewport. */
export type PersonInput =
  | { readonly kind: 'move'; readonly x: number; readonly y: number }
  | {
      readonly kind: 'press' | 'release';
      readonly x: number;
      readonly y: number;
      readonly button: 'left' | 'right' | 'middle';
      readonly clicks: number;
    }
  | { readonly kind: 'wheel'; readonly x: number; readonly y: number; readonly dx: number; readonly dy: number }
  | { readonly kind: 'text'; readonly text: string }
  /** A named key, or a letter with modifiers: `Enter`, `Control+a`. */
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'dialog'; readonly accept: boolean; readonly text?: string }
  | { readonly kind: 'tab'; readonly tab: string }
  | { readonly kind: 'go'; readonly to: 'back' | 'forward' | 'reload' };

export interface TakeoverEnd {
  readonly why: string;
  readonly seconds: number;
  /** How many; never what. */
  readonly inputs: number;
}

/** A person drives in place of the agent, which is refused meanwhile and learns nothing of what happens. */
export interface Takeover {
  /** In order; resolves when the page has taken them, or will not in time. Nothing happens after the end. */
  input(inputs: readonly PersonInput[]): Promise<void>;
  giveBack(why: string): void;
  readonly ended: Promise<TakeoverEnd>;
}

/** What the agent is told once, with its next result. */
export interface EndedTakeover {
  readonly seconds: number;
  readonly origin: string;
}
