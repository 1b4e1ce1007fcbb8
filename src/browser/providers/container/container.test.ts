import { describe, expect, it } from 'vitest';
import { Failure } from '../../../core/index.js';
import { bytesOf } from '../../session-options.js';
import { checkRootless } from './check-engine.js';
import { readContainerFacts, missingProtection } from './container-facts.js';
import type { OurMounts } from './container-facts.js';
import { checkChromiumVersion, oldestChromium } from './image.js';
import { dockerArguments, runArguments } from './run-arguments.js';
import type { RunPlan } from './run-arguments.js';

const LIMITS = { memoryBytes: 512 * 1024 ** 2, cpus: 0.5, processes: 1024 };
const STATUS = { Uid: '65534 65534 65534 65534', CapEff: '0000', CapBnd: '0000', NoNewPrivs: '1', Seccomp: '2' };
const KERNEL = { memory: '536870912', swap: '0', quota: '50000', period: '100000', pids: '1024' };
const KINDS = ['cgroup', 'ipc', 'mnt', 'net', 'pid', 'uts'];
const NAMESPACES = Object.fromEntries(KINDS.map((kind) => [kind, `${kind}:[2]`]));
const FOLDERS = [
  ...['/ overlay', '/proc proc', '/proc/acpi tmpfs', '/sys sysfs', '/sys/fs/cgroup cgroup2', '/dev tmpfs'],
  ...['/dev/pts devpts', '/dev/mqueue mqueue', '/dev/shm tmpfs', '/tmp tmpfs', '/run/b-1 ext4'],
];
const MOUNTS = [...FOLDERS.map((mount) => `${mount} folder`), '/etc/hosts ext4 file', '/sys/firmware overlay empty'];
const told = (changes: object = {}) => ({
  facts: {
    ...{ interfaces: ['lo'], readOnly: true, status: STATUS, limits: KERNEL, browser: '/usr/lib/x' },
    ...{ namespaces: NAMESPACES, mounts: MOUNTS, devices: ['null', 'shm', 'tty'], ...changes },
  },
});
const wallsOf = (message: unknown, ours: OurMounts = { folder: '/run/b-1' }) => {
  const facts = readContainerFacts(message);
  return facts === undefined ? ['unreadable'] : missingProtection(facts, LIMITS, ours, (kind) => `${kind}:[1]`);
};

describe('the walls of a container', () => {
  it('stand', () => {
    expect(wallsOf(told())).toEqual([]);
  });

  it.each<[string, object]>([
    ['no network', { interfaces: ['lo', 'eth0'] }],
    ['read-only root', { readOnly: false }],
    ['unprivileged user', { status: { ...STATUS, Uid: '0 0 0 0' } }],
    ['unprivileged user', { status: { ...STATUS, Uid: '1000 0 1000 1000' } }],
    ['no capabilities', { status: { ...STATUS, CapBnd: '00000000a80425fb' } }],
    ['no new privileges', { status: { ...STATUS, NoNewPrivs: '0' } }],
    ['seccomp', { status: { ...STATUS, Seccomp: '0' } }],
    ['memory limit', { limits: { ...KERNEL, memory: 'max' } }],
    ['memory limit', { limits: { ...KERNEL, memory: '1073741824' } }],
    ['memory limit', { limits: { ...KERNEL, memory: null } }],
    ['CPU limit', { limits: { ...KERNEL, quota: '-1' } }],
    ['CPU limit', { limits: { ...KERNEL, quota: 'max' } }],
    ['CPU limit', { limits: { ...KERNEL, quota: '100000' } }],
    ['process limit', { limits: { ...KERNEL, pids: 'max' } }],
    ['no swap', { limits: { ...KERNEL, swap: 'max' } }],
    ['no swap', { limits: { ...KERNEL, swap: null, swapOnMachine: '2097148' } }],
    ['no swap', { limits: { ...KERNEL, swap: null, memoryAndSwap: '1073741824', swapOnMachine: '2097148' } }],
    ...KINDS.flatMap((kind): [string, object][] => [
      [`a ${kind} namespace of its own`, { namespaces: { ...NAMESPACES, [kind]: `${kind}:[1]` } }],
      [`a ${kind} namespace of its own`, { namespaces: { ...NAMESPACES, [kind]: null } }],
    ]),
    ...[
      ...['/run/secrets tmpfs folder', '/home ext4 folder', '/tmp ext4 folder', '/proc/acpi ext4 folder'],
      ...['/dev/shm ext4 folder', '/dev/kmsg devtmpfs file', '/home ext4 empty', '/etc/localtime ext4 folder'],
      '/etc/chromium/policies/managed ext4 folder',
    ].map((mount): [string, object] => [`nothing of the machine (${mount})`, { mounts: [...MOUNTS, mount] }]),
    ['nothing of the machine (/dev/fuse)', { devices: ['null', 'fuse'] }],
  ])('without %s are refused: %j', (name, changes) => {
    expect(wallsOf(told(changes))).toEqual([name]);
  });

  it('stand with a folder of any name, and with policies that were asked for', () => {
    const mounts = [
      ...MOUNTS,
      '/home/jürgen/My\\040Work/b-2 ext4 folder',
      '/etc/chromium/policies/managed ext4 folder',
    ];
    const ours = { folder: '/home/jürgen/My Work/b-2', policies: '/tmp/policies' };
    expect(wallsOf(told({ mounts: mounts.filter((mount) => !mount.startsWith('/run/b-1')) }), ours)).toEqual([]);
  });

  it.each([{ memoryAndSwap: '536870912', swapOnMachine: '2097148' }, { swapOnMachine: '0' }])(
    'stand without swap, however that is: %j',
    (swap) => {
      expect(wallsOf(told({ limits: { ...KERNEL, swap: null, ...swap } }))).toEqual([]);
    },
  );

  it.each([undefined, 'port', { facts: {} }, { facts: null }, told({ mounts: null }), told({ devices: null })])(
    'are unknown from %j',
    (message) => {
      expect(wallsOf(message)).toEqual(['unreadable']);
    },
  );
});

