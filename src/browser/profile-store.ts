import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure } from '../core/index.js';
import { isProcessLocked, takeProcessLock } from '../platform/process-lock.js';
import { replaceFile } from '../platform/replace-file.js';
import { once } from '../platform/once.js';

/** A profile that a session has for itself. */
export interface OpenProfile {
  /** What the browser keeps; nothing else of ours is in it. */
  readonly data: string;
  /** Copies of extensions, which the browser only reads. */
  readonly extensions: string;
  /** An earlier session used it. */
  readonly isRestored: boolean;
  /** Its browser is gone. Safe to call twice. */
  release(): void;
  /** Its session has ended, and its browser is ending. */
  leaves(ended: Promise<void>): void;
}

export interface ProfileFacts {
  readonly principal: string;
  readonly session: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly isInUse: boolean;
  /** The profile was used without the same-origin policy. */
  readonly isInsecure: boolean;
  readonly bytes: number;
}

export interface ProfileOwner {
  readonly principal: string;
  readonly session: string;
}

const FACTS = 'profile.json';
const FOLDER = /^[0-9a-f]{24}$/u;
/** The suffix of a profile that is being removed; after a crash the next removal deletes the rest. */
const REMOVED = '.removed';
const factsSchema = z.strictObject({
  version: z.literal(1),
  ...{ principal: z.string(), session: z.string(), createdAt: z.string(), lastUsedAt: z.string() },
  isInsecure: z.boolean(),
});

/** Chromium keeps cookies without an expiry only for a browser that goes on where it was. */
const FIRST_PREFERENCES = JSON.stringify({ session: { restore_on_startup: 1 } });

/** Profiles on disk, one for each principal and session name; each is used by one session at a time, of any server. */
export class ProfileStore {
  readonly #root: string;
  /** Of sessions of this server that have ended, until their browsers have too. */
  readonly #ending = new Map<string, Promise<void>>();

  constructor(root: string) {
    this.#root = root;
  }

  /** A session that is closed and begun again waits for its old browser to end, instead of finding its profile in use. */
  async openNext(owner: ProfileOwner, isInsecure: boolean): Promise<OpenProfile> {
    await this.#ending.get(this.#folderOf(owner.principal, owner.session, isInsecure));
    return this.open(owner, isInsecure);
  }

  /** `isInsecure`: a profile of its own, so that nothing of it is met by a browser that keeps origins apart. */
  open({ principal, session }: ProfileOwner, isInsecure: boolean): OpenProfile {
    const folder = this.#folderOf(principal, session, isInsecure);
    const lock = locked(folder);
    try {
      const known = readFacts(folder);
      const now = new Date().toISOString();
      const data = join(folder, 'data');
      const isRestored = known !== undefined && isFolder(data);
      if (isRestored) tidy(data);
      else makeData(data);
      const createdAt = known?.createdAt ?? now;
      const facts = { version: 1, principal, session, createdAt, lastUsedAt: now, isInsecure };
      replaceFile(join(folder, FACTS), JSON.stringify(facts));
      const extensions = join(folder, 'extensions');
      mkdirSync(extensions, { recursive: true, mode: 0o755 });
      return {
        ...{ data, extensions },
        isRestored,
        release: once(lock.release),
        leaves: (ended) => {
          const over = ended
            .catch(() => undefined)
            .then(() => {
              if (this.#ending.get(folder) === over) this.#ending.delete(folder);
            });
          this.#ending.set(folder, over);
        },
      };
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  list(): readonly ProfileFacts[] {
    return this.#folders().flatMap((folder) => {
      const facts = readFacts(folder);
      if (facts === undefined) return [];
      const { principal, session, createdAt, lastUsedAt, isInsecure } = facts;
      const shown = { principal, session, createdAt, lastUsedAt, isInsecure };
      return [{ ...shown, isInUse: isProcessLocked(folder), bytes: sizeOf(join(folder, 'data')) }];
    });
  }

  /** How many went; throws while one is in use. */
  remove({ principal, session }: ProfileOwner): number {
    const folders = [false, true].map((isInsecure) => this.#folderOf(principal, session, isInsecure)).filter(isFolder);
    lockedAll(folders);
    // At once and whole: whoever opens it meanwhile gets a folder of their own, and not what is left of this one.
    for (const folder of folders) renameSync(folder, `${folder}-${randomBytes(4).toString('hex')}${REMOVED}`);
    for (const name of this.#names().filter((found) => found.endsWith(REMOVED)))
      rmSync(join(this.#root, name), { recursive: true, force: true, maxRetries: 5 });
    return folders.length;
  }

  #folders(): string[] {
    return this.#names()
      .filter((name) => FOLDER.test(name))
      .map((name) => join(this.#root, name))
      .filter(isFolder)
      .sort();
  }

  #names(): string[] {
    return isFolder(this.#root) ? readdirSync(this.#root) : [];
  }

  #folderOf(principal: string, session: string, isInsecure: boolean): string {
    const named = JSON.stringify([principal, session, isInsecure]);
    return join(this.#root, createHash('sha256').update(named).digest('hex').slice(0, 24));
  }
}

function locked(folder: string): { readonly release: () => void } {
  const lock = takeProcessLock(folder);
  if (lock === undefined) throw new Failure('session.profile-in-use');
  return lock;
}

/** All of them or none. */
function lockedAll(folders: readonly string[]): void {
  const locks: { readonly release: () => void }[] = [];
  try {
    for (const folder of folders) locks.push(locked(folder));
  } catch (error) {
    for (const lock of locks) lock.release();
    throw error;
  }
}

function makeData(data: string): void {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(join(data, 'Default'), { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'Default', 'Preferences'), FIRST_PREFERENCES, { mode: 0o600 });
}

/**
 * The locks of a browser that was killed, and its list of open tabs: a tab must not load before anybody has asked for it.
 * The browser could write here: no link is followed.
 */
function tidy(data: string): void {
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie']) rmSync(join(data, name), { force: true });
  if (isFolder(join(data, 'Default'))) rmSync(join(data, 'Default', 'Sessions'), { recursive: true, force: true });
}

function readFacts(folder: string): z.output<typeof factsSchema> | undefined {
  try {
    return factsSchema.safeParse(JSON.parse(readFileSync(join(folder, FACTS), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function sizeOf(folder: string): number {
  if (!isFolder(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) => sum + (lstatSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}
