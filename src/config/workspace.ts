import { join } from 'node:path';
import { Failure } from '../core/index.js';
import { replaceFile } from '../platform/replace-file.js';
import { absolutePath, pathInside, readClosedFile, secureFolder, secureRoot } from './safe-paths.js';
import type { ProcessIdentity } from '../platform/process-liveness.js';
import { claimRun, isRunId, isServerGone, nameOfRuns, releaseRun, sweepDeadRuns } from './runs.js';

/** The one folder that Gatewright writes to. */
export interface Workspace {
  /** Its real path. */
  readonly root: string;
  readonly audit: string;
  readonly run: string;
  readonly tokens: string;
  readonly browsers: string;
  /** The HTTP token of the local user. */
  readonly token: string;
  readonly configFile: string;
  /** A path below the root; throws when a symlink on the way leads out. */
  inside(...segments: readonly string[]): string;
  /** A folder of ours below the root, made if need be. */
  folder(name: 'files' | 'downloads' | 'diagnostics' | 'extensions'): string;
  /** This process's own folder, `run/<id>`, and the mark that says whose it is. */
  runFolder(id: string): string;
  /** Where the server of this id listens for its operator. */
  socket(id: string): string;
  /** A run folder elsewhere (for a browser that may not enter the workspace), so that the sweep finds it too. */
  noteElsewhere(id: string, folder: string): void;
  /** This process is done with its run. */
  releaseRun(id: string): void;
  /** Removes what dead processes left behind; never what a living one uses. Returns the ids. */
  sweepDeadRuns(): Promise<readonly string[]>;
  /** Where the servers of this workspace leave their marks; another name in each copy of it, and after each boot. */
  readonly home: string;
  /** Whether a server of this home is gone, also one that ran in another container. */
  isServerGone(server: ProcessIdentity): Promise<boolean>;
  /** Replaces a small file in one step, closed to others. */
  writeClosed(path: string, text: string): void;
  /** What `writeClosed` wrote; undefined when the file is missing, or others may read or replace it. */
  readClosed(path: string): string | undefined;
}

export function openWorkspace(path: string): Workspace {
  const root = within(path, () => secureRoot(absolutePath(path, process.cwd())));
  const folder = (name: string) => within(path, () => secureFolder(root, name));
  const run = folder('run');
  return {
    root,
    run,
    audit: folder('audit'),
    tokens: folder('tokens'),
    browsers: folder('browsers'),
    folder,
    token: join(root, 'token'),
    configFile: join(root, 'gatewright.yaml'),
    inside: (...segments) => pathInside(root, ...segments),
    runFolder: (id) => {
      claimRun(run, checkedId(id), []);
      return secureFolder(root, 'run', id);
    },
    socket: (id) => join(run, `${checkedId(id)}.sock`),
    noteElsewhere: (id, elsewhere) => {
      claimRun(run, checkedId(id), [elsewhere]);
    },
    releaseRun: (id) => {
      releaseRun(run, checkedId(id));
    },
    sweepDeadRuns: () => sweepDeadRuns(run),
    home: nameOfRuns(run),
    isServerGone: (server) => isServerGone(run, server),
    writeClosed: (target, text) => {
      replaceFile(pathInside(root, target), text);
    },
    readClosed: (target) => {
      try {
        return readClosedFile(pathInside(root, target));
      } catch {
        return undefined;
      }
    },
  };
}

function checkedId(id: string): string {
  if (!isRunId(id)) throw new Failure('config.workspace', 'a run id is 1 to 40 letters, digits and dashes');
  return id;
}

function within<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof Failure) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const why = WHY[code] ?? (code === '' ? 'it cannot be opened' : `it cannot be opened (${code})`);
    throw new Failure('config.workspace', `${path}: ${why}; choose another with --workspace`, undefined, error);
  }
}

/** What Node's codes mean for a folder. */
const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'no folder can be made there',
  EACCES: 'you have no permission for it',
  EPERM: 'you have no permission for it',
  EROFS: 'it is on a disk that cannot be written to',
  ENOTDIR: 'a part of it is a file, not a folder',
  EEXIST: 'a file of that name is there',
  ENOSPC: 'the disk is full',
};
