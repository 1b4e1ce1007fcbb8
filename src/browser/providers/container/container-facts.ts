import { Failure } from '../../../core/index.js';

/** What a session's container may use. */
export interface ContainerLimits {
  readonly memoryBytes: number;
  readonly cpus: number;
  readonly processes: number;
}

/** Threads count too: Chromium has some 120 with one page, and each frame of another site adds about 20. */
export const MAX_PROCESSES = 1024;

/** What the first process of a container says about it, read from the kernel before the browser is started. */
export interface ContainerFacts {
  readonly interfaces: readonly string[];
  readonly readOnly: boolean;
  readonly status: Readonly<Record<string, string>>;
  readonly limits: Readonly<Record<string, string | null>>;
  /** Where the image has its browser; null: nowhere. */
  readonly browser: string | null;
}

export function readContainerFacts(message: unknown): ContainerFacts | undefined {
  const facts = fieldOf(message, 'facts');
  const interfaces = fieldOf(facts, 'interfaces');
  const browser = fieldOf(facts, 'browser');
  if (!Array.isArray(interfaces)) return undefined;
  return {
    interfaces: interfaces.map(String),
    readOnly: fieldOf(facts, 'readOnly') === true,
    status: texts(fieldOf(facts, 'status')),
    limits: texts(fieldOf(facts, 'limits')),
    browser: typeof browser === 'string' ? browser : null,
  };
}

/** Every wall that is missing, or weaker than it was asked for; empty: all of them stand. */
export function weakWalls(facts: ContainerFacts, wanted: ContainerLimits): readonly string[] {
  const { status, limits } = facts;
  const quota = Number(limits['quota']) / Number(limits['period']);
  const isLimited = (name: string, most: number): boolean => {
    const value = Number(limits[name] ?? 'none');
    return value > 0 && value <= most;
  };
  const walls: readonly (readonly [string, boolean])[] = [
    ['no network', facts.interfaces.every((name) => name === 'lo')],
    ['read-only root', facts.readOnly],
    ['unprivileged user', /^[1-9]\d*( [1-9]\d*){3}$/u.test(status['Uid'] ?? '')],
    ['no capabilities', /^0+$/u.test(status['CapEff'] ?? '') && /^0+$/u.test(status['CapBnd'] ?? '')],
    ['no new privileges', status['NoNewPrivs'] === '1'],
    ['seccomp', status['Seccomp'] === '2'],
    ['memory limit', isLimited('memory', wanted.memoryBytes)],
    ['CPU limit', quota > 0 && quota <= wanted.cpus + 0.001],
    ['process limit', isLimited('pids', wanted.processes)],
  ];
  return walls.flatMap(([name, holds]) => (holds ? [] : [name]));
}

/** A wall that cannot be had is no reason to go on without it. */
export function checkContainerFacts(facts: ContainerFacts, wanted: ContainerLimits): void {
  const weak = weakWalls(facts, wanted);
  if (weak.length > 0)
    throw new Failure(
      'browser.no-container',
      `The engine does not enforce: ${weak.join(', ')}. On cgroup version 1 this takes an engine that runs as root, in a container of its own one that may write to /sys/fs/cgroup.`,
    );
  if (facts.browser === null)
    throw new Failure('browser.no-container', 'The image has no Chromium. Build one: gatewright container build');
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function texts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (typeof one === 'string' ? [[key, one]] : [])),
  );
}
