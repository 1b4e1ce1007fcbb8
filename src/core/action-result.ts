import type { ErrorCode } from './errors.js';
import type { PageText } from './output.js';

/** What an action or a navigation did, as far as it could be seen. Fields that say nothing are absent. */
export interface ActionResult {
  readonly ok: boolean;
  readonly action: string;
  /** What it was to do and did not, in words for the agent; the rest was done. */
  readonly unmet?: string;
  readonly navigation?: {
    readonly changed: boolean;
    readonly from: PageText;
    readonly to: PageText;
    /** `fragment`: the same page, and only what follows the # is another. */
    readonly kind: 'load' | 'same-document' | 'fragment' | 'history' | 'reload';
    /** HTTP status of the new document. */
    readonly status?: number;
  };
  /** The operator's name for who the browser is now at this site, when this call signed it in. */
  readonly signedInAs?: string;
  /** The session goes on with what an earlier one of its name left in its profile; told once. */
  readonly restoredProfile?: boolean;
  /** The page asks for a password that the operator's vault has: who to be, and the secret's name. */
  readonly signInHint?: string;
  /** Of the picture that was kept, or why there is none. */
  readonly screenshotId?: string;
  readonly screenshotFailure?: ErrorCode;
  readonly structure?: {
    readonly appeared?: readonly PageText[];
    /** Was there before, with another text, value or state. */
    readonly changed?: readonly PageText[];
    readonly removed?: readonly PageText[];
    /** In document order: which of the first two lists the next line is in. */
    readonly order?: readonly ('appeared' | 'changed')[];
    /** Nothing of this page was shown yet: what did not change is not known either. Said once. */
    readonly unshown?: true;
    /** How many of each are not listed. */
    readonly more?: { readonly appeared: number; readonly changed: number; readonly removed: number };
    readonly tabs?: readonly TabFacts[];
  };
  readonly element?: {
    readonly ref: string;
    readonly attached: boolean;
    readonly focused?: boolean;
    readonly checked?: boolean;
    readonly value?: PageText;
    /** False: the field shows something else than what was typed. Absent: it cannot be told, or nothing was typed. */
    readonly tookText?: boolean;
    /** Keys went to the focused element, which the agent did not name: the text does not name it either. */
    readonly isAtFocus?: true;
    /** Role, name and ref of what a key gave the focus to. */
    readonly focusedOn?: PageText;
  };
  readonly console?: { readonly errors: number; readonly warnings: number };
  readonly network?: {
    readonly total: number;
    readonly failed: number;
    readonly mutations: number;
    readonly egressOffAllowlist: number;
    readonly blocked?: readonly PageText[];
  };
  readonly dialogs?: readonly DialogFacts[];
  readonly permissionRequests?: readonly string[];
  /** The outcome of each, for the text. */
  readonly permissionAnswers?: readonly string[];
  readonly downloads?: readonly PageText[];
  /** Snapshot lines after the action: a delta, or for navigations a snapshot. */
  readonly snapshotDelta?: PageText;
  /** The same by origin, where frames of others are part of it. */
  readonly snapshotPieces?: readonly PageText[];
  /** `unknown`: it may or may not have happened; it is never repeated by us. */
  readonly outcome?: 'unknown';
  readonly failure?: {
    readonly source: 'app' | 'gateway' | 'unknown';
    readonly code: ErrorCode;
    readonly hint?: string;
  };
}

export interface TabFacts {
  readonly tab: string;
  readonly url: PageText;
  readonly title: PageText;
  readonly current: boolean;
  /** A tab that a page opened by itself. */
  readonly popup?: boolean;
}

export interface DialogFacts {
  readonly kind: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  readonly message: PageText;
  readonly answer: 'accepted' | 'dismissed';
}

/** What appeared and what changed, each line where it is in the page. */
export function inOrder<T>(
  order: readonly ('appeared' | 'changed')[],
  appeared: readonly T[],
  changed: readonly T[],
): readonly T[] {
  const lists = { appeared: [...appeared], changed: [...changed] };
  const merged = order.flatMap((kind) => lists[kind].splice(0, 1));
  return [...merged, ...lists.appeared, ...lists.changed];
}
