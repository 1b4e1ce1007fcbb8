import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from './errno.js';
import { livenessOf, ownIdentity, processIdentity } from './process-liveness.js';
import { createFileOnce, replaceFile } from './replace-file.js';

const NAME = /^lock\.(\d{1,15})$/u;
/** A process with an old listing may still create a number that was there: enough are kept for it to see that it is late. */
const KEPT = 16;

/**
 * A lock in a folder that one process holds at a time; a process that dies holds none. Undefined: somebody has it.
 *
 * Each holder is a numbered file, and only the highest counts. Whoever finds the highest free or dead creates the next
 * number, which one alone can do: nothing of another's is ever removed in order to get it.
 */
export function takeProcessLock(folder: string): { readonly release: () => void } | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const last = highest(folder);
  if (isHeld(folder, last)) return undefined;
  const number = last + 1;
  const path = join(folder, `lock.${String(number)}`);
  if (!createFileOnce(path, JSON.stringify(ownIdentity()))) return undefined;
  if (highest(folder) !== number) {
    rmSync(path, { force: true });
    return undefined;
  }
  for (const older of numbers(folder).filter((other) => other <= number - KEPT))
    rmSync(join(folder, `lock.${String(older)}`), { force: true });
  return {
    release() {
      try {
        replaceFile(path, '');
      } catch (error) {
        // The folder was removed with the lock in it.
        if (!isMissing(error)) throw error;
      }
    },
  };
}

/** A holder that cannot be seen from here, on another machine or in another container, counts. */
export function isProcessLocked(folder: string): boolean {
  return isHeld(folder, highest(folder));
}

function isHeld(folder: string, number: number): boolean {
  try {
    const text = readFileSync(join(folder, `lock.${String(number)}`), 'utf8');
    const holder = processIdentity.safeParse(JSON.parse(text));
    return holder.success && livenessOf(holder.data) !== 'dead';
  } catch {
    return false;
  }
}

function highest(folder: string): number {
  return Math.max(0, ...numbers(folder));
}

function numbers(folder: string): number[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const number = NAME.exec(name)?.[1];
      return number === undefined ? [] : [Number(number)];
    });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