describe('podman without root', () => {
  const RANGES = [{ size: 1 }, { size: 65_536 }];
  const HOST = {
    cgroupVersion: 'v2',
    cgroupControllers: ['cpuset', 'cpu', 'io', 'memory', 'pids'],
    idMappings: { uidmap: RANGES, gidmap: RANGES },
    security: { rootless: true },
  };
  const refusalOf = (said: string): string => {
    try {
      checkRootless(said);
      return '';
    } catch (error) {
      return error instanceof Failure ? `${error.code} ${error.hint ?? ''}` : 'no failure';
    }
  };
  const refused = (changes: object): string => refusalOf(JSON.stringify({ host: { ...HOST, ...changes } }));

  it('is used where its limits hold, and with root anywhere', () => {
    expect(refused({})).toBe('');
    expect(refused({ cgroupVersion: 'v1', cgroupControllers: [], security: { rootless: false } })).toBe('');
  });

  it.each<[string, RegExp, object]>([
    ['cgroup version 1', /systemd\.unified_cgroup_hierarchy=1/u, { cgroupVersion: 'v1', cgroupControllers: [] }],
    ['no controllers', /may not limit cpu, memory, pids: .*Delegate=/u, { cgroupControllers: null }],
    ['one that is missing', /may not limit cpu: /u, { cgroupControllers: ['memory', 'pids'] }],
    ['no range of IDs', /usermod --add-subuids/u, { idMappings: { uidmap: [{ size: 1 }], gidmap: [{ size: 1 }] } }],
  ])('is refused with what to do: %s', (_, says, changes) => {
    expect(refused(changes)).toMatch(/^browser\.no-container /u);
    expect(refused(changes)).toMatch(says);
  });

  it.each(['{"host":{}}', '', 'podman'])('is refused where it cannot be read: %j', (said) => {
    expect(refusalOf(said)).toMatch(/^browser\.no-container .*podman info/u);
  });
});

it('reads sizes', () => {
  expect(['512m', '1g', '2048k', '512', 'm', '1t'].map(bytesOf)).toEqual([
    ...[512 * 1024 ** 2, 1024 ** 3, 2 * 1024 ** 2],
    ...[undefined, undefined, undefined],
  ]);
});

describe('the image', () => {
  it.each(['151.0.1', '156.0.8078.79', undefined])('with Chromium %s is used', (version) => {
    expect(() => {
      checkChromiumVersion(version, 'x', 150);
    }).not.toThrow();
  });

  it.each(['149.9', '9.1', 'none'])('with Chromium %s is refused', (version) => {
    expect(() => {
      checkChromiumVersion(version, 'x', 150);
    }).toThrow(/too old.*150/u);
  });

  it('may be about a year behind the browser that Playwright was made for', () => {
    expect(oldestChromium()).toBeGreaterThan(100);
  });
});

describe('the arguments of a container', () => {
  const plan: RunPlan = {
    ...{ name: 'gatewright-1', image: 'sha256:abc', owner: 'me', limits: LIMITS },
    ...{ user: { id: 65_534, isRootless: false }, maxUserProcesses: 4096, seccomp: '/x/seccomp.json' },
    ...{ folder: '/run/b-1', pidFile: '/run/1.pid', program: 'pass', ports: { proxy: 1, tcp: 2, udp: 3 } },
    ...{ environment: { LANG: 'C' }, switches: ['--headless'] },
  };
  const pairs = (args: readonly string[]) => args.map((arg, i) => `${arg} ${args[i + 1] ?? ''}`);

  it.each([runArguments, dockerArguments])('give it no network, no powers and its limits', (argumentsFor) => {
    expect(pairs(argumentsFor(plan))).toEqual(
      expect.arrayContaining([
        ...['--network none', '--cap-drop all', '--user 65534:65534', '--pull never', '--ipc private'],
        ...['--security-opt no-new-privileges', '--security-opt seccomp=/x/seccomp.json'],
        ...['--memory 536870912', '--memory-swap 536870912', '--cpus 0.5', '--pids-limit 1024'],
        '--cgroupns private',
      ]),
    );
    expect(argumentsFor(plan)).toContain('--read-only');
    expect(argumentsFor(plan).join(' ')).not.toMatch(
      /--(?:privileged(?!=false)|publish|device|cap-add|(?:pid|uts) (?!private))\b/u,
    );
  });

  it('mount nothing but the folder of the session', () => {
    const mounts = pairs(runArguments(plan)).filter((pair) => /^--(?:volume|mount|tmpfs|device) /u.test(pair));
    expect(mounts).toEqual([
      expect.stringMatching(/^--tmpfs \/tmp:.*noexec/u),
      '--volume /run/b-1:/run/b-1:rw,nosuid,nodev,noexec',
    ]);
    expect(pairs(dockerArguments(plan)).filter((pair) => /^--(?:volume|mount|tmpfs|device) /u.test(pair))).toEqual([
      expect.stringMatching(/^--tmpfs \/tmp:.*noexec/u),
      '--mount type=bind,source=/run/b-1,target=/run/b-1,bind-propagation=rprivate',
    ]);
  });
});
