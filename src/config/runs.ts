import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { noteListeners, sweepListeners } from '../platform/listener-notes.js';
import {
  isOfThisKernel,
  isSameProcess,
  livenessOf,
  ownIdentity,
  processIdentity,
} from '../platform/process-liveness.js';
import type { Liveness, ProcessIdentity } from '../platform/process-liveness.js';
import { replaceFile } from '../platform/replace-file.js';

/** `run/<id>.owner` stands beside the folder and not in it: the browser may write into the folder. */
const runMark = z.strictObject({ ...processIdentity.shape, elsewhere: z.array(z.string()) });
type RunMark = z.infer<typeof runMark>;

/** Files of a control socket: the socket itself, and the note that says where it is. */
const SOCKET_ENDINGS = ['.sock', '.control'] as const;
const controlNote = z.object({ address: z.string() });

const ORPHAN_AFTER_MS = 24 * 60 * 60 * 1000;
const PROBE_MS = 1000;

export function isRunId(id: string): boolean {
  return /^[A-Za-z0-9-]{1,40}$/u.test(id);
}

/** The mark comes before the folder, so that no sweep ever sees a folder of ours without it. */
export function claimRun(run: string, id: string, elsewhere: readonly string[]): void {
  const earlier = readMark(run, id)?.elsewhere ?? [];
  const mark: RunMark = { ...ownIdentity(), elsewhere: [...new Set([...earlier, ...elsewhere])] };
  replaceFile(markPath(run, id), JSON.stringify(mark));
}

/** The mark is removed last: after an interruption the next sweep finds the rest. */
export function releaseRun(run: string, id: string): void {
  for (const folder of readMark(run, id)?.elsewhere ?? []) removeElsewhere(folder);
  rmSync(join(run, id), { recursive: true, force: true, maxRetries: 3 });
  removeElsewhere(dirname(socketOf(run, id)));
  for (const ending of SOCKET_ENDINGS) rmSync(join(run, id + ending), { force: true });
  noteListeners(run, id, []);
  rmSync(markPath(run, id), { force: true });
}

export async function sweepDeadRuns(run: string): Promise<readonly string[]> {
  sweepListeners(run);
  const swept: string[] = [];
  for (const id of runIds(run)) {
    if (!(await isDead(run, id))) continue;
    releaseRun(run, id);
    swept.push(id);
  }
  return swept;
}

export async function isDead(run: string, id: string): Promise<boolean> {
  const mark = readMark(run, id);
  if (mark === undefined) return isOldOrphan(run, id);
  const liveness: Liveness = livenessOf(mark);
  if (liveness !== 'unknown') return liveness === 'dead';
  // Another container on this machine: a socket that nobody listens on is proof; anything less is not.
  return isOfThisKernel(mark) && (await probe(socketOf(run, id))) === 'refused';
}

/**
 * Is a server that kept its mark in this folder gone, also one of another container? Its mark stands as long as it lives, so
 * none is proof. One that cannot be read, as a newer version's, may be its mark.
 */
export async function isServerGone(run: string, server: ProcessIdentity): Promise<boolean> {
  const liveness: Liveness = livenessOf(server);
  if (liveness !== 'unknown' || !isOfThisKernel(server)) return liveness === 'dead';
  const marks = runIds(run).map((id) => ({ id, mark: readMark(run, id) }));
  const own = marks.find(({ mark }) => mark !== undefined && isSameProcess(mark, server));
  if (own !== undefined) return isDead(run, own.id);
  return marks.every(({ id, mark }) => mark !== undefined || !existsSync(markPath(run, id)));
}

/** Names a folder of runs as long as this kernel runs: a copy of it has another name, and so has another machine's. */
export function nameOfRuns(run: string): string {
  const { dev, ino } = statSync(run);
  return createHash('sha256').update([ownIdentity().boot, dev, ino].join(' ')).digest('hex').slice(0, 32);
}

function runIds(run: string): string[] {
  return [...new Set(readdirSync(run).flatMap((entry) => runIdOf(entry) ?? []))];
}

/** Without a readable mark its owner is not known: only an old folder is removed. */
function isOldOrphan(run: string, id: string): boolean {
  return ['', '.owner', ...SOCKET_ENDINGS].every((ending) => {
    const stat = lstatSync(join(run, id + ending), { throwIfNoEntry: false });
    return stat === undefined || Date.now() - stat.mtimeMs > ORPHAN_AFTER_MS;
  });
}

function probe(socket: string): Promise<'answers' | 'refused' | 'unclear'> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    const end = (how: 'answers' | 'refused' | 'unclear') => {
      connection.destroy();
      resolve(how);
    };
    connection.setTimeout(PROBE_MS, () => {
      end('unclear');
    });
    connection.once('connect', () => {
      end('answers');
    });
    connection.once('error', (error) => {
      end('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'unclear');
    });
  });
}

function runIdOf(entry: string): string | undefined {
  const id = entry.replace(/\.(owner|sock|control)$/u, '');
  return isRunId(id) ? id : undefined;
}

/** In the run folder, or elsewhere where its path would have been too long. */
function socketOf(run: string, id: string): string {
  return readJson(join(run, `${id}.control`), controlNote)?.address ?? join(run, `${id}.sock`);
}

function readMark(run: string, id: string): RunMark | undefined {
  return readJson(markPath(run, id), runMark);
}

function readJson<T>(path: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

function markPath(run: string, id: string): string {
  return join(run, `${id}.owner`);
}

/** Only a folder that we could have made ourselves: a mark with another path in it must not delete it. */
function removeElsewhere(folder: string): void {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat?.isDirectory() !== true || !basename(folder).startsWith('gatewright-')) return;
  const parents = [tmpdir(), '/tmp', '/var/tmp'].flatMap((path) => realPathOrNothing(path) ?? []);
  if (!parents.includes(realPathOrNothing(dirname(folder)) ?? '')) return;
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function realPathOrNothing(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
