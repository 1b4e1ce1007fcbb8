import { hexOf } from './escapes.js';
import { BREAK, addBreak } from './view.js';
import type { Units, View } from './view.js';

export const DIGIT = 1;
export const HEX_LETTER = 2;
export const LETTER = 4;

const SHORTEST_RUN = 8;
const SHORTEST_CHAIN = 4;
const SHORTEST_ALIGNED = 8;
const LONGEST_GAP = 3;
const LONGEST_NUMBER = 7;
const X = 120;

/** Words that are character codes: hex in one run or in groups, and decimal numbers in a list. */
export class CodeWords {
  readonly #view: View;
  readonly #isWide: boolean;
  readonly #all: Units;
  readonly #aligned: Units;
  readonly #hex = new Chain();
  readonly #numbers = new Chain();

  constructor(view: View, isWide: boolean, all: Units, aligned: Units) {
    this.#view = view;
    this.#isWide = isWide;
    this.#all = all;
    this.#aligned = aligned;
  }

  add(from: number, to: number, kinds: number): void {
    const size = to - from;
    const { codes } = this.#view;
    if ((kinds & LETTER) !== 0 && (size !== 4 || codes[from] !== 48)) {
      if (this.#numbers.size + this.#hex.size > 0) this.end();
      return;
    }
    if (kinds === DIGIT && size <= LONGEST_NUMBER) this.#addNumber(from, to);
    else this.#end(this.#numbers);
    if ((kinds & LETTER) === 0 && size % 2 === 0) this.#addHex(from, from, to);
    else if (size === 4 && codes[from] === 48 && codes[from + 1] === X) this.#addHex(from, from + 2, to);
    else this.#end(this.#hex);
    // A long run may also begin in the middle of a byte.
    if ((kinds & LETTER) === 0 && size >= SHORTEST_RUN) {
      const chain = new Chain();
      for (let i = from + 1; i + 1 < to; i += 2) chain.add(this.#pairAt(i), i, i + 2);
      this.#write(chain, this.#all);
    }
  }

  end(): void {
    this.#end(this.#hex);
    this.#end(this.#numbers);
  }

  #addNumber(from: number, to: number): void {
    if (from - this.#numbers.end > LONGEST_GAP) this.#end(this.#numbers);
    let value = 0;
    for (let i = from; i < to; i += 1) value = value * 10 + (this.#view.codes[i] ?? 0) - 48;
    this.#numbers.add(value > 0x10ffff ? BREAK : value, from, to);
  }

  #addHex(word: number, from: number, to: number): void {
    if (word - this.#hex.end > LONGEST_GAP) this.#end(this.#hex);
    for (let i = from; i + 1 < to; i += 2) this.#hex.add(this.#pairAt(i), i === from ? word : i, i + 2);
  }

  #pairAt(at: number): number {
    return hexOf(this.#view.codes[at] ?? 0) * 16 + hexOf(this.#view.codes[at + 1] ?? 0);
  }

  #end(chain: Chain): void {
    if (chain.size >= SHORTEST_CHAIN) this.#write(chain, this.#all);
    if (chain === this.#hex && chain.size >= SHORTEST_ALIGNED) this.#write(chain, this.#aligned);
    chain.size = 0;
  }

  #write(chain: Chain, out: Units): void {
    const { starts, ends } = this.#view;
    out.reserve(chain.size + 1);
    for (let i = 0; i < chain.size; i += 1) {
      const value = chain.values[i] ?? 0;
      const [start, end] = [starts[chain.from[i] ?? 0] ?? 0, ends[(chain.to[i] ?? 1) - 1] ?? 0];
      if (value < 0x80) out.add(value, start, end);
      else if (value > 0xff) out.addPoint(value, start, end);
      else if (this.#isWide) out.addByte(value, start, end);
      else addBreak(out);
    }
    addBreak(out);
  }
}

/** Codes, each with its first unit and the one after its last. */
class Chain {
  readonly values: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];
  size = 0;
  end = -1;

  add(value: number, from: number, to: number): void {
    this.values[this.size] = value;
    this.from[this.size] = from;
    this.to[this.size] = to;
    this.size += 1;
    this.end = to;
  }
}
