import type { SensitiveKind } from './sensitive-words.js';

// Used by the page agent and, for browsers that an upstream drives, by relay/sensitive-field.ts: no DOM in here.

const NOT_TYPED = new Set('button submit reset image checkbox radio file range color hidden'.split(' '));
const CARD = /^cc-(?:number|csc|exp|exp-month|exp-year)$/u;

/** Can somebody type a secret into an input of this type? */
export function isTypedInto(type: string): boolean {
  return !NOT_TYPED.has(type);
}

/** The tokens of an `autocomplete` attribute (HTML, autofill detail tokens). */
export function purposesIn(autocomplete: string): readonly string[] {
  return autocomplete.toLowerCase().split(/\s+/u);
}

/** What the page itself declares the field to be for; undefined: nothing that must be hidden. */
export function kindByPurpose(purposes: readonly string[]): SensitiveKind | undefined {
  if (purposes.includes('current-password') || purposes.includes('new-password')) return 'password';
  if (purposes.includes('one-time-code')) return 'one-time-code';
  return purposes.some((purpose) => CARD.test(purpose)) ? 'card' : undefined;
}
