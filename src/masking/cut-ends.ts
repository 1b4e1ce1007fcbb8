import type { Secret } from '../core/index.js';
import { openSecret } from '../core/seals/secret-open.js';
import type { Find } from './found-before.js';

/** So many letters of a secret at a cut are a piece of it; fewer happen by chance. */
const PIECE = 6;
/** Long secrets are keys and certificates: pieces of their ends are looked for, not of their middle. */
const MAX_LETTERS = 4000;

interface Piece {
  readonly owner: Secret;
  readonly value: string;
  /** Where the six letters are in the value. */
  readonly at: number;
}

/**
 * What reads a page cuts long texts before they are masked, and a cut may go through a secret. Everything that cuts
 * leaves an ellipsis; what is before one as the beginning of a secret, or after one as its end, is a piece of it.
 */
export class CutEnds {
  readonly #secrets: readonly Secret[];
  /** Made for the first text with a cut: most have none. */
  #known: ReadonlyMap<string, readonly Piece[]> | undefined;

  constructor(secrets: readonly Secret[]) {
    this.#secrets = secrets;
  }

  get #pieces(): ReadonlyMap<string, readonly Piece[]> {
    this.#known ??= this.#cut();
    return this.#known;
  }

  #cut(): ReadonlyMap<string, readonly Piece[]> {
    const pieces = new Map<string, Piece[]>();
    for (const owner of this.#secrets) {
      const content = openSecret(owner);
      if (content.use === 'code') continue;
      const value = content.value.toLowerCase().slice(0, MAX_LETTERS);
      for (let at = 0; at + PIECE <= value.length; at += 1) {
        const letters = value.slice(at, at + PIECE);
        const known = pieces.get(letters);
        if (known === undefined) pieces.set(letters, [{ owner, value, at }]);
        else if (known.length < 50) known.push({ owner, value, at });
      }
    }
    return pieces;
  }

  find(text: string): Find[] {
    const finds: Find[] = [];
    for (const { index, 0: mark } of text.matchAll(/…|\.\.\./gu)) {
      this.#before(text, index, finds);
      this.#after(text, index + mark.length, finds);
    }
    return finds;
  }

  #before(text: string, end: number, finds: Find[]): void {
    for (const { owner, value, at } of this.#pieces.get(text.slice(Math.max(0, end - PIECE), end).toLowerCase()) ??
      []) {
      const start = end - PIECE - at;
      if (start < 0 || text.slice(start, end).toLowerCase() !== value.slice(0, at + PIECE)) continue;
      finds.push({ start, end, owners: [owner] });
    }
  }

  #after(text: string, start: number, finds: Find[]): void {
    for (const { owner, value, at } of this.#pieces.get(text.slice(start, start + PIECE).toLowerCase()) ?? []) {
      const end = start + value.length - at;
      if (at === 0 || text.slice(start, end).toLowerCase() !== value.slice(at)) continue;
      finds.push({ start, end, owners: [owner] });
    }
  }
}

const known = new WeakMap<readonly Secret[], CutEnds>();

export function cutEndsFor(secrets: readonly Secret[]): CutEnds {
  const ends = known.get(secrets) ?? new CutEnds(secrets);
  known.set(secrets, ends);
  return ends;
}
