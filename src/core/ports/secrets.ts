import type { Scope } from '../call.js';
import type { Secret } from '../seals/secret.js';
import type { FieldValue } from './page-secrets.js';

/** A password goes into password fields only; a code is short, and masked where it was used. */
export type SecretUse = 'any' | 'password' | 'code';

export interface KeptSecret {
  readonly name: string;
  readonly value: string;
  /** The exact origins where it may be typed. */
  readonly origins: readonly string[];
  readonly use?: SecretUse;
  /** The operator has said that the model may see it: it is not masked. */
  readonly shown?: boolean;
  /** The secret is masked and has no name, so the agent cannot have it typed again. */
  readonly unnamed?: boolean;
  /** The operator's own, from a password manager: masked for every principal, as a vault's values are. */
  readonly isOperators?: boolean;
  /** The agent made it up: where it overlaps a secret of somebody else, the other one alone counts. */
  readonly isAgents?: boolean;
}

/** `field`: too short or too common to be told from ordinary text, so it is hidden where it was typed and nowhere else. */
export type SecretMasking = 'everywhere' | 'field';

/** The registry as a tool sees it: bound to its call's session. A name that is taken is refused with `vault.name-taken`. */
export interface CallSecrets {
  register(secret: KeptSecret): SecretMasking;
}

export interface SecretRegistry {
  /** Takes a value from a person's answer, the agent or a credential provider; throws `vault.bad-secret`, `vault.too-many`. */
  keep(scope: Scope, secret: KeptSecret): SecretMasking;
  /** Masks what a page of this origin holds in secret fields, as far as it can be told from ordinary text. */
  learn(scope: Scope, values: readonly FieldValue[], origin: string): void;
  /** The secret that `<NAME>` stands for in this session. */
  find(scope: Scope, name: string): Secret | undefined;
  /** The names in this session whose secrets may be typed where all of these origins meet. */
  namesAt(scope: Scope, origins: readonly string[]): readonly string[];
  /**
   * What must not leave in this session's answers: all that its principal's sessions were ever given, also those that are
   * over, and what is the operator's. The same list until it changes.
   */
  maskedIn(scope: Scope): readonly Secret[];
  /** Everything that must never leave, for the record and for whatever concerns no session. The same list until it changes. */
  all(): readonly Secret[];
  /** The session is over: its names mean nothing any more. Their values stay masked. */
  forget(principal: string, session: string, client?: string): void;
}
