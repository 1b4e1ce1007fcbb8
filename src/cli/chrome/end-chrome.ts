import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { livenessOf } from '../../platform/process-liveness.js';
import type { ProcessIdentity } from '../../platform/process-liveness.js';

/** At SIGTERM Chromium leaves so fast that the newest cookies are lost; SIGINT, as by Ctrl-C, gives it time to write. */
const GENTLY: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 5000],
  ['SIGTERM', 3000],
];
const REST_MS = 2000;
const KILLED_MS = 3000;
const STEP_MS = 50;

/** False: it is still there. Every signal goes to the very process that was started, never to another of its number. */
export async function endChrome(chrome: ProcessIdentity): Promise<boolean> {
  const isGone = () => livenessOf(chrome) !== 'alive';
  if (isGone()) return true;
  for (const [name, ms] of GENTLY) {
    askToEnd(chrome.pid, name);
    if (!(await until(isGone, ms))) continue;
    // As long as one of them is left, the group's number cannot belong to anybody else.
    if (!(await until(() => !groupIsThere(chrome.pid), REST_MS))) killTree(chrome.pid);
    return true;
  }
  killTree(chrome.pid);
  return until(isGone, KILLED_MS);
}

/** The whole process group, at once. */
export function killTree(pid: number): void {
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true });
  else signal(-pid, 'SIGKILL');
}

function askToEnd(pid: number, name: NodeJS.Signals): void {
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/T'], { windowsHide: true });
  else signal(pid, name);
}

function groupIsThere(pid: number): boolean {
  return process.platform !== 'win32' && signal(-pid, 0);
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

async function until(isSo: () => boolean, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  while (!isSo()) {
    if (Date.now() > end) return false;
    await wait(STEP_MS);
  }
  return true;
}
