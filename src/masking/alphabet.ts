import { readAs } from './look-alikes.js';
import { BREAK, BYTE_BASE } from './view.js';

/** Left out of the comparison: what is before and after it may belong together. */
export const SKIP = 0;
/** Compared, and in no secret. */
export const OTHER = 1;
/** From here on: more than one symbol, by its place in a list. */
export const SEVERAL = 0x8000;
/** The first half of a surrogate pair. */
export const PAIR = 0x7fff;
const UNKNOWN = 0xffff;
const FIRST_SYMBOL = 2;

/**
 * `letters`: letters and digits only, so that nothing between them matters; `marks`: all that can be seen, for secrets
 * that are made of too few letters.
 */
export type KeptCharacters = 'letters' | 'marks';

const KEPT: Record<KeptCharacters, RegExp> = {
  letters: /[\p{L}\p{N}]/u,
  // Quotes, backslashes and plus signs come and go with quoting and forms.
  marks: /[^\p{Z}\p{C}\p{M}\s\\+"']/u,
};

const FOLDED: Record<KeptCharacters, Map<string, string>> = { letters: new Map(), marks: new Map() };
const MAX_REMEMBERED = 5000;

/** Case, accents, width, ligatures and which script a letter is of do not count. */
export function foldCharacter(character: string, kept: KeptCharacters): string {
  const remembered = FOLDED[kept];
  const known = remembered.get(character);
  if (known !== undefined) return known;
  const plain = character.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD');
  const folded = Array.from(plain, readAs)
    .filter((part) => !/\p{M}/u.test(part) && KEPT[kept].test(part))
    .join('');
  if (remembered.size < MAX_REMEMBERED) remembered.set(character, folded);
  return folded;
}

/** Characters as the small numbers that an automaton works on, looked up by UTF-16 unit. */
export class Alphabet {
  readonly table = new Uint16Array(65536).fill(UNKNOWN);
  readonly #kept: KeptCharacters;
  readonly #symbols = new Map<number, number>();
  readonly #several: (readonly number[])[] = [];
  readonly #pairs = new Map<number, readonly number[]>();

  constructor(kept: KeptCharacters, folded: Iterable<string>) {
    this.#kept = kept;
    for (const text of folded) {
      for (let i = 0; i < text.length; i += 1) {
        const code = text.charCodeAt(i);
        if (!this.#symbols.has(code)) this.#symbols.set(code, FIRST_SYMBOL + this.#symbols.size);
      }
    }
    for (let code = 0; code < 128; code += 1) this.table[code] = this.#findSymbols(code);
    this.table.fill(PAIR, 0xd800, 0xdc00);
    this.table.fill(SKIP, 0xdc00, 0xe000);
    this.table[BREAK] = OTHER;
  }

  get size(): number {
    return FIRST_SYMBOL + this.#symbols.size;
  }

  symbolsOf(folded: string): number[] {
    const symbols: number[] = [];
    for (let i = 0; i < folded.length; i += 1) symbols.push(this.#symbols.get(folded.charCodeAt(i)) ?? OTHER);
    return symbols;
  }

  /** For what the table does not know yet, or cannot know. */
  symbolsAt(codes: Uint16Array, at: number): readonly number[] {
    const code = codes[at] ?? 0;
    let known = this.table[code] ?? OTHER;
    if (known === PAIR) return this.#symbolsOfPair(code, codes[at + 1] ?? 0);
    if (known === UNKNOWN) {
      known = this.#findSymbols(code);
      this.table[code] = known;
    }
    return known >= SEVERAL ? (this.#several[known - SEVERAL] ?? []) : [known];
  }

  #findSymbols(code: number): number {
    const isByte = code >= BYTE_BASE + 0x80 && code <= BYTE_BASE + 0xff;
    const symbols = this.symbolsOf(foldCharacter(String.fromCharCode(isByte ? code - BYTE_BASE : code), this.#kept));
    const [only] = symbols;
    if (only === undefined) return SKIP;
    return symbols.length === 1 ? only : SEVERAL + this.#several.push(symbols) - 1;
  }

  #symbolsOfPair(high: number, low: number): readonly number[] {
    if (low < 0xdc00 || low > 0xdfff) return [OTHER];
    const point = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
    const known = this.#pairs.get(point);
    if (known !== undefined) return known;
    const symbols = this.symbolsOf(foldCharacter(String.fromCodePoint(point), this.#kept));
    this.#pairs.set(point, symbols);
    return symbols;
  }
}
