import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The unprivileged user that a browser runs as when we are root. */
export const NOBODY = 65_534;

/** Room for the name that Chromium gives its socket below `tmp`: the system ends socket paths at 107 bytes. */
const MAX_LENGTH = 107 - '/tmp/org.chromium.Chromium.XXXXXX/SingletonSocket'.length;

export interface BrowserFolder {
  readonly path: string;
  readonly profile: string;
  /** Outside the run folder: somebody must know, to remove it if we die. */
  readonly elsewhere: boolean;
  remove(): void;
}

/** HOME, temporary files and profile of one browser. */
export function makeBrowserFolder(runFolder: string, owner: number | undefined): BrowserFolder {
  const here = mkdtempSync(join(runFolder, 'b-'));
  const fits = Buffer.byteLength(here) <= MAX_LENGTH && (owner === undefined || isOpenToAll(dirname(here)));
  const path = fits ? here : mkdtempSync(join(tmpdir(), 'gatewright-'));
  if (!fits) rmSync(here, { recursive: true, force: true });
  const remove = () => {
    rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  };
  try {
    for (const folder of [path, ...['tmp', 'config', 'cache', 'data', 'profile'].map((name) => join(path, name))]) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (owner !== undefined) chownSync(folder, owner, owner);
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { path, profile: join(path, 'profile'), elsewhere: !fits, remove };
}

/** May any user walk through this folder and all above it? */
function isOpenToAll(folder: string): boolean {
  const walkable = (statSync(folder).mode & 0o001) !== 0;
  const parent = dirname(folder);
  return walkable && (parent === folder || isOpenToAll(parent));
}
