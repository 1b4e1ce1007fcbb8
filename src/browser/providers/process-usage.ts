import { readdirSync, readFileSync } from 'node:fs';

/** One process of a browser, and what it uses. */
export interface ProcessUsage {
  /** The number that the browser itself knows it by, which in a jail is another one than here. */
  readonly pid: number;
  /** The same for no other process, also when its number is used again. */
  readonly key: string;
  readonly isRenderer: boolean;
  /** Memory of this process alone: anonymous and shared memory, and swap, without program files. */
  readonly memoryBytes: number;
  /** Processor time since it began. */
  readonly cpuMs: number;
  /** Ends it, unless another process has its number by now. */
  kill(): void;
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly ticks: number;
  readonly startedAt: string;
}

/** sysconf(_SC_CLK_TCK) is 100 on every Linux that Node runs on. */
const MS_PER_TICK = 10;
/** Browsers that are looked at in the same moment share one reading. */
const FRESH_MS = 50;

let last: { readonly at: number; readonly stats: ReadonlyMap<number, Stat> } | undefined;

/** Every process below `root`, and of its group. Undefined where nobody can tell: not on Linux, or it is gone. */
export function processesOf(root: number | undefined): readonly ProcessUsage[] | undefined {
  if (root === undefined || process.platform !== 'linux') return undefined;
  const stats = allStats();
  if (!stats.has(root)) return undefined;
  const isOurs = (stat: Stat | undefined, steps = 0): boolean =>
    stat !== undefined &&
    (stat.pid === root || stat.group === root || (steps < 64 && isOurs(stats.get(stat.parent), steps + 1)));
  return [...stats.values()].filter((stat) => isOurs(stat)).flatMap((stat) => usageOf(stat, stats));
}

function allStats(): ReadonlyMap<number, Stat> {
  const now = performance.now();
  if (last !== undefined && now - last.at < FRESH_MS) return last.stats;
  const stats = new Map(
    readdirSync('/proc').flatMap((name) => {
      const stat = /^\d+$/u.test(name) ? statOf(Number(name)) : undefined;
      return stat === undefined ? [] : [[stat.pid, stat] as const];
    }),
  );
  last = { at: now, stats };
  return stats;
}

/** proc(5): the fields after the name, which may itself hold spaces and brackets, begin with state, ppid and pgrp. */
function statOf(pid: number): Stat | undefined {
  const text = read(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state = '', parent, group] = fields;
  if (text === '' || state === 'Z') return undefined;
  const ticks = Number(fields[11]) + Number(fields[12]);
  return { pid, parent: Number(parent), group: Number(group), ticks, startedAt: fields[19] ?? '' };
}

function usageOf(stat: Stat, stats: ReadonlyMap<number, Stat>): ProcessUsage[] {
  const { pid, startedAt, ticks } = stat;
  const status = read(`/proc/${pid}/status`);
  if (status === '') return [];
  const isRenderer = typeOf(pid) === 'renderer';
  // Memory that processes share for pictures is counted at the page that they are of.
  const fields = isRenderer ? ['RssAnon', 'RssShmem', 'VmSwap'] : ['RssAnon', 'VmSwap'];
  return [
    {
      pid: isRenderer ? pidForBrowser(stat, status, stats) : pid,
      key: `${pid}:${startedAt}`,
      isRenderer,
      memoryBytes: fields.reduce((sum, field) => sum + kilobytes(status, field), 0) * 1024,
      cpuMs: ticks * MS_PER_TICK,
      kill: () => {
        if (statOf(pid)?.startedAt !== startedAt) return;
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // The process ended by itself.
        }
      },
    },
  ];
}

/** The browser is the nearest ancestor that is no child of a kind; its process-ID namespace is the one that it speaks of. */
function pidForBrowser(stat: Stat, status: string, stats: ReadonlyMap<number, Stat>): number {
  let browser = stats.get(stat.parent);
  while (browser !== undefined && typeOf(browser.pid) !== '') browser = stats.get(browser.parent);
  if (browser === undefined) return stat.pid;
  const depth = numbersIn(read(`/proc/${browser.pid}/status`)).length;
  return numbersIn(status)[depth - 1] ?? stat.pid;
}

/** The process's number in each namespace from ours to its own. */
function numbersIn(status: string): number[] {
  const [, numbers = ''] = /^NSpid:\s+(.+)$/mu.exec(status) ?? [];
  return numbers.split(/\s+/u).filter(Boolean).map(Number);
}

/** Empty for the browser itself. */
function typeOf(pid: number): string {
  return /--type=([a-z-]+)/u.exec(read(`/proc/${pid}/cmdline`))?.[1] ?? '';
}

function kilobytes(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'mu').exec(status)?.[1] ?? 0);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
