import type { WebUrlFacts } from './egress.js';
import type { Scope } from '../call.js';
import type { Secret } from '../seals/secret.js';

export interface IdentityCookie {
  readonly name: string;
  readonly value: Secret;
  readonly path: string;
  readonly httpOnly: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
  /** Seconds since 1970; absent for a cookie of the session. */
  readonly expires?: number;
}

export interface StoredItem {
  readonly key: string;
  readonly value: Secret;
}

/** How the operator says that one signs in: CSS selectors on a page of the identity's own origins. */
export interface SignInRecipe {
  /** Where the form is. */
  readonly url: string;
  readonly username?: string;
  readonly password?: string;
  /** The field for a one-time code; it may come on a page of its own after the password. */
  readonly code?: string;
  /** Absent: Enter in the last field. */
  readonly submit?: string;
  /** A selector that matches only after the sign-in. Absent: the sign-in worked when the form is gone. */
  readonly signedIn?: string;
}

/** An account at a site, with what signs the browser in there. The agent learns `username` and nothing else. */
export interface Identity {
  readonly name: string;
  /** Exact origins; everything below goes to these and nowhere else. */
  readonly origins: readonly string[];
  readonly username?: string;
  readonly cookies: readonly IdentityCookie[];
  readonly localStorage: readonly StoredItem[];
  readonly sessionStorage: readonly StoredItem[];
  readonly headers: readonly { readonly name: string; readonly value: Secret }[];
  readonly password?: Secret;
  /** A fresh one-time code; absent without a seed. */
  readonly code?: () => Secret;
  readonly recipe?: SignInRecipe;
}

/** The operator's vault, read only. */
export interface Identities {
  /**
   * By the host as our own parser reads it. None is normal; one that cannot be read is a `vault.*` Failure, so that
   * nothing is opened half signed in.
   */
  find(url: WebUrlFacts, signal: AbortSignal): Promise<Identity | undefined>;
  /** The secret that `<NAME>` stands for, of the identities that this session has. */
  named(scope: Scope, name: string): Secret | undefined;
  /** The names of passwords and codes that this session has for all of these origins. */
  namesAt(scope: Scope, origins: readonly string[]): readonly string[];
  /** From now on the session has it. */
  bindIdentities(scope: Scope, identity: Identity): void;
  /** Every value that was read since the start: masked everywhere. The same list until it changes. */
  all(): readonly Secret[];
  forget(principal: string, session: string, client?: string): void;
  close(): void;
}
