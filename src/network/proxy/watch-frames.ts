/** The name of a secret of the session that this text carries to an origin where it does not belong. Asked each time anew: a secret may come after the connection. */
export type FindLeakIn = (text: string) => string | undefined;

/** How much of what was said before is read together with what comes next. */
const REMEMBERED_BYTES = 2048;
/** While more of a message is still to come, so much of it waits for the rest. */
const HELD_BYTES = 16_384;
const MASKED = 0x80;
const FINAL = 0x80;
const RESERVED = 0x70;
const FIRST_CONTROL = 8;
const NOTHING = Buffer.alloc(0);

/** The bytes to send on, or the leak that was found; `unreadable` where the bytes are no valid frames (RFC 6455). */
export type Passed = { readonly bytes: Buffer } | { readonly leak: string } | { readonly unreadable: true };

/**
 * What a browser says in a WebSocket (RFC 6455), as frames come and whatever pieces they come in: messages of text and of
 * bytes, fragments of them, pings and the reason of a close. Frames with reserved bits are compressed or otherwise not
 * what they seem; no extension was offered, so no browser sends any.
 */
export class FrameWatch {
  readonly #find: FindLeakIn;
  #raw: Buffer = NOTHING;
  /** The bytes of raw that are parsed already. */
  #parsed = 0;
  /** The text of the latest messages. */
  #said: Buffer = NOTHING;
  #left = 0;
  #key: Buffer = NOTHING;
  #keyAt = 0;
  #isFinal = true;

  constructor(find: FindLeakIn) {
    this.#find = find;
  }

  push(chunk: Buffer): Passed {
    this.#raw = this.#raw.length === 0 ? chunk : Buffer.concat([this.#raw, chunk]);
    const news: Buffer[] = [];
    while (this.#parsed < this.#raw.length) {
      if (this.#left > 0) news.push(this.#readPayload());
      else {
        const size = this.#readHead();
        if (size === undefined) return { unreadable: true };
        if (size === 0) break;
      }
    }
    return this.#scan(news) ?? { bytes: this.#release() };
  }

  /** Answers the size of the head; 0 while not all of it has come. */
  #readHead(): number | undefined {
    const raw = this.#raw.subarray(this.#parsed);
    const [first = 0, second = 0] = raw;
    if (raw.length < 2) return 0;
    if ((first & RESERVED) !== 0 || (second & MASKED) === 0) return undefined;
    const short = second & 0x7f;
    const more = short === 127 ? 8 : short === 126 ? 2 : 0;
    const size = 2 + more + 4;
    if (raw.length < size) return 0;
    const length = more === 8 ? Number(raw.readBigUInt64BE(2)) : more === 2 ? raw.readUInt16BE(2) : short;
    if (!Number.isSafeInteger(length)) return undefined;
    if ((first & 0x0f) < FIRST_CONTROL) this.#isFinal = (first & FINAL) !== 0;
    this.#left = length;
    this.#key = Buffer.from(raw.subarray(2 + more, size));
    this.#keyAt = 0;
    this.#parsed += size;
    return size;
  }

  #readPayload(): Buffer {
    const part = Buffer.from(this.#raw.subarray(this.#parsed, this.#parsed + this.#left));
    for (let i = 0; i < part.length; i += 1) part[i] = (part[i] ?? 0) ^ (this.#key[(this.#keyAt + i) & 3] ?? 0);
    this.#keyAt += part.length;
    this.#left -= part.length;
    this.#parsed += part.length;
    return part;
  }

  #scan(news: readonly Buffer[]): { leak: string } | undefined {
    if (news.length === 0) return undefined;
    const said = Buffer.concat([this.#said, ...news]);
    const leak = this.#find(said.toString('utf8'));
    if (leak !== undefined) return { leak };
    this.#said = Buffer.from(said.subarray(Math.max(0, said.length - REMEMBERED_BYTES)));
    return undefined;
  }

  /** Bytes of an unfinished message or of an incomplete frame header are held back. */
  #release(): Buffer {
    const isOpen = this.#left > 0 || !this.#isFinal;
    const end = isOpen ? Math.max(0, this.#parsed - HELD_BYTES) : this.#parsed;
    const bytes = this.#raw.subarray(0, end);
    this.#raw = Buffer.from(this.#raw.subarray(end));
    this.#parsed -= end;
    return bytes;
  }
}
