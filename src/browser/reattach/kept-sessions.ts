import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { Failure, sessionKey } from '../../core/index.js';
import type { SessionName } from '../../core/index.js';
import { readPrivateFileSync } from '../../platform/private-files.js';
import { livenessOf, ownIdentity, processIdentity } from '../../platform/process-liveness.js';
import type { ProcessIdentity } from '../../platform/process-liveness.js';
import { createFileOnce, replaceFile } from '../../platform/replace-file.js';

/** What the next server must know of a browser elsewhere to take its session over. Its ids and its label are secrets. */
const recordSchema = z.strictObject({
  version: z.literal(1),
  owner: processIdentity,
  /** Where the owner left its mark. */
  home: z.string().optional(),
  principal: z.string(),
  client: z.string().optional(),
  session: z.string(),
  /** The Grid's id of it. */
  id: z.string().min(1),
  /** A folder of the browser's machine that goes with it. */
  folder: z.string().optional(),
  label: z.string().regex(/^[0-9a-f]{32}$/u),
  node: z.string().min(1),
  /** A hash of all by which its browser was started and guarded. */
  setting: z.string(),
  startedAt: z.number(),
  endsAt: z.number(),
  lastCallAt: z.number(),
  actions: z.number(),
  /** The highest ref that was given out. */
  lastRef: z.number(),
  /** Why it may not be taken over. */
  spoiled: z.string().optional(),
});

export type KeptRecord = z.output<typeof recordSchema>;

export interface KeptEntry {
  readonly path: string;
  readonly record: KeptRecord;
}

/** A server, and where it left its mark; it is known whether one of another container is gone if that is our place, too. */
export interface Ownership {
  readonly owner: ProcessIdentity;
  readonly home?: string | undefined;
}

/** What the workspace knows of its servers. */
export interface WorkspaceServers {
  readonly home: string;
  readonly isGone: (server: ProcessIdentity) => Promise<boolean>;
}

const NAME = /^(?<of>[0-9a-f]{24})\.(?<number>\d{1,6})$/u;
const MAX_BYTES = 16_384;
const ID_FILE = 'workspace';

/**
 * One private file for each session of a browser elsewhere. Its name ends in a number, and only the highest counts: whoever
 * takes a session over creates the next number, which one alone can do.
 */
export class KeptSessions {
  readonly #folder: string;
  readonly #servers: WorkspaceServers | undefined;
  /** Servers of other containers. */
  readonly #gone = new Set<string>();
  #id: string | undefined;

  constructor(folder: string, servers?: WorkspaceServers) {
    this.#folder = folder;
    this.#servers = servers;
  }

  /** What we put on what is ours. */
  ownership(): Ownership {
    const home = this.#servers?.home;
    return { owner: ownIdentity(), ...(home === undefined ? {} : { home }) };
  }

