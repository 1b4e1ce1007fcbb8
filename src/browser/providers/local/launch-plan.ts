import type { SandboxState } from '../provider.js';

/** One way to start the browser. */
export interface LaunchWay {
  /** Become the unprivileged user: by `setpriv`, which leaves the watchman to root, or by ourselves. */
  readonly drop: 'setpriv' | 'ourselves' | 'no';
  readonly sandbox: SandboxState;
}

const ON: SandboxState = { on: true, why: "Chromium's own sandbox is on." };
const ON_DROPPED: SandboxState = {
  on: true,
  why: "The browser runs as an unprivileged user, with Chromium's own sandbox on.",
};
const SWITCHED_OFF: SandboxState = { on: false, why: 'browser.sandbox is off.' };
const NOT_HERE: SandboxState = {
  on: false,
  why: 'Chromium cannot set up its sandbox here (user namespaces are closed), so it runs without.',
};
const AS_ROOT: SandboxState = {
  on: false,
  why: 'The browser could not be started as an unprivileged user, so it runs as root, without its sandbox.',
};

const OUT_OF_REACH: SandboxState = {
  on: false,
  why: 'The browser lies in a folder that only root can enter, so it runs as root, without its sandbox. A browser from the system packages would have one.',
};

/** The ways to try, safest first. A way that is not safe is announced when it is taken. */
export function waysToLaunch(machine: {
  readonly isRoot: boolean;
  readonly hasSetpriv: boolean;
  /** Can an unprivileged user run the browser where it lies? */
  readonly othersCanRunIt: boolean;
  readonly sandbox: 'auto' | 'on' | 'off';
}): readonly LaunchWay[] {
  if (machine.isRoot && !machine.othersCanRunIt && machine.sandbox !== 'on')
    return [{ drop: 'no', sandbox: OUT_OF_REACH }];
  const drop = machine.isRoot ? (machine.hasSetpriv ? 'setpriv' : 'ourselves') : 'no';
  const safe: LaunchWay = { drop, sandbox: machine.isRoot ? ON_DROPPED : ON };
  const asRoot: LaunchWay[] = machine.isRoot ? [{ drop: 'no', sandbox: AS_ROOT }] : [];
  switch (machine.sandbox) {
    case 'on':
      return [safe];
    case 'off':
      return [{ drop, sandbox: SWITCHED_OFF }, ...asRoot];
    case 'auto':
      return [safe, { drop, sandbox: NOT_HERE }, ...asRoot];
  }
}
