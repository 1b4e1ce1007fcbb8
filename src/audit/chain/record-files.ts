import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';

/**
 * `20261105T101112Z-<id>.jsonl`, and `….0002.jsonl` for what its server wrote after the first file was full or the day
 * was over. Undefined if the id could lead out of the folder.
 */
export function recordFileName(startedAt: Date, serverId: string, part = 1): string | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/u.test(serverId)) return undefined;
  const start = startedAt.toISOString().replace(/[-:]|\.\d+/gu, '');
  return partName(`${start}-${serverId}`, part);
}

export function partName(chain: string, part: number): string {
  return part === 1 ? `${chain}.jsonl` : `${chain}.${String(part).padStart(4, '0')}.jsonl`;
}

const NAME = /^(?<chain>\d{8}T\d{6}Z-(?<server>[A-Za-z0-9][A-Za-z0-9_-]{0,63}))(?:\.(?<part>\d{4,9}))?\.jsonl$/u;

export interface RecordFileName {
  /** Its server's files have this in common. */
  readonly chain: string;
  readonly server: string;
  /** From 1. */
  readonly part: number;
}

export function parseFileName(name: string): RecordFileName | undefined {
  const { chain, server, part } = NAME.exec(name)?.groups ?? {};
  if (chain === undefined || server === undefined) return undefined;
  return { chain, server, part: part === undefined ? 1 : Number(part) };
}

/** Names, oldest server first and its parts in order; a folder that is not there yet has none. */
export async function listRecordFiles(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith('.jsonl')).sort(inOrder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function inOrder(a: string, b: string): number {
  const [left, right] = [parseFileName(a), parseFileName(b)];
  if (left !== undefined && right?.chain === left.chain) return left.part - right.part;
  return a < b ? -1 : 1;
}

export interface RecordFileFacts {
  readonly size: number;
  readonly mtimeMs: number;
}

/** Undefined if it is gone or is no plain file; a link is not followed. */
export async function plainFile(file: string): Promise<RecordFileFacts | undefined> {
  try {
    const facts = await lstat(file);
    return facts.isFile() ? facts : undefined;
  } catch {
    return undefined;
  }
}

export interface Lines {
  /** Without their newlines. */
  readonly whole: readonly Buffer[];
  /** Where in the file the first byte after them is. */
  readonly offset: number;
  /** Only at the end: bytes without a newline. */
  readonly rest?: Buffer;
}

/** Far more than we ever write; what is longer is no record. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;
const NEWLINE = 10;

/**
 * Chunk by chunk, so that neither a large file nor a line without end fills the memory. Lines that come together lie side
 * by side in memory.
 */
export async function* readLines(file: string, from = 0, to = Number.POSITIVE_INFINITY): AsyncGenerator<Lines> {
  if (to <= from) return;
  let rest: Buffer = Buffer.alloc(0);
  let offset = from;
  for await (const chunk of createReadStream(file, { start: from, end: to - 1, highWaterMark: 256 * 1024 })) {
    if (!Buffer.isBuffer(chunk)) continue;
    let bytes: Buffer = chunk;
    const end = rest.length === 0 ? -1 : chunk.indexOf(NEWLINE);
    if (end >= 0) {
      // Alone, so that nothing but it is copied.
      const first = Buffer.concat([rest, chunk.subarray(0, end)]);
      offset += first.length + 1;
      yield { whole: [first], offset };
      bytes = chunk.subarray(end + 1);
    } else if (rest.length > 0) bytes = Buffer.concat([rest, chunk]);
    const { whole, used } = splitLines(bytes);
    rest = bytes.subarray(used);
    offset += used;
    yield { whole, offset };
    if (rest.length > MAX_LINE_BYTES) break;
  }
  if (rest.length > 0) yield { whole: [], offset, rest };
}

function splitLines(bytes: Buffer): { whole: Buffer[]; used: number } {
  const whole: Buffer[] = [];
  let used = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, used)) {
    whole.push(bytes.subarray(used, at));
    used = at + 1;
  }
  return { whole, used };
}