  /** Of a server in another container it is known after `findGone`. */
  isGone({ owner, home }: Ownership): boolean {
    const isOurs = home !== undefined && home === this.#servers?.home;
    return livenessOf(owner) === 'dead' || (isOurs && this.#gone.has(keyOf(owner)));
  }

  /** Asks once for each server of another container that left one of these. Without any: that left a record. */
  async findGone(of: readonly Ownership[] = this.all().map(({ record }) => record)): Promise<void> {
    const servers = this.#servers;
    if (servers === undefined) return;
    const foreign = of.filter(({ owner, home }) => home === servers.home && livenessOf(owner) === 'unknown');
    const unknown = new Map(foreign.map(({ owner }) => [keyOf(owner), owner] as const));
    const ask = async ([key, owner]: readonly [string, ProcessIdentity]): Promise<void> => {
      if (!this.#gone.has(key) && (await servers.isGone(owner).catch(() => false))) this.#gone.add(key);
    };
    await Promise.all([...unknown].map(ask));
  }

  /** By this its sessions are told from those of other workspaces. */
  workspaceId(): string {
    this.#id ??= this.#readId() ?? this.#makeId();
    return this.#id;
  }

  add(record: KeptRecord): KeptEntry {
    this.#makeFolder();
    const path = join(this.#folder, `${hashOf(record.id)}.1`);
    replaceFile(path, JSON.stringify(record));
    return { path, record };
  }

  /** Undefined: another server was faster. */
  claim({ path, record }: KeptEntry): KeptEntry | undefined {
    const { of = '', number = '' } = NAME.exec(basename(path))?.groups ?? {};
    const next = join(this.#folder, `${of}.${String(Number(number) + 1)}`);
    const claimed = { ...record, ...this.ownership() };
    if (!createFileOnce(next, JSON.stringify(claimed))) return undefined;
    rmSync(path, { force: true });
    return { path: next, record: claimed };
  }

  write({ path, record }: KeptEntry): void {
    replaceFile(path, JSON.stringify(record));
  }

  /** With every lower number that a server killed while it claimed has left: one of those would count again. */
  remove({ path }: Pick<KeptEntry, 'path'>): void {
    const { of, number = '' } = NAME.exec(basename(path))?.groups ?? {};
    const isOlder = (groups: Readonly<Record<string, string>> | undefined): boolean =>
      groups?.['of'] === of && Number(groups?.['number']) < Number(number);
    for (const name of this.#names().filter((one) => isOlder(NAME.exec(one)?.groups)))
      rmSync(join(this.#folder, name), { force: true });
    rmSync(path, { force: true });
  }

  /** A file that is damaged, or not ours alone, is none: its session is nobody's. */
  all(): readonly KeptEntry[] {
    const newest = new Map<string, { readonly number: number; readonly name: string }>();
    for (const name of this.#names()) {
      const { of = '', number = '' } = NAME.exec(name)?.groups ?? {};
      if (of !== '' && Number(number) > (newest.get(of)?.number ?? 0)) newest.set(of, { number: Number(number), name });
    }
    return [...newest.values()].flatMap(({ name }) => {
      const path = join(this.#folder, name);
      const record = readRecord(path);
      return record === undefined || !name.startsWith(hashOf(record.id)) ? [] : [{ path, record }];
    });
  }

  /** What servers that are gone left under this name, the last used first. */
  leftFor(scope: SessionName): readonly KeptEntry[] {
    return this.#of(scope)
      .filter(({ record }) => this.isGone(record))
      .sort((one, other) => other.record.lastCallAt - one.record.lastCallAt);
  }

  /** Whether the servers are gone that have records under this name. */
  findGoneFor(scope: SessionName): Promise<void> {
    return this.findGone(this.#of(scope).map(({ record }) => record));
  }

  #of(scope: SessionName): readonly KeptEntry[] {
    return this.all().filter(({ record }) => sessionKey(record) === sessionKey(scope));
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }

  #makeFolder(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  #readId(): string | undefined {
    const text = readText(join(this.#folder, ID_FILE))?.trim();
    return text !== undefined && /^[0-9a-f]{32}$/u.test(text) ? text : undefined;
  }

  #makeId(): string {
    this.#makeFolder();
    const path = join(this.#folder, ID_FILE);
    const id = randomBytes(16).toString('hex');
    if (createFileOnce(path, id)) return id;
    const other = this.#readId();
    if (other !== undefined) return other;
    replaceFile(path, id);
    return id;
  }
}

function keyOf({ pid, start, boot, namespace }: ProcessIdentity): string {
  return [pid, start, boot, namespace].join(' ');
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 24);
}

function readRecord(path: string): KeptRecord | undefined {
  try {
    return recordSchema.safeParse(JSON.parse(readText(path) ?? '')).data;
  } catch {
    return undefined;
  }
}

function readText(path: string): string | undefined {
  const refuse = (why: string, cause?: unknown): Failure => new Failure('config.workspace', why, undefined, cause);
  try {
    return readPrivateFileSync(path, { maxBytes: MAX_BYTES, refuse });
  } catch {
    return undefined;
  }
}
