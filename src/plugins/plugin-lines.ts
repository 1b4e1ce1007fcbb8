const NEWLINE = 0x0a;

/** Cuts what a plugin writes into lines. Bytes become text only when the line is whole and within its limit. */
export class PluginLines {
  readonly #limit: number;
  #parts: Uint8Array[] = [];
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The whole lines; undefined: one is too long. */
  push(chunk: Uint8Array): string[] | undefined {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      if (!this.#take(chunk.subarray(start, end))) return undefined;
      lines.push(Buffer.concat(this.#parts).toString('utf8'));
      this.#parts = [];
      this.#length = 0;
      start = end + 1;
    }
    return this.#take(chunk.subarray(start)) ? lines : undefined;
  }

  #take(part: Uint8Array): boolean {
    this.#length += part.length;
    if (this.#length > this.#limit) return false;
    if (part.length > 0) this.#parts.push(part);
    return true;
  }
}
