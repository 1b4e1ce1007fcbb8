import { IdScanner } from './id-scanner.js';
import type { RpcId } from './protocol-fault.js';

const NEWLINE = 0x0a;

export type InputLine =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'oversize'; readonly id: RpcId | undefined };

/** Cuts a byte stream into lines. A line over the limit is not kept: only its id is looked for as it goes by. */
export class LineSplitter {
  readonly #limit: number;
  #parts: Uint8Array[] = [];
  #length = 0;
  #skimmer: IdScanner | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(chunk: Uint8Array): InputLine[] {
    const lines: InputLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#take(chunk.subarray(start, end));
      lines.push(this.#endLine());
      start = end + 1;
    }
    this.#take(chunk.subarray(start));
    return lines;
  }

  #take(part: Uint8Array): void {
    if (part.length === 0) return;
    if (this.#skimmer === undefined && this.#length + part.length > this.#limit) {
      this.#skimmer = new IdScanner();
      for (const kept of this.#parts) this.#skimmer.feed(kept);
      this.#parts = [];
    }
    if (this.#skimmer === undefined) {
      this.#parts.push(part);
      this.#length += part.length;
    } else {
      this.#skimmer.feed(part);
    }
  }

  #endLine(): InputLine {
    const line: InputLine =
      this.#skimmer === undefined
        ? { kind: 'whole', bytes: Buffer.concat(this.#parts) }
        : { kind: 'oversize', id: this.#skimmer.id };
    this.#parts = [];
    this.#length = 0;
    this.#skimmer = undefined;
    return line;
  }
}
