import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../core/index.js';
import { readClosedFile } from './safe-paths.js';
import { PRINCIPAL_NAME } from './teams.js';
import type { TeamsOptions } from './teams.js';
import type { Workspace } from './workspace.js';

export const LOCAL = 'local';
export const MIN_TOKEN_LENGTH = 24;

export interface TokenFile {
  readonly name: string;
  readonly path: string;
  /** The operator gave this path; secrets that a system mounts are often links. */
  readonly linkable: boolean;
}

export function tokenFiles(workspace: Workspace, teams: TeamsOptions): readonly TokenFile[] {
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

export function readToken(path: string, linkable: boolean): string {
  const token = readClosedFile(path, { mayBeLink: linkable })?.trim();
  if (token === undefined) throw new Failure('config.workspace', `${path}: there is no such token file`);
  if (token.length >= MIN_TOKEN_LENGTH) return token;
  throw new Failure('config.workspace', `${path}: a token has at least ${MIN_TOKEN_LENGTH} characters`);
}
