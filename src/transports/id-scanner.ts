import { parseJson } from '../core/index.js';
import { isRpcId, type RpcId } from './protocol-fault.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
const MAX_TOKEN = 256;

/** Tables by byte: what can change the state outside a string, and inside one. */
const STRUCTURAL = bytesOf('"{}[]');
const ENDS_STRING = bytesOf('"\\');

/**
 * Finds the `id` of a JSON object that is too long to keep, wherever in it the id stands: some clients write it last.
 * Keeps at most one short token of the outermost level; everything deeper passes by.
 */
export class IdScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #token: number[] = [];
  #key: unknown;
  #id: RpcId | undefined;

  get id(): RpcId | undefined {
    return this.#id;
  }

  feed(chunk: Uint8Array): void {
    for (let at = this.#skip(chunk, 0); at < chunk.length; at = this.#skip(chunk, at + 1)) {
      const byte = chunk[at] ?? 0;
      if (this.#inString) this.#stepInString(byte);
      else this.#step(byte);
    }
  }

  /** Below the outermost level most bytes mean nothing, and there are millions of them. */
  #skip(chunk: Uint8Array, from: number): number {
    if (this.#depth === 1 || this.#escaped) return from;
    const table = this.#inString ? ENDS_STRING : STRUCTURAL;
    let at = from;
    while (at < chunk.length && table[chunk[at] ?? 0] === 0) at += 1;
    return at;
  }

  #stepInString(byte: number): void {
    this.#keep(byte);
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  #step(byte: number): void {
    if (OPENING.has(byte)) {
      this.#depth += 1;
      this.#token = [];
    } else if (CLOSING.has(byte)) {
      if (this.#depth === 1) this.#endMember();
      this.#depth -= 1;
    } else if (byte === COLON && this.#depth === 1) {
      this.#key = this.#takeToken();
    } else if (byte === COMMA && this.#depth === 1) {
      this.#endMember();
    } else {
      if (byte === QUOTE) this.#inString = true;
      this.#keep(byte);
    }
  }

  #endMember(): void {
    const value = this.#takeToken();
    if (this.#key === 'id' && isRpcId(value)) this.#id = value;
    this.#key = undefined;
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && this.#token.length < MAX_TOKEN) this.#token.push(byte);
  }

  #takeToken(): unknown {
    const text = Buffer.from(this.#token).toString('utf8');
    this.#token = [];
    return parseJson(text);
  }
}

function bytesOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of Buffer.from(characters)) table[byte] = 1;
  return table;
}
