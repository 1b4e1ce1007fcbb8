import type { Isolation } from '../provider.js';

/** One way to start the browser. */
export interface LaunchWay {
  /** Become the unprivileged user: by `setpriv`, so that the clean-up process stays with root, or by ourselves. */
  readonly drop: 'setpriv' | 'ourselves' | 'no';
  readonly sandbox: Isolation;
  readonly jail: Isolation;
}

const ON: Isolation = { on: true, why: "Chromium's own sandbox is on." };
const ON_DROPPED: Isolation = {
  on: true,
  why: "The browser runs as an unprivileged user, with Chromium's own sandbox on.",
};
const SWITCHED_OFF: Isolation = { on: false, why: 'browser.sandbox is off.' };
const NOT_HERE: Isolation = {
  on: false,
  why: 'Chromium cannot set up its sandbox here (user namespaces are closed), so it runs without.',
};
const AS_ROOT: Isolation = {
  on: false,
  why: 'The browser could not be started as an unprivileged user, so it runs as root, without its sandbox.',
};

const OUT_OF_REACH: Isolation = {
  on: false,
  why: 'The browser lies in a folder that only root can enter, so it runs as root, without its sandbox. A browser from the system packages would have one.',
};

const JAILED: Isolation = {
  on: true,
  why: 'The browser has no network of its own; its only way out is the egress proxy.',
};
const BROKEN = 'bubblewrap is there, and the browser could not be started in it';

export interface LaunchMachine {
  readonly isRoot: boolean;
  readonly hasSetpriv: boolean;
  /** Can an unprivileged user run the browser from where it is installed? */
  readonly othersCanRunIt: boolean;
  readonly sandbox: 'auto' | 'on' | 'off';
  readonly jail: 'auto' | 'on' | 'off';
  /** Why there can be no jail, if there can be none. */
  readonly noJail?: string | undefined;
}

/** The ways to try, safest first. A way that is not safe is announced when it is taken. */
export function waysToLaunch(machine: LaunchMachine): readonly LaunchWay[] {
  const { jail, noJail } = machine;
  const free = freeWays(machine);
  if (jail === 'off') return free.map((way) => ({ ...way, jail: without('browser.jail is off') }));
  const jailed = noJail === undefined ? jailedWays(machine).map((way) => ({ ...way, jail: JAILED })) : [];
  if (jail === 'on') return jailed;
  const unjailed = free.map((way) => ({ ...way, jail: without(noJail ?? BROKEN) }));
  // One of the two is better than none: the sandbox without a jail comes before a jail without the sandbox.
  const both = [...jailed, ...unjailed];
  return [...both.filter(({ sandbox }) => sandbox.on), ...both.filter(({ sandbox }) => !sandbox.on)];
}

type FreeWay = Omit<LaunchWay, 'jail'>;

/** In a jail the browser is mounted where anybody can reach it, and nobody is root there. */
function jailedWays(machine: LaunchMachine): readonly FreeWay[] {
  return freeWays({ ...machine, othersCanRunIt: true }).filter(({ drop }) => !machine.isRoot || drop !== 'no');
}

function freeWays(machine: LaunchMachine): readonly FreeWay[] {
  if (machine.isRoot && !machine.othersCanRunIt && machine.sandbox !== 'on')
    return [{ drop: 'no', sandbox: OUT_OF_REACH }];
  const drop = machine.isRoot ? (machine.hasSetpriv ? 'setpriv' : 'ourselves') : 'no';
  const safe: FreeWay = { drop, sandbox: machine.isRoot ? ON_DROPPED : ON };
  const asRoot: FreeWay[] = machine.isRoot ? [{ drop: 'no', sandbox: AS_ROOT }] : [];
  switch (machine.sandbox) {
    case 'on':
      return [safe];
    case 'off':
      return [{ drop, sandbox: SWITCHED_OFF }, ...asRoot];
    case 'auto':
      return [safe, { drop, sandbox: NOT_HERE }, ...asRoot];
  }
}

function without(why: string): Isolation {
  return {
    on: false,
    why: `No jail: ${why}. Only the proxy and Chromium's switches limit what a page sends.`,
  };
}
