import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { MAX_LINE_BYTES } from '../chain/record-files.js';

const WINDOW = 1024 * 1024;
const NEWLINE = 10;

/** Lines of one file by their offsets; neighbours, in either direction, cost one read. */
export class LineReader {
  readonly #handle: FileHandle;
  #window: Buffer = Buffer.alloc(0);
  #from = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async open(file: string): Promise<LineReader> {
    return new LineReader(await open(file, 'r'));
  }

  /** Undefined where no whole line begins. */
  async lineAt(offset: number): Promise<Buffer | undefined> {
    const here = this.#cut(offset);
    if (here !== undefined) return here;
    // Going back is the usual way: the window lies before the line, with room for the line itself.
    const back = offset < this.#from || this.#window.length === 0;
    for (let room = WINDOW / 4; room <= 2 * MAX_LINE_BYTES; room *= 8) {
      await this.#read(back ? Math.max(0, offset - WINDOW) : offset, offset + Math.max(room, back ? 0 : WINDOW));
      const line = this.#cut(offset);
      if (line !== undefined || this.#from + this.#window.length < offset + room) return line;
    }
    return undefined;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  #cut(offset: number): Buffer | undefined {
    const start = offset - this.#from;
    if (start < 0 || start >= this.#window.length) return undefined;
    const end = this.#window.indexOf(NEWLINE, start);
    return end < 0 ? undefined : this.#window.subarray(start, end);
  }

  async #read(from: number, to: number): Promise<void> {
    const bytes = Buffer.allocUnsafe(to - from);
    const { bytesRead } = await this.#handle.read(bytes, 0, bytes.length, from);
    this.#window = bytes.subarray(0, bytesRead);
    this.#from = from;
  }
}
