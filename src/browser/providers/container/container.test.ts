import { describe, expect, it } from 'vitest';
import { bytesOf } from '../../session-options.js';
import { readContainerFacts, weakWalls } from './container-facts.js';
import { checkChromiumVersion, oldestChromium } from './image.js';
import { dockerArguments, runArguments } from './run-arguments.js';
import type { RunPlan } from './run-arguments.js';

const LIMITS = { memoryBytes: 512 * 1024 ** 2, cpus: 0.5, processes: 1024 };
const STATUS = { Uid: '65534 65534 65534 65534', CapEff: '0000', CapBnd: '0000', NoNewPrivs: '1', Seccomp: '2' };
const KERNEL = { memory: '536870912', quota: '50000', period: '100000', pids: '1024' };
const told = (changes: object = {}) => ({
  facts: { interfaces: ['lo'], readOnly: true, status: STATUS, limits: KERNEL, browser: '/usr/lib/x', ...changes },
});
const wallsOf = (message: unknown) => {
  const facts = readContainerFacts(message);
  return facts === undefined ? ['unreadable'] : weakWalls(facts, LIMITS);
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
  ])('without %s are refused: %j', (name, changes) => {
    expect(wallsOf(told(changes))).toEqual([name]);
  });

  it.each([undefined, 'port', { facts: {} }, { facts: null }])('are unknown from %j', (message) => {
    expect(wallsOf(message)).toEqual(['unreadable']);
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
      ]),
    );
    expect(argumentsFor(plan)).toContain('--read-only');
    expect(argumentsFor(plan).join(' ')).not.toMatch(/--(?:privileged|publish|device|cap-add|pid|uts)\b/u);
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
