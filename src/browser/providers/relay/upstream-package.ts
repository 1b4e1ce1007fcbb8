import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { Failure } from '../../../core/index.js';
import { UPSTREAM } from './declaration.js';

export interface UpstreamPackage {
  /** Its program. */
  readonly cli: string;
  readonly version: string;
  /** The folder with all that it needs: what a jail has to show it. */
  readonly modules: string;
}

/** Looked for where Gatewright is installed; it is not part of it. Nothing is loaded for the answer. */
export function findUpstream(): UpstreamPackage {
  const file = packageFile();
  const parts = dirname(file).split(sep);
  // The outermost: package managers keep the real files of one package and of those that it needs below it.
  const modules = parts.slice(0, parts.indexOf('node_modules') + 1).join(sep);
  return { cli: join(dirname(file), 'cli.js'), version: versionIn(file), modules };
}

function packageFile(): string {
  try {
    return createRequire(import.meta.url).resolve(`${UPSTREAM}/package.json`);
  } catch {
    throw new Failure(
      'browser.unavailable',
      `browser.provider is relay, and ${UPSTREAM} is not installed beside Gatewright. Tell the user to run, in the folder where Gatewright was installed: npm install ${UPSTREAM}`,
    );
  }
}

function versionIn(file: string): string {
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const version = typeof read === 'object' && read !== null && 'version' in read ? read.version : undefined;
  return typeof version === 'string' ? version.slice(0, 60) : 'unknown';
}
