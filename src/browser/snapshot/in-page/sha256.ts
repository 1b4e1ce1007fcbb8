/**
 * SHA-256 (FIPS 180-4) over text, two bytes for each UTF-16 unit. Written out here because `crypto.subtle` is absent on
 * plain http pages and answers later, while facts are read in one step.
 */
export class Sha256 {
  readonly #state = Uint32Array.from(INITIAL);
  readonly #block = new Uint32Array(64);
  #bytes = 0;

  update(text: string): void {
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      this.#put(unit >>> 8);
      this.#put(unit & 0xff);
    }
  }

  /** Ends the digest: nothing may be added after it. */
  hex(): string {
    const bits = this.#bytes * 8;
    this.#put(0x80);
    while (this.#bytes % 64 !== 56) this.#put(0);
    for (const half of [Math.floor(bits / 2 ** 32), bits >>> 0])
      for (let shift = 24; shift >= 0; shift -= 8) this.#put((half >>> shift) & 0xff);
    return Array.from(this.#state, (word) => word.toString(16).padStart(8, '0')).join('');
  }

  #put(byte: number): void {
    const at = this.#bytes % 64;
    const word = at >> 2;
    this.#block[word] = (((at & 3) === 0 ? 0 : (this.#block[word] ?? 0)) << 8) | byte;
    this.#bytes += 1;
    if (at === 63) this.#mix();
  }

  #mix(): void {
    const w = this.#block;
    const word = (i: number): number => w[i] ?? 0;
    for (let i = 16; i < 64; i += 1) {
      const s0 = turn(word(i - 15), 7) ^ turn(word(i - 15), 18) ^ (word(i - 15) >>> 3);
      const s1 = turn(word(i - 2), 17) ^ turn(word(i - 2), 19) ^ (word(i - 2) >>> 10);
      w[i] = word(i - 16) + s0 + word(i - 7) + s1;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = this.#state;
    for (let i = 0; i < 64; i += 1) {
      const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const first = (h + big1 + ((e & f) ^ (~e & g)) + (CONSTANTS[i] ?? 0) + word(i)) | 0;
      const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [i, added] of [a, b, c, d, e, f, g, h].entries()) this.#state[i] = (this.#state[i] ?? 0) + added;
  }
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The first 32 bits of the fractional parts of the roots of the first primes: the standard's own definition. */
const PRIMES = firstPrimes(64);
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const CONSTANTS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let next = 2; primes.length < count; next += 1)
    if (primes.every((prime) => next % prime !== 0)) primes.push(next);
  return primes;
}
