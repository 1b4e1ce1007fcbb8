import type { Scope, SessionName } from '../call.js';
import type { ElementFacts, PageFacts } from '../facts.js';
import type { Permit } from '../seals/permit.js';
import type { SessionMatch } from '../session-key.js';
import type { ElementTarget, Target } from '../target.js';
import type { Identity } from './identities.js';
import type { ExtensionFacts } from './page-extensions.js';
import type { Page } from './page-port.js';
import type { PageToolFacts } from './page-tools.js';
import type { EndedTakeover, SessionView, Takeover } from './takeover.js';

export interface SessionFacts extends SessionName {
  readonly startedAt: number;
  readonly lastCallAt: number;
  readonly actions: number;
  /** How many it has in all; absent: no limit. */
  readonly maxActions?: number;
  /** The tool of the last call that used its page. */
  readonly lastTool?: string;
  /** The person who drives it now, in place of the agent. */
  readonly driver?: { readonly by: string; readonly since: number };
  /** A person holds it where it is; the agent has to wait. */
  readonly paused?: { readonly by: string; readonly since: number };
  /** Its client has no connection open any more. */
  readonly isAbandoned?: boolean;
  readonly url: string;
  readonly tabs: number;
  /** Whom its browser is signed in as. */
  readonly identities?: readonly SignedInAs[];
}

/** An identity in use, by its name: never a value of it. */
export interface SignedInAs {
  readonly name: string;
  readonly origins: readonly string[];
  readonly since: number;
  readonly lastUsedAt: number;
}

/** The cookies and storage by which one origin recognises a signed-in person. */
export interface CapturedState {
  readonly cookies: readonly {
    readonly name: string;
    readonly value: string;
    readonly path: string;
    readonly expires: number;
    readonly httpOnly: boolean;
    readonly sameSite: 'Strict' | 'Lax' | 'None';
  }[];
  readonly localStorage: Readonly<Record<string, string>>;
  readonly sessionStorage: Readonly<Record<string, string>>;
}

export interface Frame {
  readonly image: Uint8Array;
  readonly mimeType: string;
  /** Where the tab is. */
  readonly origin: string;
}

export interface TargetFacts {
  /** The extension that a target names. */
  readonly extension?: ExtensionFacts;
  /** The tool of the page that a target names. */
  readonly pageTool?: PageToolFacts;
  readonly page?: PageFacts;
  readonly elements: ReadonlyMap<ElementTarget, ElementFacts>;
  /** The browser is the operator's own. */
  readonly isAttached?: boolean;
}

export interface Lease {
  readonly page: Page;
  /**
   * Puts what the identity holds where its own origins will find it, and nowhere else; throws `vault.not-injected`.
   * Before, nothing of the `closed` origins is left in the browser: they could read what is set for their host.
   */
  inject(identity: Identity, closed: readonly string[]): Promise<void>;
  /** The call is over; the next one in the session's queue may begin, unless the call was abandoned. */
  done(): void;
  /**
   * The call ran out of time or was cancelled: bring the page back under control, whatever it takes. The next call
   * waits for that; the answer to this one need not.
   */
  abandon(): Promise<void>;
}

/** Runs a wait with the call's own clock paused; its hard end is not paused. */
export type PauseClock = <T>(wait: () => Promise<T>) => Promise<T>;

/** Tells the client of a call what its call waits for, while it waits. */
export type ReportWaiting = (message: string) => void;

export interface Sessions {
  /** Starts what the configuration wants started before a call needs it. Safe to call twice. */
  startAhead?(): void;
  /** Read-only facts. Starts nothing, touches nothing, needs no Permit. */
  readFacts(scope: Scope, targets: readonly Target[], signal: AbortSignal): Promise<TargetFacts>;
  /**
   * One call at a time per session, in order; opens the session if it is not there yet. While others are opened before
   * it, the call waits with `pauseClock`; while a Grid keeps the request in its queue, `tell` says so.
   */
  lease(permit: Permit, signal: AbortSignal, pauseClock?: PauseClock, reportWaiting?: ReportWaiting): Promise<Lease>;
  /**
   * An element whose facts were read, as a small PNG, with what is around it and secrets painted over. Undefined
   * where none can be made. Read-only, like `readFacts`.
   */
  picture?(scope: Scope, target: ElementTarget): Promise<Uint8Array | undefined>;
  /** What the session's current tab shows now, small, with secrets painted over. Undefined while that cannot be done. */
  frame?(scope: Scope): Promise<Frame | undefined>;
  /** The same for a person, also for one who drives; at most so many pixels on its longer side. Undefined: no session. */
  watch?(scope: Scope, longest: number): Promise<SessionView | undefined>;
  /**
   * A person drives until they give back, do nothing for `idleMs`, or the session ends; every `readFacts` and `lease` is
   * refused with `session.taken-over` meanwhile. Waits for the call that is running, not for those behind it.
   */
  takeOver?(permit: Permit, person: { readonly by: string; readonly idleMs: number }): Promise<Takeover>;
  /** What a person did since the agent last called; told once. */
  takeEndedTakeover?(scope: Scope): EndedTakeover | undefined;
  /**
   * Is the session somebody at a site, or does its tab hold or show a secret now? What is kept must not be taken then.
   * True where nobody can tell; undefined: it has no tab.
   */
  isSecretLive?(scope: Scope): Promise<boolean | undefined>;
  list(): readonly SessionFacts[];
  end(match: SessionMatch, why: string): Promise<number>;
  /** What a site knows the session by. For the operator's vault alone: nothing of it is for an agent. */
  readState?(scope: Scope, origin: string): Promise<CapturedState>;
  /** Is the session there, and may the agent use it? */
  stateOf?(scope: Scope): 'none' | 'open' | 'paused';
  /** This process alone knows a secret of this principal's: what masks it does not outlive us. */
  secretKept?(principal: string | undefined): void;
  /** Drops the message of how the last session ended: the callers of the new one did not use it. */
  dropEnding?(scope: Scope): void;
  /** What the agent is to know of the session's limits after this call; each thing once. */
  takeLimitNotice?(scope: Scope): string | undefined;
  /** Holds sessions where they are: their time stands still too. Says which were not paused before. */
  pause?(match: SessionMatch, by: string): readonly SessionName[];
  resume?(match: SessionMatch): readonly SessionName[];
  close(): Promise<void>;
}
