import type { Scope } from '../call.js';

/** Masks texts that are shown one after the other, each with the origin that it comes from, as answers are masked. */
export type MaskTexts = (texts: readonly ShownText[]) => readonly string[];

export interface ShownText {
  readonly text: string;
  readonly origin?: string;
}

/** The value of a password, one-time-code or card field, as a page holds it. */
export interface FieldValue {
  /** `piece`: one element's part of a secret that several elements share. */
  readonly kind: 'password' | 'one-time-code' | 'card' | 'piece';
  /** What the field is called in the form's data. */
  readonly name: string;
  readonly value: string;
}

/**
 * Everything that the agent compares with a page's text is compared with the text as answers show it: whoever can compare
 * with a masked value, letter by letter, has read it.
 */
export interface PageSecrets {
  /** Undefined: there is nothing to mask. */
  mask(): MaskTexts | undefined;
  /** A page of this origin holds these in its fields: they are masked from now on. */
  learn(values: readonly FieldValue[], origin: string): void;
}

/** For the sessions of one principal each. */
export type PageSecretsFor = (scope: Scope) => PageSecrets;
