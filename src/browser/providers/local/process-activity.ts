import { readdirSync, readFileSync } from 'node:fs';

/**
 * The processor time that the browser's own process has used so far, in clock ticks, without its renderers, which run
 * on when it hangs. Undefined where nobody can tell: not on Linux, or it is gone. `group` is its process group.
 */
export function browserTicks(group: number | undefined): number | undefined {
  if (group === undefined || process.platform !== 'linux') return undefined;
  try {
    const ticks = readdirSync('/proc').flatMap((name) => (/^\d+$/u.test(name) ? ticksOf(name, group) : []));
    return ticks.length === 0 ? undefined : ticks.reduce((sum, one) => sum + one, 0);
  } catch {
    return undefined;
  }
}

/** proc(5): the fields after the name, which may itself hold spaces and brackets, are state, ppid, pgrp … utime, stime. */
function ticksOf(pid: string, group: number): number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(fields[2]) !== group) return [];
    const isChild = readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--type=');
    return isChild ? [] : [Number(fields[11]) + Number(fields[12])];
  } catch {
    // The process ended meanwhile.
    return [];
  }
}
