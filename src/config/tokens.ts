import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { Failure, ownCommand } from '../core/index.js';
import { createFileOnce } from '../platform/replace-file.js';
import { PRINCIPAL_NAME } from './teams.js';
import type { TeamsOptions } from './teams.js';
import { LOCAL, readToken, tokenFiles } from './token-files.js';
import type { Workspace } from './workspace.js';

export interface TokenEntry {
  readonly name: string;
  readonly path: string;
  readonly team: boolean;
  readonly madeAt: Date;
}

/** Makes the local user's token at first run. */
export function ensureLocalToken(workspace: Workspace): { readonly path: string; readonly made: boolean } {
  const path = workspace.inside('token');
  const made = createFileOnce(path, freshToken());
  readToken(path, false);
  return { path, made };
}

export function addToken(workspace: Workspace, name: string): string {
  const path = tokenPath(workspace, name);
  if (!createFileOnce(path, freshToken()))
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

export function listTokens(workspace: Workspace, teams: TeamsOptions): readonly TokenEntry[] {
  return tokenFiles(workspace, teams).flatMap(({ name, path }) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? [] : [{ name, path, team: Object.hasOwn(teams, name), madeAt: stat.mtime }];
  });
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
