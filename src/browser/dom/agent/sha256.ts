/**
 * SHA-256 (FIPS 180-4) over text, two bytes for each UTF-16 unit. Written out here because `crypto.subtle` is absent on
 * plain http pages and answers later, while facts are read in one step.
 */
export class Sha256 {
  readonly #state = Int32Array.from(INITIAL);
  readonly #block = new Int32Array(64);
  /** UTF-16 units so far; 32 of them fill a block. */
  #units = 0;

  update(text: string): void {
    for (let i = 0; i < text.length; i += 1) this.#put(text.charCodeAt(i));
  }

  /** Ends the digest: nothing may be added after it. */
  hex(): string {
    const bits = this.#units * 16;
    this.#put(0x8000);
    while (this.#units % 32 !== 28) this.#put(0);
    const [high, low] = [Math.floor(bits / 2 ** 32), bits >>> 0];
    for (const unit of [high >>> 16, high & 0xffff, low >>> 16, low & 0xffff]) this.#put(unit);
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #put(unit: number): void {
    const at = this.#units & 31;
    const word = at >> 1;
    this.#block[word] = (at & 1) === 0 ? unit << 16 : (this.#block[word] ?? 0) | unit;
    this.#units += 1;
    if (at === 31) mixBlock(this.#state, this.#block);
  }
}

/** Plain variables and no helpers that make arrays: a text area of a megabyte is digested with every walk. */
function mixBlock(state: Int32Array, w: Int32Array): void {
  for (let i = 16; i < 64; i += 1) {
    const early = w[i - 15] ?? 0;
    const late = w[i - 2] ?? 0;
    const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    w[i] = ((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + big1 + ((e & f) ^ (~e & g)) + (CONSTANTS[i] ?? 0) + (w[i] ?? 0)) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
  state[4] = (state[4] ?? 0) + e;
  state[5] = (state[5] ?? 0) + f;
  state[6] = (state[6] ?? 0) + g;
  state[7] = (state[7] ?? 0) + h;
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The first 32 bits of the fractional parts of the roots of the first primes: the standard's own definition. */
const PRIMES = firstPrimes(64);
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const CONSTANTS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let next = 2; primes.length < count; next += 1)
    if (primes.every((prime) => next % prime !== 0)) primes.push(next);
  return primes;
}
