import { randomBytes } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../../core/index.js';
import { codeOf, writeNew } from '../closed-file.js';

const WAIT_MS = 5000;
const PAUSE_MS = 20;

/** One writer at a time, across processes. `stillOurs` is for the last moment before the writing. */
export async function withLock<T>(path: string, act: (stillOurs: () => Promise<boolean>) => Promise<T>): Promise<T> {
  const mark = `${String(process.pid)} ${randomBytes(8).toString('hex')}`;
  const until = Date.now() + WAIT_MS;
  while (!(await tryToTake(path, mark))) {
    if (Date.now() > until) throw new Failure('vault.unavailable', 'another process is writing the vault');
    await pause(PAUSE_MS);
  }
  const stillOurs = async () => (await markIn(path)) === mark;
  try {
    return await act(stillOurs);
  } finally {
    if (await stillOurs()) await rm(path, { force: true });
  }
}

async function tryToTake(path: string, mark: string): Promise<boolean> {
  try {
    await writeNew(path, Buffer.from(mark));
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw new Failure('vault.denied', 'the vault cannot be locked', undefined, error);
    await dropIfDead(path);
    return false;
  }
}

/** A writer that was killed left its lock. Moving it aside, not deleting it, is what only one of several can do. */
async function dropIfDead(path: string): Promise<void> {
  const mark = await markIn(path);
  if (mark === undefined || mark === '' || isAlive(Number(mark.split(' ')[0]))) return;
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  await rename(path, aside).catch(() => undefined);
  await rm(aside, { force: true });
}

async function markIn(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
