import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';

/** `20261105T101112Z-<id>.jsonl`: sorted by name is sorted by start. Undefined if the id could lead out of the folder. */
export function recordFileName(startedAt: Date, serverId: string): string | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/u.test(serverId)) return undefined;
  const start = startedAt.toISOString().replace(/[-:]|\.\d+/gu, '');
  return `${start}-${serverId}.jsonl`;
}

const NAME = /^\d{8}T\d{6}Z-(?<server>[A-Za-z0-9][A-Za-z0-9_-]{0,63})\.jsonl$/u;

export function serverOfFile(name: string): string | undefined {
  return NAME.exec(name)?.groups?.['server'];
}

/** Names, oldest server first; a folder that is not there yet has none. */
export async function listRecordFiles(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith('.jsonl')).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Undefined if it is gone or is no plain file; a link is not followed. */
export async function plainFile(
  file: string,
): Promise<{ readonly size: number; readonly mtimeMs: number } | undefined> {
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
export const MOST_LINE_BYTES = 4 * 1024 * 1024;
const NEWLINE = 10;

/** Chunk by chunk, so that neither a large file nor a line without end fills the memory. */
export async function* readLines(file: string, from = 0): AsyncGenerator<Lines> {
  let rest: Buffer = Buffer.alloc(0);
  let offset = from;
  for await (const chunk of createReadStream(file, { start: from, highWaterMark: 256 * 1024 })) {
    if (!Buffer.isBuffer(chunk)) continue;
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const { whole, used } = splitLines(bytes);
    rest = bytes.subarray(used);
    offset += used;
    yield { whole, offset };
    if (rest.length > MOST_LINE_BYTES) break;
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
