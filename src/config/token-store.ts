import { createHash, timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import { Failure } from '../core/index.js';
import type { TokensChange } from '../core/index.js';
import { readClosedFile } from './safe-paths.js';
import type { TeamsOptions } from './teams.js';
import { MIN_TOKEN_LENGTH, readToken, tokenFiles } from './token-files.js';
import type { TokenFile } from './token-files.js';
import type { Workspace } from './workspace.js';

interface KnownToken {
  /** As the file was when it was read: one that has not changed since is not read again. */
  readonly stamp: string;
  /** Undefined: nobody calls by this file. */
  readonly digest: Buffer | undefined;
  readonly problem?: string;
}

/** The tokens of a workspace, as they are now; only their digests are kept. */
export class TokenStore {
  readonly #workspace: Workspace;
  #teams: TeamsOptions;
  #known = new Map<string, KnownToken>();
  #folderProblem: string | undefined;

  /** Throws when a token file cannot be trusted, or when two principals share a token. */
  constructor(workspace: Workspace, teams: TeamsOptions) {
    this.#workspace = workspace;
    this.#teams = teams;
    const owners = new Map<string, string>();
    for (const file of tokenFiles(workspace, teams)) {
      const digest = digestOf(readToken(file.path, file.linkable));
      const other = owners.get(digest.toString('hex'));
      if (other !== undefined) throw new Failure('config.workspace', sameToken(file.name, other));
      owners.set(digest.toString('hex'), file.name);
      this.#known.set(file.name, { stamp: stampOf(file) ?? '', digest });
    }
  }

  /** What is wrong with files that changed; the names of files, and nothing of what is in them. */
  get problems(): readonly string[] {
    const ofFiles = [...this.#known.values()].flatMap(({ problem }) => problem ?? []);
    return [...ofFiles, ...(this.#folderProblem === undefined ? [] : [this.#folderProblem])];
  }

  /** Which files there are, and when each was written; for the hash of the whole. */
  get stamps(): readonly string[] {
    return [...this.#known].map(([name, { stamp }]) => `${name}:${stamp}`).sort();
  }

  has(name: string): boolean {
    return this.#known.get(name)?.digest !== undefined;
  }

  setTeams(teams: TeamsOptions): void {
    this.#teams = teams;
  }

  /** Every token is compared, each in constant time: how long it takes says nothing about any of them. */
  ownerOf(presented: string): string | undefined {
    const wanted = digestOf(presented);
    let found: string | undefined;
    for (const [name, { digest }] of this.#known) {
      if (digest !== undefined && timingSafeEqual(digest, wanted)) found = name;
    }
    return found;
  }

  /** Looks at the files again, and says whose tokens came, went and were exchanged. */
  refresh(): TokensChange {
    const before = this.#known;
    const now = new Map<string, KnownToken>();
    try {
      for (const file of tokenFiles(this.#workspace, this.#teams)) {
        const known = readAgain(file, before.get(file.name));
        if (known !== undefined) now.set(file.name, known);
      }
      this.#folderProblem = undefined;
    } catch {
      // Without the folder nobody can tell who is still meant.
      this.#folderProblem = `${this.#workspace.tokens}: it cannot be read`;
      return { added: [], revoked: [], rotated: [] };
    }
    refuseShared(now, before);
    this.#known = now;
    return changeBetween(before, now);
  }
}

/** Undefined: the file is gone, and its token with it. */
function readAgain(file: TokenFile, before: KnownToken | undefined): KnownToken | undefined {
  const stamp = stampOf(file);
  if (stamp === undefined) return undefined;
  if (before?.stamp === stamp) return before;
  const { path, linkable } = file;
  try {
    const token = readClosedFile(path, { mayBeLink: linkable })?.trim();
    if (token === undefined) return undefined;
    if (token.length >= MIN_TOKEN_LENGTH) return { stamp, digest: digestOf(token) };
    // Half written, or emptied by mistake: who had a token keeps it until the file is right again.
    const problem = `${path}: a token has at least ${String(MIN_TOKEN_LENGTH)} characters; what it was before holds`;
    return { stamp, digest: before?.digest, problem };
  } catch (error) {
    // A token file that other users can read or write is no secret any more: its token is refused.
    const why = error instanceof Failure ? (error.hint ?? error.code) : `${path}: it cannot be read`;
    return { stamp, digest: undefined, problem: `${why}; its token is refused meanwhile` };
  }
}

/** Two callers with the same token cannot be told apart: only the one who had it before keeps it. */
function refuseShared(now: Map<string, KnownToken>, before: ReadonlyMap<string, KnownToken>): void {
  const owners = new Map<string, string>();
  const hadIt = ([name, { digest }]: [string, KnownToken]): boolean =>
    digest !== undefined && before.get(name)?.digest?.equals(digest) === true;
  for (const [name, known] of [...now].sort((one, other) => Number(hadIt(other)) - Number(hadIt(one)))) {
    if (known.digest === undefined) continue;
    const key = known.digest.toString('hex');
    const other = owners.get(key);
    if (other === undefined) owners.set(key, name);
    else now.set(name, { stamp: known.stamp, digest: undefined, problem: sameToken(name, other) });
  }
}

function changeBetween(before: ReadonlyMap<string, KnownToken>, now: ReadonlyMap<string, KnownToken>): TokensChange {
  const [had, has] = [before, now].map(
    (known) => new Map([...known].flatMap(([name, { digest }]) => (digest === undefined ? [] : [[name, digest]]))),
  );
  const added = [...(has ?? [])].filter(([name]) => had?.has(name) === false);
  const revoked = [...(had ?? [])].filter(([name]) => has?.has(name) === false);
  const rotated = [...(has ?? [])].filter(([name, digest]) => had?.get(name)?.equals(digest) === false);
  const names = (entries: readonly (readonly [string, Buffer])[]): readonly string[] => entries.map(([name]) => name);
  return { added: names(added), revoked: names(revoked), rotated: names(rotated) };
}

function stampOf({ path }: TokenFile): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat && [stat.ino, stat.ctimeNs, stat.mtimeNs, stat.size].join('.');
}

function sameToken(name: string, other: string): string {
  return `${name} and ${other} have the same token`;
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}
