import type { Lexicon } from './lexicon.js';

/**
 * All word lists of one language, for the risk rules and for the program in the page.
 *
 * - Entries are separated by `|`. An entry is a word or a phrase, unless its field says otherwise.
 * - Labels of controls: in scripts with spaces an entry matches whole words; in scripts without, anywhere in the text.
 * - Names of secrets: in Latin script an entry matches whole words; in every other script, anywhere in the text.
 */
export interface Language {
  /** Two letters (ISO 639-1), also the name of its labelled set in tests/labelled. */
  readonly code: string;
  /** What controls say. */
  readonly labels: Lexicon;
  /** What fields are called, by what they are for. Single words. */
  readonly fields?: { readonly search?: string; readonly settings?: string; readonly message?: string };
  /** Parts of regular expressions. `final`: says that it cannot be undone. `goesBack`: a "continue" that agrees to nothing. */
  readonly confirmations?: { readonly final?: string; readonly goesBack?: string };
  /** Single words of addresses. `checkout`: parts of a regular expression, for the page on which one pays. */
  readonly paths?: { readonly [what in PathWord | 'checkout']?: string };
  /** Parts of regular expressions. `total`: says that the amount after it is to be paid. `currency`: follows a number. */
  readonly amounts?: { readonly total?: string; readonly currency?: string };
  /** Parts of a regular expression: units of time in a countdown. A countdown that runs is not reported as a change of the page. */
  readonly clock?: string;
  /** What fields for secrets are called. `codeBoxes`: parts of a regular expression, for words beside a one-time code. */
  readonly secrets?: { readonly [what in SecretWord | 'codeBoxes']?: string };
  /** Regular expressions for text that speaks to a model. Lower case. */
  readonly injections?: readonly string[];
}

export type PathWord = 'erase' | 'end' | 'send' | 'pay' | 'account';
export type SecretWord = 'named' | 'password' | 'code' | 'card';
