import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const UTF8 = 0x0800;
/** 1980-01-01, the first day of the format: nothing tells when a file was made but what is in it. */
const DAY_ONE = 0x0021;
/** Without the 64-bit extension. */
const MAX_ENTRIES = 60_000;

/** A ZIP file (APPNOTE 6.3) in memory. Pictures are stored as they are, all else is deflated. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  if (entries.length > MAX_ENTRIES) throw new Error('too many files for one archive');
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const isStored = /\.(?:png|jpeg|webm)$/u.test(name);
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const shared = sharedFields(bytes, packed.length, isStored ? 0 : 8, Buffer.byteLength(name));
    const local = Buffer.concat([word(LOCAL), shared, Buffer.from(name)]);
    directory.push(word(CENTRAL), half(20), shared, Buffer.alloc(10), word(offset), Buffer.from(name));
    parts.push(local, Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength));
    offset += local.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const count = half(entries.length);
  const end = [word(END), half(0), half(0), count, count, word(central.length), word(offset), half(0)];
  return Buffer.concat([...parts, central, ...end]);
}

/** From the version that is needed to the length of the extra field: the same in both headers. */
function sharedFields(bytes: Uint8Array, packed: number, method: number, nameLength: number): Buffer {
  return Buffer.concat([
    ...[half(20), half(UTF8), half(method), half(0), half(DAY_ONE)],
    ...[word(crc32(bytes)), word(packed), word(bytes.length), half(nameLength), half(0)],
  ]);
}

function half(value: number): Buffer {
  const out = Buffer.alloc(2);
  out.writeUInt16LE(value);
  return out;
}

function word(value: number): Buffer {
  const out = Buffer.alloc(4);
  out.writeUInt32LE(value);
  return out;
}
