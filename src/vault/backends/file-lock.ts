import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../../core/index.js';
import { errnoOf } from '../../platform/errno.js';
import { isProcessAlive } from '../../platform/process-liveness.js';
import { writeNewFile } from '../../platform/replace-file.js';

const WAIT_MS = 10_000;
const PAUSE_MS = 20;

/** The answer of `act` when the lock was lost before the write: nothing was written, and the attempt is repeated. */
export const LOST = Symbol('the lock was lost');

/** One writer at a time, across processes. `stillOurs` is for the last moment before the writing. */
export async function withLock<T>(
  path: string,
  act: (stillOurs: () => Promise<boolean>) => Promise<T | typeof LOST>,
): Promise<T> {
  const until = Date.now() + WAIT_MS;
  while (Date.now() < until) {
    const mark = `${String(process.pid)} ${randomBytes(8).toString('hex')}`;
    if (await tryToTake(path, mark)) {
      const done = await actAndRelease(path, mark, act);
      if (done !== LOST) return done;
    }
    await pause(PAUSE_MS * (1 + Math.random()));
  }
  throw new Failure('vault.unavailable', 'another process is writing the vault');
}

async function actAndRelease<T>(path: string, mark: string, act: (stillOurs: () => Promise<boolean>) => Promise<T>) {
  const stillOurs = async () => (await markIn(path)) === mark;
  try {
    return await act(stillOurs);
  } finally {
    if (await stillOurs()) await rm(path, { force: true });
  }
}

async function tryToTake(path: string, mark: string): Promise<boolean> {
  try {
    await writeNewFile(path, Buffer.from(mark));
    return true;
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw new Failure('vault.denied', 'the vault cannot be locked', undefined, error);
    await dropIfDead(path);
    return false;
  }
}

/**
 * A writer that was killed left its lock. Between a check and an act the lock may become somebody else's: so it is looked
 * at again after its owner was found dead, moved and not deleted, and given back if it was another's after all.
 */
async function dropIfDead(path: string): Promise<void> {
  const mark = await markIn(path);
  if (mark === undefined || mark === '' || isProcessAlive(Number(mark.split(' ')[0]))) return;
  if ((await markIn(path)) !== mark) return;
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  await rename(path, aside).catch(() => undefined);
  const moved = await markIn(aside);
  if (moved !== undefined && moved !== mark) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function markIn(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
