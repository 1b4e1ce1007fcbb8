import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFileDurably } from '../../platform/replace-file.js';
import type { RecordFileFacts } from '../chain/record-files.js';
import { FileIndex, INDEX_VERSION, isIndexHead } from './file-index.js';
import type { IndexHead } from './file-index.js';
import { ROW_BYTES, Rows } from './rows.js';

/** Smaller files, and smaller additions, are read again sooner than an index is written. */
const WORTH_SAVING = 256 * 1024;
const MAGIC = 'gw-audit';
const PREFIX = 16;

/**
 * The index of a file, up to date. Nothing but speed hangs on what is kept of it: what does not fit its file (size, time
 * of change, last hash) is thrown away and made again.
 */
export async function loadIndex(folder: string, name: string, facts: RecordFileFacts): Promise<FileIndex> {
  const kept = await readKept(folder, name);
  const index = kept !== undefined && (await stillFits(folder, kept, facts)) ? kept : new FileIndex(name);
  return bringUpToDate(folder, index, facts);
}

/** The same index, or a new one where the file is not what it was. */
export async function bringUpToDate(folder: string, former: FileIndex, facts: RecordFileFacts): Promise<FileIndex> {
  const { size, mtimeMs } = former.covered;
  if (size === facts.size && mtimeMs === facts.mtimeMs) return former;
  const index = (await stillFits(folder, former, facts)) ? former : new FileIndex(former.name);
  const before = index.covered.size;
  await index.readOn(folder, facts);
  if (index.covered.size - before >= WORTH_SAVING) await keep(folder, index);
  return index;
}

async function stillFits(folder: string, { name, covered }: FileIndex, facts: RecordFileFacts): Promise<boolean> {
  if (covered.size === 0) return true;
  if (facts.size < covered.size) return false;
  // A file that only grows is changed only by growing.
  if (facts.size === covered.size && facts.mtimeMs !== covered.mtimeMs) return false;
  return (await hashBefore(path.join(folder, name), covered.size)) === covered.lastHash;
}

async function hashBefore(file: string, size: number): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const bytes = Buffer.alloc(67);
    await handle.read(bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('latin1', 0, 64);
  } finally {
    await handle.close();
  }
}

async function readKept(folder: string, name: string): Promise<FileIndex | undefined> {
  try {
    const bytes = await readFile(indexFile(folder, name));
    if (bytes.toString('latin1', 0, 8) !== MAGIC) return undefined;
    const headBytes = bytes.readUInt32LE(8);
    const head: unknown = JSON.parse(bytes.toString('utf8', PREFIX, PREFIX + headBytes));
    if (!isIndexHead(head) || bytes.length !== PREFIX + headBytes + head.rows * ROW_BYTES) return undefined;
    const columns = new Uint8Array(head.rows * ROW_BYTES);
    columns.set(bytes.subarray(PREFIX + headBytes));
    const rows = new Rows(head.texts, head.rows, columns.buffer);
    return new FileIndex(name, { rows, covered: head.covered, open: new Map(head.open), next: head.next });
  } catch {
    return undefined;
  }
}

/** One that cannot be kept is made again next time. */
async function keep(folder: string, { name, rows, covered, open: unfinished, next }: FileIndex): Promise<void> {
  const head: IndexHead = {
    version: INDEX_VERSION,
    rows: rows.length,
    texts: rows.texts,
    covered,
    open: [...unfinished],
    ...(next !== undefined && { next }),
  };
  const text = Buffer.from(JSON.stringify(head), 'utf8');
  const prefix = Buffer.alloc(PREFIX);
  prefix.write(MAGIC, 'latin1');
  prefix.writeUInt32LE(text.length, 8);
  const file = indexFile(folder, name);
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await replaceFileDurably(file, Buffer.concat([prefix, text, rows.toBytes()]));
  } catch {
    // The next query builds the index again.
  }
}

export function indexFile(folder: string, name: string): string {
  return path.join(folder, 'index', `${name}.idx`);
}
