import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processesOf } from '../process-usage.js';
import type { ProcessUsage } from '../process-usage.js';

/** The processor time of the browser's own process, the one child of the container's first one, in clock ticks. */
export function browserTicksIn(pidFile: string): number | undefined {
  try {
    const first = readFileSync(pidFile, 'utf8').trim();
    const [browser = ''] = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').split(' ');
    const stat = readFileSync(`/proc/${browser}/stat`, 'latin1');
    // proc(5): after the name come state, ppid, pgrp … utime, stime.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return undefined;
  }
}

/** All processes of the container, which has a namespace of its own and is seen from here all the same. */
export function processesIn(pidFile: string): readonly ProcessUsage[] | undefined {
  return processesOf(firstProcess(pidFile));
}

/**
 * How many processes the kernel has ended in the container for want of memory. Asked once while the container is up, so
 * that the place of the figure is known when its first process is gone; the engine's own note in its folder comes later.
 */
export function countOutOfMemory(pidFile: string, folder: string): () => number | undefined {
  let file: string | undefined;
  return () => {
    file ??= fileOfCount(pidFile);
    const count = file && existsSync(file) ? /^oom_kill (\d+)$/mu.exec(readQuietly(file))?.[1] : undefined;
    if (existsSync(join(folder, 'oom'))) return Math.max(1, Number(count ?? 0));
    return count === undefined ? undefined : Number(count);
  };
}

function fileOfCount(pidFile: string): string | undefined {
  const told = readQuietly(`/proc/${String(firstProcess(pidFile))}/cgroup`).trim();
  // Gone: without a name the file would be this process's own.
  if (told === '') return undefined;
  const lines = told.split('\n');
  const old = lines.find((line) => line.split(':')[1]?.split(',').includes('memory') === true);
  // Version 1 has a folder for each controller, version 2 one for all.
  const file =
    old === undefined
      ? `/sys/fs/cgroup${pathIn(lines.at(-1))}/memory.events`
      : `/sys/fs/cgroup/memory${pathIn(old)}/memory.oom_control`;
  return existsSync(file) ? file : undefined;
}

function readQuietly(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function pathIn(line = ''): string {
  return line.split(':').slice(2).join(':');
}

function firstProcess(pidFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8').trim());
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
