import { readlinkSync } from 'node:fs';
import { Failure } from '../../../core/index.js';

/** What a session's container may use. */
export interface ContainerLimits {
  readonly memoryBytes: number;
  readonly cpus: number;
  readonly processes: number;
}

/** Threads count too: Chromium has some 120 with one page, and each frame of another site adds about 20. */
export const MAX_PROCESSES = 1024;

const MAX_ADDED = 200;

/** What of this machine a container is given: the session's folder, and a folder of policies for Chromium. */
export interface OurMounts {
  readonly folder: string;
  readonly policies?: string | undefined;
}

/** What the first process of a container says about it, read from the kernel before the browser is started. */
export interface ContainerFacts {
  readonly interfaces: readonly string[];
  readonly readOnly: boolean;
  readonly status: Readonly<Record<string, string>>;
  readonly limits: Readonly<Record<string, string | null>>;
  /** By kind, as namespaces(7) has them: `pid:[4026531836]`. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** Of each mount: its place, as mountinfo writes it; its kind; whether it is a `file`, a `folder` or an `empty` folder. */
  readonly mounts: readonly string[];
  readonly devices: readonly string[];
  /** Where the image has its browser; null: nowhere. */
  readonly browser: string | null;
}

export function readContainerFacts(message: unknown): ContainerFacts | undefined {
  const facts = fieldOf(message, 'facts');
  const browser = fieldOf(facts, 'browser');
  const [interfaces, mounts, devices] = ['interfaces', 'mounts', 'devices'].map((name) => listOf(fieldOf(facts, name)));
  if (interfaces === undefined || mounts === undefined || devices === undefined) return undefined;
  return {
    ...{ interfaces, mounts, devices, namespaces: texts(fieldOf(facts, 'namespaces')) },
    readOnly: fieldOf(facts, 'readOnly') === true,
    status: texts(fieldOf(facts, 'status')),
    limits: texts(fieldOf(facts, 'limits')),
    browser: typeof browser === 'string' ? browser : null,
  };
}

/** Mounts that an engine makes for each container, with the kinds that are no files of the machine. */
const USUAL_MOUNTS = [
  /^\/ \S+ folder$/u,
  /^\/(?:proc|sys)(?:\/\S*)? (?:proc|sysfs|cgroup2?|tmpfs|devtmpfs) \w+$/u,
  // Folders that an engine hides behind an empty one, on whatever disk its own files are.
  /^\/(?:proc\/(?:acpi|asound|scsi)|sys\/(?:firmware|fs\/selinux|dev\/block|devices\/virtual\/powercap)|sys\/devices\/system\/cpu\/cpu\d+\/thermal_throttle) \S+ empty$/u,
  /^\/(?:dev|dev\/(?:shm|mqueue|pts|console)|tmp) (?:tmpfs|devpts|mqueue) \w+$/u,
  // Without root devices are those of the machine, mounted one by one.
  /^\/dev\/(?:null|zero|full|tty|random|urandom) (?:tmpfs|devtmpfs) file$/u,
  /^\/(?:etc\/(?:hostname|hosts|resolv\.conf|localtime|passwd|group)|run\/\.containerenv) \S+ file$/u,
];
const POLICIES = '/etc/chromium/policies/managed';
const USUAL_DEVICES =
  /^(?:console|core|fd|full|mqueue|null|ptmx|pts|random|shm|stderr|stdin|stdout|tty|urandom|zero)$/u;

const OWN_NAMESPACES = ['cgroup', 'ipc', 'mnt', 'net', 'pid', 'uts'] as const;

/** What of the machine can be seen from inside and is not known to be harmless: a setting of the engine adds such things. */
function addedTo({ mounts, devices }: ContainerFacts, { folder, policies }: OurMounts): readonly string[] {
  const ours = [asInMountinfo(folder), ...(policies === undefined ? [] : [POLICIES])];
  const isOurs = (mount: string): boolean => ours.some((place) => mount.startsWith(`${place} `));
  return [
    ...mounts.filter((mount) => !isOurs(mount) && !USUAL_MOUNTS.some((usual) => usual.test(mount))),
    ...devices.filter((name) => !USUAL_DEVICES.test(name)).map((name) => `/dev/${name}`),
  ];
}

/** Blanks and backslashes are escaped there, so that a line can be told apart. */
function asInMountinfo(place: string): string {
  return place.replace(/[ \t\n\\]/gu, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

/** Every protection that is missing, or weaker than it was asked for; empty: all are there. */
export function missingProtection(
  facts: ContainerFacts,
  wanted: ContainerLimits,
  ours: OurMounts,
  ownNamespace: (kind: string) => string = (kind) => readlinkSync(`/proc/self/ns/${kind}`),
): readonly string[] {
  const { status, limits, namespaces } = facts;
  const quota = Number(limits['quota']) / Number(limits['period']);
  const isLimited = (name: string, most: number): boolean => {
    const value = Number(limits[name] ?? 'none');
    return value > 0 && value <= most;
  };
  const isOwn = (kind: string): boolean =>
    namespaces[kind]?.startsWith(`${kind}:[`) === true && namespaces[kind] !== ownNamespace(kind);
  const added = addedTo(facts, ours);
  const walls: readonly (readonly [string, boolean])[] = [
    ...OWN_NAMESPACES.map((kind) => [`a ${kind} namespace of its own`, isOwn(kind)] as const),
    [`nothing of the machine (${added.join(', ').slice(0, MAX_ADDED)})`, added.length === 0],
    ['no network', facts.interfaces.every((name) => name === 'lo')],
    ['read-only root', facts.readOnly],
    ['unprivileged user', /^[1-9]\d*( [1-9]\d*){3}$/u.test(status['Uid'] ?? '')],
    ['no capabilities', /^0+$/u.test(status['CapEff'] ?? '') && /^0+$/u.test(status['CapBnd'] ?? '')],
    ['no new privileges', status['NoNewPrivs'] === '1'],
    ['seccomp', status['Seccomp'] === '2'],
    ['memory limit', isLimited('memory', wanted.memoryBytes)],
    [
      'no swap',
      limits['swap'] === '0' || limits['swapOnMachine'] === '0' || isLimited('memoryAndSwap', wanted.memoryBytes),
    ],
    ['CPU limit', quota > 0 && quota <= wanted.cpus + 0.001],
    ['process limit', isLimited('pids', wanted.processes)],
  ];
  return walls.flatMap(([name, holds]) => (holds ? [] : [name]));
}

/** A protection that cannot be had is no reason to start without it. */
export function checkContainerFacts(facts: ContainerFacts, wanted: ContainerLimits, ours: OurMounts): void {
  const weak = missingProtection(facts, wanted, ours);
  if (weak.length > 0)
    throw new Failure('browser.no-container', `The engine does not enforce: ${weak.join(', ')}. ${hintFor(weak)}`);
  if (facts.browser === null)
    throw new Failure('browser.no-container', 'The image has no Chromium. Build one: gatewright container build');
}

function hintFor(weak: readonly string[]): string {
  if (weak.some((wall) => wall.startsWith('nothing of the machine') || wall.endsWith('namespace of its own')))
    return 'Take what adds it out of the settings of the engine (containers.conf, mounts.conf).';
  if (weak.includes('no swap')) return 'Start the kernel with swapaccount=1, or switch swap off: swapoff -a.';
  return 'On cgroup version 1 this takes an engine that runs as root, in a container of its own one that may write to /sys/fs/cgroup.';
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function listOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined;
}

function texts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (typeof one === 'string' ? [[key, one]] : [])),
  );
}
