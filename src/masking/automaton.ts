import { Alphabet } from './alphabet.js';
import type { KeptCharacters } from './alphabet.js';

export interface AutomatonPattern {
  /** Folded. */
  readonly text: string;
  /** From this many symbols on, its beginning is as good as the whole; `text.length` for nothing but the whole. */
  readonly enough: number;
  /** The same, where an ellipsis says that something was cut off. */
  readonly enoughBeforeEllipsis: number;
}

/**
 * All patterns as one automaton (Aho-Corasick), over symbols. Most states have one way on, which is kept beside them;
 * a state with several has a row with every way resolved. So the size is that of the patterns, whatever their alphabet.
 */
export class Automaton {
  readonly alphabet: Alphabet;
  readonly deepest: number;
  /** Per state: where its row begins, or -1; and its only symbol and the state that this leads to. */
  readonly rows: Int32Array;
  readonly onlySymbol: Uint16Array;
  readonly onlyNext: Int32Array;
  readonly fallback: Int32Array;
  readonly depth: Int32Array;
  /** Per state: the nearest one, itself or behind its fallbacks, that means something; 0 for none. */
  readonly means: Int32Array;
  /** Per state: one more than the number of the pattern that ends here, or whose beginning is enough here. */
  readonly whole: Int32Array;
  readonly part: Int32Array;
  readonly cutPart: Int32Array;
  dense: Int32Array;

  constructor(kept: KeptCharacters, patterns: readonly AutomatonPattern[]) {
    this.alphabet = new Alphabet(
      kept,
      patterns.map(({ text }) => text),
    );
    const most = patterns.reduce((sum, { text }) => sum + text.length, 1);
    const numbers = (): Int32Array => new Int32Array(most);
    this.deepest = patterns.reduce((deepest, { text }) => Math.max(deepest, text.length), 0);
    [this.rows, this.onlyNext, this.fallback, this.depth] = [numbers(), numbers(), numbers(), numbers()];
    [this.means, this.whole, this.part, this.cutPart] = [numbers(), numbers(), numbers(), numbers()];
    this.onlySymbol = new Uint16Array(most);
    this.dense = new Int32Array(0);
    this.#link(this.#plant(patterns));
  }

  step(from: number, symbol: number): number {
    let state = from;
    for (;;) {
      const row = this.rows[state] ?? 0;
      if (row >= 0) return this.dense[row + symbol] ?? 0;
      if (this.onlySymbol[state] === symbol) return this.onlyNext[state] ?? 0;
      state = this.fallback[state] ?? 0;
    }
  }

  #plant(patterns: readonly AutomatonPattern[]): Tree {
    const tree = new Tree(this.depth.length);
    patterns.forEach(({ text, enough, enoughBeforeEllipsis }, index) => {
      let state = 0;
      this.alphabet.symbolsOf(text).forEach((symbol, i) => {
        state = tree.childFor(state, symbol);
        this.depth[state] = i + 1;
        if (i + 1 === text.length) this.whole[state] ||= index + 1;
        else if (i + 1 >= enough) this.part[state] ||= index + 1;
        else if (i + 1 >= enoughBeforeEllipsis) this.cutPart[state] ||= index + 1;
      });
    });
    return tree;
  }

  /** Level by level, so that every fallback is finished before it is needed. */
  #link(tree: Tree): void {
    const { size } = this.alphabet;
    const order = new Int32Array(tree.size);
    let [rows, known] = [0, 1];
    for (let i = 0; i < known; i += 1) {
      const state = order[i] ?? 0;
      const only = tree.first[state] ?? 0;
      const back = this.fallback[state] ?? 0;
      for (let child = only; child !== 0; child = tree.next[child] ?? 0) {
        order[known++] = child;
        this.fallback[child] = state === 0 ? 0 : this.step(back, tree.symbol[child] ?? 0);
      }
      const hasMeaning = (this.whole[state] ?? 0) + (this.part[state] ?? 0) + (this.cutPart[state] ?? 0) > 0;
      this.means[state] = hasMeaning ? state : (this.means[back] ?? 0);
      this.rows[state] = -1;
      if (state !== 0 && (tree.next[only] ?? 0) === 0) {
        this.onlySymbol[state] = tree.symbol[only] ?? 0;
        this.onlyNext[state] = only;
        continue;
      }
      const row = state === 0 ? new Int32Array(size) : this.#rowOf(back, size);
      for (let child = only; child !== 0; child = tree.next[child] ?? 0) row[tree.symbol[child] ?? 0] = child;
      this.rows[state] = rows * size;
      rows += 1;
      // The row must be found at once: states further down fall back on this one.
      this.dense = appended(this.dense, row, rows * size);
    }
  }

  /** Every way on from a finished state: those of the nearest row behind it, and the only ones of the states before that. */
  #rowOf(from: number, size: number): Int32Array {
    const passed: number[] = [];
    let state = from;
    while ((this.rows[state] ?? 0) < 0) {
      passed.push(state);
      state = this.fallback[state] ?? 0;
    }
    const start = this.rows[state] ?? 0;
    const row = this.dense.slice(start, start + size);
    for (const near of passed.reverse()) {
      const next = this.onlyNext[near] ?? 0;
      if (next !== 0) row[this.onlySymbol[near] ?? 0] = next;
    }
    return row;
  }
}

/** Grows by doubling, so that many rows cost no more than their size. */
function appended(all: Int32Array, row: Int32Array, length: number): Int32Array {
  let room = all;
  if (length > all.length) {
    room = new Int32Array(Math.max(length, all.length * 2));
    room.set(all);
  }
  room.set(row, length - row.length);
  return room;
}

class Tree {
  readonly symbol: Uint16Array;
  /** Per state: its first child, and its parent's next; 0 for none. */
  readonly first: Int32Array;
  readonly next: Int32Array;
  size = 1;

  constructor(most: number) {
    this.symbol = new Uint16Array(most);
    this.first = new Int32Array(most);
    this.next = new Int32Array(most);
  }

  childFor(state: number, symbol: number): number {
    let child = this.first[state] ?? 0;
    while (child !== 0 && this.symbol[child] !== symbol) child = this.next[child] ?? 0;
    if (child !== 0) return child;
    child = this.size++;
    this.symbol[child] = symbol;
    this.next[child] = this.first[state] ?? 0;
    this.first[state] = child;
    return child;
  }
}
