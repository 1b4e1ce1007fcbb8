import { deflateSync, inflateSync } from 'node:zlib';
import { lex, UnreadablePdf } from './lex.js';

export interface PdfObject {
  readonly id: number;
  /** Everything before the stream, or all of it; Latin-1. */
  readonly head: string;
  /** As it stands in the file. */
  readonly raw?: Buffer;
}

const MAX_UNPACKED = 200 * 1024 * 1024;

/**
 * A PDF file as Chromium writes it: one object after the other, a plain table of them, no encryption and nothing packed
 * into streams of objects. Whatever looks otherwise is not read at all.
 */
export class PdfFile {
  readonly objects: ReadonlyMap<number, PdfObject>;
  readonly #header: string;
  readonly #trailer: string;

  static parse(bytes: Buffer): PdfFile {
    const text = bytes.toString('latin1');
    const header = /^%PDF-1\.\d\s*(?:%[^\r\n]*[\r\n]+)?/u.exec(text)?.[0];
    if (header === undefined) throw new UnreadablePdf('no header');
    const objects = new Map<number, PdfObject>();
    let at = header.length;
    for (;;) {
      at = skipSpace(text, at);
      if (text.startsWith('xref', at)) break;
      const { object, end } = readObject(bytes, text, at);
      if (objects.has(object.id)) throw new UnreadablePdf('an object twice');
      objects.set(object.id, object);
      at = end;
    }
    const trailer = /trailer\s*([\s\S]*?)\s*startxref\s+\d+\s+%%EOF\s*$/u.exec(text.slice(at))?.[1];
    if (trailer === undefined || /\/(?:Encrypt|Prev|XRefStm)\b/u.test(trailer)) throw new UnreadablePdf('its trailer');
    return new PdfFile(header, objects, trailer);
  }

  private constructor(header: string, objects: ReadonlyMap<number, PdfObject>, trailer: string) {
    this.#header = header;
    this.objects = objects;
    this.#trailer = trailer;
    for (const { head } of objects.values())
      if (/\/Type\s*\/(?:ObjStm|XRef)\b/u.test(head)) throw new UnreadablePdf('packed objects');
  }

  /** The same with some objects in place of those of their numbers. */
  with(changed: ReadonlyMap<number, PdfObject>): PdfFile {
    return new PdfFile(
      this.#header,
      new Map([...this.objects].map(([id, object]) => [id, changed.get(id) ?? object])),
      this.#trailer,
    );
  }

  write(): Buffer {
    const parts: Buffer[] = [Buffer.from(this.#header, 'latin1')];
    const places = new Map<number, number>();
    let length = this.#header.length;
    const add = (part: Buffer): void => {
      parts.push(part);
      length += part.length;
    };
    for (const { id, head, raw } of this.objects.values()) {
      places.set(id, length);
      add(Buffer.from(`${String(id)} 0 obj\n${head}`, 'latin1'));
      if (raw !== undefined) {
        add(Buffer.from('\nstream\n', 'latin1'));
        add(raw);
        add(Buffer.from('\nendstream', 'latin1'));
      }
      add(Buffer.from('\nendobj\n', 'latin1'));
    }
    const start = length;
    const size = Math.max(0, ...places.keys()) + 1;
    const row = (id: number): string => {
      const place = places.get(id);
      return place === undefined ? '0000000000 65535 f \n' : `${String(place).padStart(10, '0')} 00000 n \n`;
    };
    const table = Array.from({ length: size }, (_, id) => row(id)).join('');
    const trailer = this.#trailer.replace(/\/Size\s+\d+/u, `/Size ${String(size)}`);
    add(
      Buffer.from(
        `xref\n0 ${String(size)}\n${table}trailer\n${trailer}\nstartxref\n${String(start)}\n%%EOF\n`,
        'latin1',
      ),
    );
    return Buffer.concat(parts);
  }
}

export function isPage({ head }: PdfObject): boolean {
  return /\/Type\s*\/Page\b/u.test(head);
}

/** What a stream holds, Latin-1. Undefined: there is none, or it is packed as only pictures are. */
export function unpacked({ head, raw }: PdfObject): string | undefined {
  if (raw === undefined) return undefined;
  const filter = /\/Filter\s*(\/\w+|\[[^\]]*\])/u.exec(head)?.[1];
  if (filter === undefined) return raw.toString('latin1');
  if (filter.replace(/[[\]\s]/gu, '') !== '/FlateDecode' || /\/DecodeParms\b/u.test(head)) return undefined;
  return inflateSync(raw, { maxOutputLength: MAX_UNPACKED }).toString('latin1');
}

export function repacked({ id, head }: PdfObject, content: string): PdfObject {
  const raw = deflateSync(Buffer.from(content, 'latin1'));
  const plain = head.replace(/\/Filter\s*(?:\/\w+|\[[^\]]*\])/u, '').replace(/\/Length\s+\d+/u, '');
  return { id, head: plain.replace(/>>\s*$/u, `/Filter /FlateDecode /Length ${String(raw.length)}>>`), raw };
}

function readObject(bytes: Buffer, text: string, at: number): { object: PdfObject; end: number } {
  const opening = /^(\d+) 0 obj\b/u.exec(text.slice(at, at + 40));
  if (opening === null) throw new UnreadablePdf('no object');
  const id = Number(opening[1]);
  const from = at + opening[0].length;
  for (const { kind, value, start, end } of lex(text, from)) {
    if (kind !== 'word') continue;
    const head = text.slice(from, start).trim();
    if (value === 'endobj') return { object: { id, head }, end };
    if (value !== 'stream') continue;
    const length = /\/Length\s+(\d+)(?!\s+\d+\s+R)/u.exec(head)?.[1];
    if (length === undefined) throw new UnreadablePdf('a stream without a length');
    const begin = end + (text.startsWith('\r\n', end) ? 2 : 1);
    const close = begin + Number(length);
    const closing = /^\s*endstream\s+endobj/u.exec(text.slice(close, close + 40));
    if (closing === null) throw new UnreadablePdf('a stream of another length');
    return { object: { id, head, raw: bytes.subarray(begin, close) }, end: close + closing[0].length };
  }
  throw new UnreadablePdf('an object without an end');
}

function skipSpace(text: string, at: number): number {
  let next = at;
  while (next < text.length && /\s/u.test(text.charAt(next))) next += 1;
  if (next >= text.length) throw new UnreadablePdf('no end');
  return next;
}
