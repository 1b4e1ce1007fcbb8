import type { KeptCharacters } from './alphabet.js';
import type { AutomatonPattern } from './automaton.js';

/**
 * `strong`: nothing else looks like it, whatever is between its letters. `weak`: an everyday word could be in it, so
 * its marks count. `number`: not inside a longer number. `code`: a word of its own.
 */
export type Strength = 'strong' | 'weak' | 'number' | 'code';

/** One way in which a secret may be written once everything is decoded. */
export interface Form extends AutomatonPattern {
  readonly kept: KeptCharacters;
  readonly strength: Strength;
  /** The marks before its first symbol and after its last, which go with it where they are. */
  readonly head: string;
  readonly tail: string;
  /** For the end of a secret: the folded letters before it. */
  readonly before: string;
  /** Which of its symbols have something before them in the value itself that is left out of the comparison. */
  readonly gaps: ReadonlySet<number>;
  /** The value is encoded and only its beginning is compared: so many characters before and after belong to it too. */
  readonly encoded?: { readonly before: number; readonly after: number };
}
