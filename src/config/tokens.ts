import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { linkSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, ownCommand } from '../core/index.js';
import type { Principal } from '../core/index.js';
import { isMissing, readClosedFile } from './safe-paths.js';
import { PRINCIPAL_NAME, teamOf } from './teams.js';
import type { TeamOptions } from './teams.js';
import type { Workspace } from './workspace.js';

export const LOCAL = 'local';
const MIN_LENGTH = 24;

export interface Tokens {
  /** Whose token this is. Reads the files anew, so that a revoked token is refused by servers that are running. */
  readonly authenticate: (presented: string) => Principal | undefined;
}

export interface TokenEntry {
  readonly name: string;
  readonly path: string;
  readonly team: boolean;
  readonly madeAt: Date;
}

type Teams = Readonly<Record<string, TeamOptions>>;

/** Throws when a token file cannot be trusted, or when two principals share a token. */
export function openTokens(workspace: Workspace, teams: Teams): Tokens {
  const digests = new Map<string, string>();
  for (const { name, path, linkable } of tokenFiles(workspace, teams)) {
    const digest = digestOf(readToken(path, linkable)).toString('hex');
    const other = digests.get(digest);
    if (other !== undefined) throw new Failure('config.workspace', `${name} and ${other} have the same token`);
    digests.set(digest, name);
  }
  return { authenticate: (presented) => authenticate(workspace, teams, presented) };
}

/** Every token is compared, each in constant time: how long it takes says nothing about any of them. */
function authenticate(workspace: Workspace, teams: Teams, presented: string): Principal | undefined {
  const wanted = digestOf(presented);
  let found: string | undefined;
  for (const { name, path, linkable } of tokenFiles(workspace, teams)) {
    const token = readTokenOrNothing(path, linkable);
    if (token !== undefined && timingSafeEqual(digestOf(token), wanted)) found = name;
  }
  if (found === undefined) return undefined;
  const team = Object.hasOwn(teams, found) ? teams[found] : undefined;
  return team === undefined ? { id: found } : { id: found, team: teamOf(found, team) };
}

/** Makes the local user's token at first run. */
export function ensureLocalToken(workspace: Workspace): { readonly path: string; readonly made: boolean } {
  const path = workspace.inside('token');
  const made = createToken(path);
  readToken(path, false);
  return { path, made };
}

export function addToken(workspace: Workspace, name: string): string {
  const path = tokenPath(workspace, name);
  if (!createToken(path))
    throw new Failure('config.invalid', `there is a token named ${name}; rotate it, or revoke it first`);
  return path;
}

export function rotateToken(workspace: Workspace, name: string): string {
  const path = tokenPath(workspace, name);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) throw noSuchToken(name);
  workspace.writeClosed(path, freshToken());
  return path;
}

export function revokeToken(workspace: Workspace, name: string): string {
  const path = tokenPath(workspace, name);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) throw noSuchToken(name);
  rmSync(path);
  return path;
}

export function listTokens(workspace: Workspace, teams: Teams): readonly TokenEntry[] {
  return tokenFiles(workspace, teams).flatMap(({ name, path }) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? [] : [{ name, path, team: Object.hasOwn(teams, name), madeAt: stat.mtime }];
  });
}

interface TokenFile {
  readonly name: string;
  readonly path: string;
  /** The operator gave this path; secrets that a system mounts are often links. */
  readonly linkable: boolean;
}

function tokenFiles(workspace: Workspace, teams: Teams): readonly TokenFile[] {
  const files = new Map<string, TokenFile>();
  if (statSync(workspace.token, { throwIfNoEntry: false }) !== undefined) {
    files.set(LOCAL, { name: LOCAL, path: workspace.token, linkable: false });
  }
  for (const name of readdirSync(workspace.tokens).sort()) {
    if (PRINCIPAL_NAME.test(name)) files.set(name, { name, path: join(workspace.tokens, name), linkable: false });
  }
  for (const [name, team] of Object.entries(teams)) {
    if (team.tokenFile !== undefined) files.set(name, { name, path: team.tokenFile, linkable: true });
  }
  return [...files.values()];
}

function readToken(path: string, linkable: boolean): string {
  try {
    const token = readClosedFile(path, { mayBeLink: linkable }).trim();
    if (token.length >= MIN_LENGTH) return token;
    throw new Failure('config.workspace', `${path}: a token has at least ${MIN_LENGTH} characters`);
  } catch (error) {
    if (isMissing(error)) throw new Failure('config.workspace', `${path}: there is no such token file`);
    throw error;
  }
}

function readTokenOrNothing(path: string, linkable: boolean): string | undefined {
  try {
    return readToken(path, linkable);
  } catch {
    return undefined;
  }
}

/** False if there is one already. Of two servers that start at once one makes it, and neither sees half of it. */
function createToken(path: string): boolean {
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`;
  writeFileSync(draft, freshToken(), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function tokenPath(workspace: Workspace, name: string): string {
  if (name === LOCAL) return workspace.inside('token');
  if (!PRINCIPAL_NAME.test(name)) {
    throw new Failure('config.invalid', 'a token is named by lower-case letters, digits and dashes');
  }
  return workspace.inside('tokens', name);
}

function noSuchToken(name: string): Failure {
  return new Failure('config.invalid', `there is no token named ${name}; list them with: ${ownCommand('token list')}`);
}

function freshToken(): string {
  return `${randomBytes(32).toString('base64url')}\n`;
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}
