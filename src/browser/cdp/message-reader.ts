import { END_BYTES, envelopeOf } from './message-envelope.js';
import type { Envelope } from './message-envelope.js';

export interface ReaderParts {
  /** How long a message that begins like this may be. */
  readonly maxBytes: (start: Envelope) => number;
  readonly onMessage: (bytes: Buffer) => void;
  /** The message was dropped while it came in; this is all that is known of it. */
  readonly onOversized: (envelope: Envelope, bytes: number) => void;
}

const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Splits a byte stream at NUL. A message that grows beyond its limit is dropped as it arrives: a page decides how long
 * its console text is, and the longest string of V8 is shorter than what fits into a pipe (CWE-770).
 */
export class MessageReader {
  readonly #parts: ReaderParts;
  #chunks: Buffer[] = [];
  #size = 0;
  #limit: number | undefined;
  #head: Buffer = NOTHING;
  #tail: Buffer = NOTHING;
  #isDropping = false;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#add(chunk.subarray(start, end));
      this.#finish();
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  #add(bytes: Buffer): void {
    this.#size += bytes.length;
    if (this.#isDropping) {
      this.#tail = lastOf([this.#tail, bytes]);
      return;
    }
    this.#chunks.push(bytes);
    if (this.#size <= END_BYTES) return;
    if (this.#limit === undefined) {
      this.#head = Buffer.concat(this.#chunks.map((part) => part.subarray(0, END_BYTES))).subarray(0, END_BYTES);
      this.#limit = this.#parts.maxBytes(envelopeOf(this.#head, NOTHING));
    }
    if (this.#size <= this.#limit) return;
    this.#isDropping = true;
    this.#tail = lastOf(this.#chunks.slice(-END_BYTES));
    this.#chunks = [];
  }

  #finish(): void {
    const [only = NOTHING] = this.#chunks;
    const [chunks, isDropping, head, tail] = [this.#chunks, this.#isDropping, this.#head, this.#tail];
    const size = this.#size;
    this.#chunks = [];
    this.#size = 0;
    this.#limit = undefined;
    this.#head = NOTHING;
    this.#tail = NOTHING;
    this.#isDropping = false;
    if (isDropping) this.#parts.onOversized(envelopeOf(head, tail), size);
    else this.#parts.onMessage(chunks.length === 1 ? only : Buffer.concat(chunks));
  }
}

/** A copy: a part of a chunk would keep the whole of it in memory. */
function lastOf(chunks: readonly Buffer[]): Buffer {
  return Buffer.from(Buffer.concat(chunks.map((part) => part.subarray(-END_BYTES))).subarray(-END_BYTES));
}
