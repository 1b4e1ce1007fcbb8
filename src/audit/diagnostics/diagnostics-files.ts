import { createHash } from 'node:crypto';
import { appendFile, lstat, mkdir, readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sessionKey } from '../../core/index.js';
import type { JsonObject, SessionName } from '../../core/index.js';

const DAY_MS = 86_400_000;
/** A session that fills its file has said enough. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;
const MAX_READ_BYTES = 64 * 1024 * 1024;
const FOLDER = /^[a-z0-9-]{1,40}\.[0-9a-f]{16}$/u;

/** A folder for each session, a file for each start of a server in it: nobody reads another's. */
export class DiagnosticsFiles {
  readonly #root: string;
  readonly #file: string;
  readonly #sizes = new Map<string, number>();

  constructor(root: string, startedAt: Date) {
    this.#root = root;
    this.#file = `${startedAt.toISOString().replaceAll(':', '-')}.jsonl`;
  }

  async append(session: SessionName, entry: JsonObject): Promise<void> {
    const folder = this.#folderOf(session);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const line = `${JSON.stringify(entry)}\n`;
    const file = join(folder, this.#file);
    const size = this.#sizes.get(file) ?? (await sizeOf(file));
    if (size + line.length > MAX_FILE_BYTES) return;
    this.#sizes.set(file, size + line.length);
    await appendFile(file, line, { mode: 0o600 });
  }

  /** Oldest first. A line that was cut off by a crash is left out. */
  async read(session: SessionName): Promise<readonly JsonObject[]> {
    const folder = this.#folderOf(session);
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl')).sort();
    const entries: JsonObject[] = [];
    let bytes = 0;
    for (const name of names.toReversed()) {
      const file = join(folder, name);
      bytes += await sizeOf(file);
      if (bytes > MAX_READ_BYTES) break;
      entries.unshift(...(await readFile(file, 'utf8')).split('\n').flatMap(parsed));
    }
    return entries;
  }

  /** Removes the folders of sessions that have not been written to for so many days; nothing that is not ours. */
  async sweep(days: number): Promise<void> {
    const before = Date.now() - days * DAY_MS;
    for (const name of await readdir(this.#root).catch(() => [])) {
      const folder = join(this.#root, name);
      if (FOLDER.test(name) && (await newest(folder)) < before) await rm(folder, { recursive: true, force: true });
    }
  }

  /**
   * The name alone would be shared by callers: the digest is of the whole key. Names that no session can have are one, so
   * that a caller who makes them up makes no folders.
   */
  #folderOf(session: SessionName): string {
    const name = /^[a-z0-9-]{1,40}$/u.test(session.session) ? session.session : 'other';
    const key = sessionKey({ ...session, session: name });
    const digest = createHash('sha256').update(key).digest('hex').slice(0, 16);
    return join(this.#root, `${name}.${digest}`);
  }
}

async function newest(folder: string): Promise<number> {
  const facts = await lstat(folder);
  if (!facts.isDirectory()) return Infinity;
  const times = (await readdir(folder)).map(async (name) => (await lstat(join(folder, name))).mtimeMs);
  return Math.max(...(await Promise.all(times)), times.length === 0 ? facts.mtimeMs : 0);
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

function parsed(line: string): readonly JsonObject[] {
  try {
    const entry: unknown = line === '' ? undefined : JSON.parse(line);
    return isEntry(entry) ? [entry] : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
