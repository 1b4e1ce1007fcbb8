import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const ROOT = '/sys/fs/cgroup';
const MADE = /^gatewright-(?<pid>\d+)-\d+$/u;
const NEEDED = ['memory', 'pids'] as const;
/** Chromium has some 200 processes and threads with a few pages. */
const MAX_TASKS = 2048;
/** The kernel ends what is in a group at once; those that it is busy with need a moment. */
const REMOVE_TRIES = 40;
const REMOVE_MS = 25;

/** One browser's processes, with limits of the kernel (cgroup version 2). */
export interface ControlGroup {
  /** Processes that this one starts from now on are in the group too. */
  readonly add: (pid: number) => void;
  /** Processes that the kernel ended in it for want of memory. */
  readonly outOfMemory: () => number | undefined;
  /** Ends every process in it, whatever its process group and parent are, and removes it. */
  readonly remove: () => Promise<void>;
}

/** Where groups can be made, or why there are none. */
export type ControlGroups =
  { readonly folder: string; readonly why?: undefined } | { readonly folder?: undefined; readonly why: string };

let found: ControlGroups | undefined;
let made = 0;

/** Looked for once: the server's own group does not change. */
export function findControlGroups(): ControlGroups {
  if (found !== undefined) return found;
  found = look();
  if (found.folder !== undefined) removeLeft(found.folder);
  return found;
}

/** Empty groups of servers that died; their browsers were ended already. The kernel removes none that is in use. */
function removeLeft(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = MADE.exec(name)?.groups?.['pid'];
    if (pid === undefined || existsSync(join('/proc', pid))) continue;
    try {
      rmdirSync(join(folder, name));
    } catch {
      // Its browser is not yet over; the next server finds it.
    }
  }
}

export function makeControlGroup(folder: string, memoryBytes: number): ControlGroup {
  made += 1;
  const path = join(folder, `gatewright-${String(process.pid)}-${String(made)}`);
  mkdirSync(path);
  const file = (name: string): string => join(path, name);
  writeFileSync(file('memory.max'), String(memoryBytes));
  if (existsSync(file('memory.swap.max'))) writeFileSync(file('memory.swap.max'), '0');
  writeFileSync(file('pids.max'), String(MAX_TASKS));
  return {
    add: (pid) => {
      writeFileSync(file('cgroup.procs'), String(pid));
    },
    outOfMemory: () => {
      const count = /^oom_kill (\d+)$/mu.exec(read(file('memory.events')))?.[1];
      return count === undefined ? undefined : Number(count);
    },
    remove: async () => {
      // Linux 5.14; before that the process group is ended, as without a control group.
      if (existsSync(file('cgroup.kill'))) writeFileSync(file('cgroup.kill'), '1');
      for (let tries = 0; tries < REMOVE_TRIES && existsSync(path); tries += 1) {
        try {
          rmdirSync(path);
        } catch {
          await wait(REMOVE_MS);
        }
      }
    },
  };
}

function look(): ControlGroups {
  if (process.platform !== 'linux') return { why: 'this system has no control groups' };
  if (!existsSync(join(ROOT, 'cgroup.controllers')))
    return {
      why: 'this machine has no unified cgroup version 2; boot Linux with systemd.unified_cgroup_hierarchy=1 or cgroup_no_v1=all',
    };
  const own = resolve(ROOT, `.${/^0::(.*)$/mu.exec(read('/proc/self/cgroup'))?.[1] ?? '/'}`);
  // systemd is the only writer of what it did not hand over, and root is asked by no permission (its "single-writer rule").
  if (process.getuid?.() === 0 && existsSync('/run/systemd/system'))
    return { why: 'root under systemd; a unit with User= and Delegate=yes has groups of its own' };
  // A group of the unit for the server alone (DelegateSubgroup=), or one that we made before.
  const ready = [own, dirname(own)].find((one) => isBelow(one) && hasAll(one, 'cgroup.subtree_control') && isOurs(one));
  if (ready !== undefined) return { folder: ready };
  if (!hasAll(own, 'cgroup.controllers')) return { why: `${NEEDED.join(' and ')} are not delegated to this server` };
  if (!isOurs(own)) return { why: 'the server may not write to its own control group; systemd: Delegate=yes' };
  return handDown(own);
}

/** A group with limits for its children may hold no process itself, the root's excepted: the server moves down. */
function handDown(own: string): ControlGroups {
  try {
    if (own !== ROOT) {
      const inside = read(join(own, 'cgroup.procs')).trim().split('\n').map(Number);
      if (inside.some((pid) => pid !== process.pid)) return { why: 'other processes are in the same control group' };
      const server = join(own, 'server');
      mkdirSync(server, { recursive: true });
      writeFileSync(join(server, 'cgroup.procs'), String(process.pid));
    }
    writeFileSync(join(own, 'cgroup.subtree_control'), NEEDED.map((name) => `+${name}`).join(' '));
    return { folder: own };
  } catch (error) {
    return {
      why: `the kernel refuses (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'})`,
    };
  }
}

function isBelow(folder: string): boolean {
  return folder === ROOT || folder.startsWith(`${ROOT}/`);
}

function hasAll(folder: string, file: string): boolean {
  const names = read(join(folder, file)).trim().split(' ');
  return NEEDED.every((name) => names.includes(name));
}

function isOurs(folder: string): boolean {
  try {
    for (const one of [folder, join(folder, 'cgroup.procs'), join(folder, 'cgroup.subtree_control')])
      accessSync(one, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
