const PROBES = 9;
/** Longer tokens are runs of spaces and signs, which are counted apart. */
export const MAX_TOKEN_LENGTH = 16;

/** A Bloom filter over the tokens of o200k: whether a string is one token, in 330 kB in place of a vocabulary. */
export class TokenFilter {
  readonly #bytes: Uint8Array;
  readonly #bits: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#bits = bytes.length * 8;
  }

  add(token: string): void {
    const [a, b] = hashed(token);
    const step = mixed(b) | 1;
    let at = mixed(a);
    for (let i = 0; i < PROBES; i += 1, at = (at + step) >>> 0) {
      const bit = at % this.#bits;
      this.#bytes[bit >>> 3] = (this.#bytes[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }

  has(text: string): boolean {
    const [a, b] = hashed(text);
    return text.length <= MAX_TOKEN_LENGTH && this.#has(a, b);
  }

  /** How many characters the longest token has that begins here; 0: none does. */
  longest(text: string, from: number): number {
    let a = BEGIN_A;
    let b = BEGIN_B;
    let longest = 0;
    const end = Math.min(text.length, from + MAX_TOKEN_LENGTH);
    for (let i = from; i < end; i += 1) {
      const code = text.charCodeAt(i);
      a = Math.imul(a ^ code, PRIME_A);
      b = Math.imul(b ^ code, PRIME_B);
      if (this.#has(a, b)) longest = i + 1 - from;
    }
    return longest;
  }

  #has(a: number, b: number): boolean {
    const step = mixed(b) | 1;
    let at = mixed(a);
    for (let i = 0; i < PROBES; i += 1, at = (at + step) >>> 0) {
      const bit = at % this.#bits;
      if (((this.#bytes[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }
}

/** Two hashes at once (FNV-1a, and the same with another prime), from which all probes are made. */
const BEGIN_A = 0x811c9dc5;
const BEGIN_B = 0x9e3779b9;
const PRIME_A = 0x01000193;
const PRIME_B = 0x85ebca6b;

function hashed(text: string): readonly [number, number] {
  let a = BEGIN_A;
  let b = BEGIN_B;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, PRIME_A);
    b = Math.imul(b ^ code, PRIME_B);
  }
  return [a, b];
}

function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (half ^ (half >>> 13)) >>> 0;
}
