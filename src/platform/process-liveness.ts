import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import { errnoOf } from './errno.js';

/** A process beyond its number, which the system gives to another process later. */
export const processIdentity = z.strictObject({
  pid: z.int().positive(),
  /** Clock ticks since boot on Linux; elsewhere milliseconds since the epoch, within a few seconds. */
  start: z.string(),
  /** Empty where the system does not say. */
  boot: z.string(),
  /** The pid namespace: a number from another container says nothing here. */
  namespace: z.string(),
  host: z.string(),
});
export type ProcessIdentity = z.infer<typeof processIdentity>;

/** `unknown`: the process belongs to another machine or container and cannot be seen from here. */
export type Liveness = 'alive' | 'dead' | 'unknown';

export function ownIdentity(): ProcessIdentity {
  return identityOf(process.pid, Date.now() - process.uptime() * 1000);
}

/** The identity of a process that was started at about this time. */
export function identityOf(pid: number, startedAt: number): ProcessIdentity {
  const start = linuxStart(pid) ?? String(Math.round(startedAt));
  return { pid, start, boot: bootId(), namespace: pidNamespace(), host: hostname() };
}

export function livenessOf(identity: ProcessIdentity): Liveness {
  if (identity.boot !== bootId()) return identity.host === hostname() ? 'dead' : 'unknown';
  if (identity.namespace !== pidNamespace()) return 'unknown';
  if (process.platform === 'linux') return linuxStart(identity.pid) === identity.start ? 'alive' : 'dead';
  if (!isProcessAlive(identity.pid)) return 'dead';
  return process.platform === 'darwin' ? livenessByClock(identity) : 'alive';
}

export function isSameProcess(one: ProcessIdentity, other: ProcessIdentity): boolean {
  const { pid, start, boot, namespace } = one;
  return other.pid === pid && other.start === start && other.boot === boot && other.namespace === namespace;
}

/** Also in another container: what its kernel says of a socket, ours says too. */
export function isOfThisKernel({ boot }: ProcessIdentity): boolean {
  return boot !== '' && boot === bootId();
}

function linuxStart(pid: number): string | undefined {
  const stat = readOr(`/proc/${String(pid)}/stat`, '');
  // The command name may hold spaces and parentheses: count from the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}

function livenessByClock(identity: ProcessIdentity): Liveness {
  try {
    const shown = execFileSync('ps', ['-o', 'lstart=', '-p', String(identity.pid)], {
      encoding: 'utf8',
      timeout: 2000,
    });
    const differs = Math.abs(Date.parse(shown.trim()) - Number(identity.start)) > 5000;
    return differs ? 'dead' : 'alive';
  } catch {
    return 'unknown';
  }
}

/** Whether any process has this number now; `livenessOf` tells whether it is still the same process. */
export function isProcessAlive(pid: number): boolean {
  // Zero and negative numbers would signal process groups.
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: a process of another user, and alive.
    return errnoOf(error) === 'EPERM';
  }
}

function bootId(): string {
  return readOr('/proc/sys/kernel/random/boot_id', '').trim();
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
