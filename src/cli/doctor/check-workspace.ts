import { randomBytes } from 'node:crypto';
import { lstatSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace } from '../../config/index.js';
import type { Workspace } from '../../config/index.js';
import { Failure } from '../../core/index.js';
import type { Check, Finding } from './check.js';

const LITTLE_BYTES = 500_000_000;

export const checkWorkspace: Check = ({ workspace: path }) => {
  const name = 'workspace';
  try {
    const workspace = openWorkspace(path);
    tryWriting(workspace);
    const mode = lstatSync(workspace.root).mode & 0o777;
    const closed = process.platform === 'win32' || (mode & 0o077) === 0;
    const says = `${workspace.root}, mode ${mode.toString(8)}, writable`;
    const seen: Finding = closed
      ? { name, status: 'ok', says }
      : { name, status: 'warn', says: `${says}; other users can read it; run: chmod 700 '${workspace.root}'` };
    return Promise.resolve([seen, spaceOf(workspace)]);
  } catch (error) {
    const says = error instanceof Failure ? (error.hint ?? error.code) : `${path}: it cannot be written to`;
    return Promise.resolve([{ name, status: 'fail', says }]);
  }
};

function tryWriting(workspace: Workspace): void {
  const path = join(workspace.run, `doctor-${randomBytes(4).toString('hex')}`);
  workspace.writeClosed(path, '');
  rmSync(path);
}

function spaceOf({ root }: Workspace): Finding {
  const { bavail, bsize } = statfsSync(root);
  const free = bavail * bsize;
  const says = `${(free / 1e9).toFixed(1)} GB free`;
  return { name: 'disk', status: free < LITTLE_BYTES ? 'warn' : 'ok', says };
}
