import { OTHER, PAIR, SKIP } from './alphabet.js';
import type { Automaton } from './automaton.js';
import { Units } from './view.js';
import type { View } from './view.js';

export type Extent = 'whole' | 'part' | 'cut part';

/** Something of a pattern is here. One object for all, renewed for each: there can be one per character. */
export interface Candidate {
  readonly view: View;
  /** Which of the automaton's patterns, and how much of it. */
  readonly pattern: number;
  readonly extent: Extent;
  /** How many symbols. */
  readonly size: number;
  /** Where in the view the symbol stands, counted from the first. */
  place(symbol: number): number;
  /** The symbols before the first one, nearest first; SKIP when none belongs to it. */
  symbolBefore(distance: number): number;
}

/** More than this between two symbols, and they have nothing to do with each other. */
const MAX_BETWEEN = 64;
const NOTHING = new Units(0);

/** Shows every place in a view where something of the patterns stands; `isIt` says whether that settles the place. */
export class Scanner implements Candidate {
  readonly #automaton: Automaton;
  /** The latest symbols and their places, in a ring. */
  readonly #places: Int32Array;
  readonly #symbols: Uint16Array;
  readonly #ring: number;
  #first = 0;
  #floor = 0;
  view: View = NOTHING;
  pattern = 0;
  extent: Extent = 'whole';
  size = 0;

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
    let size = 16;
    while (size < automaton.deepest * 2 + 2) size *= 2;
    this.#places = new Int32Array(size);
    this.#symbols = new Uint16Array(size);
    this.#ring = size - 1;
  }

  scan(view: View, isIt: (candidate: Candidate) => boolean): void {
    const { alphabet, rows, onlySymbol, onlyNext, fallback, means, dense } = this.#automaton;
    const { table } = alphabet;
    const { codes, length } = view;
    const [places, symbols, ring] = [this.#places, this.#symbols, this.#ring];
    let [state, count, last] = [0, 0, 0];
    this.#floor = 0;
    this.view = view;
    for (let i = 0; i < length; i += 1) {
      const symbol = table[codes[i] ?? 0] ?? 0;
      if (symbol === SKIP) continue;
      if (i - last > MAX_BETWEEN || symbol === OTHER) {
        state = 0;
        this.#floor = count;
      }
      last = i;
      if (symbol === OTHER) continue;
      const several = symbol >= PAIR ? alphabet.symbolsAt(codes, i) : undefined;
      let [next, s] = [several === undefined ? symbol : (several[0] ?? SKIP), 1];
      while (next !== SKIP) {
        places[count & ring] = i;
        symbols[count & ring] = next;
        count += 1;
        for (;;) {
          const row = rows[state] ?? 0;
          if (row >= 0) {
            state = dense[row + next] ?? 0;
            break;
          }
          if (onlySymbol[state] === next) {
            state = onlyNext[state] ?? 0;
            break;
          }
          state = fallback[state] ?? 0;
        }
        if (means[state] !== 0) this.#show(count, means[state] ?? 0, isIt);
        next = several?.[s++] ?? SKIP;
      }
    }
  }

  place(symbol: number): number {
    return this.#places[(this.#first + symbol) & this.#ring] ?? 0;
  }

  symbolBefore(distance: number): number {
    const at = this.#first - distance;
    return at < this.#floor ? SKIP : (this.#symbols[at & this.#ring] ?? SKIP);
  }

  /** The longest that ends here comes first; the shorter ones inside it count only if it is refused. */
  #show(count: number, from: number, isIt: (candidate: Candidate) => boolean): void {
    const { means, fallback, depth, whole, part, cutPart } = this.#automaton;
    for (let state = from; state !== 0; state = means[fallback[state] ?? 0] ?? 0) {
      this.size = depth[state] ?? 0;
      this.#first = count - this.size;
      if (this.#is('whole', whole[state] ?? 0, isIt)) return;
      if (this.#is('part', part[state] ?? 0, isIt)) return;
      if (this.#is('cut part', cutPart[state] ?? 0, isIt)) return;
    }
  }

  #is(extent: Extent, pattern: number, isIt: (candidate: Candidate) => boolean): boolean {
    if (pattern === 0) return false;
    this.extent = extent;
    this.pattern = pattern - 1;
    return isIt(this);
  }
}
