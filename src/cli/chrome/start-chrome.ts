import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Workspace } from '../../config/index.js';
import { identityOf, ownIdentity } from '../../platform/process-liveness.js';
import { Cancelled } from '../prompt.js';
import { printable } from '../terminal.js';
import { askPort } from './ask-port.js';
import type { PortAnswer } from './ask-port.js';
import { chromeSwitches } from './chrome-switches.js';
import type { ChromeWish } from './chrome-switches.js';
import { killTree } from './end-chrome.js';
import { claimRunning, forgetRunning, keepRunning, logPath, newLogName, profileFolder } from './running-chrome.js';
import type { RunningChrome } from './running-chrome.js';

export interface StartedChrome {
  readonly running: RunningChrome;
  readonly answer: PortAnswer;
}

/** `words`: the end of what it wrote to stderr. */
export type Start = StartedChrome | { readonly why: string; readonly words: readonly string[] };

const UP_MS = 15_000;
const STEP_MS = 100;
const KILLED_MS = 5000;
const WORDS = 5;
const STOPS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Chrome runs on after this process, with its stderr in a file. One that does not come up is killed, with its files. */
export async function startChrome(
  workspace: Workspace,
  path: string,
  wish: ChromeWish,
  env: NodeJS.ProcessEnv,
): Promise<Start> {
  const profile = profileFolder(workspace, wish.insecure);
  const log = newLogName();
  const facts = { ...wish, startedAt: new Date().toISOString(), log };
  // In our own name first: of two starts at once the later one starts nothing.
  if (!claimRunning(workspace, { ...ownIdentity(), ...facts })) return { why: 'another start is under way', words: [] };
  let child: ChildProcess | undefined;
  try {
    child = spawnDetached(path, chromeSwitches(wish, profile), logPath(workspace, log), env);
    const ended = endOf(child);
    const running = { ...identityOf(child.pid ?? process.pid, Date.now()), ...facts };
    keepRunning(workspace, running);
    const up = await waitUntilUp(ended, wish.port, logPath(workspace, log));
    if ('id' in up) {
      const known = { ...running, id: up.id };
      keepRunning(workspace, known);
      child.unref();
      return { running: known, answer: up };
    }
    const words = lastWords(logPath(workspace, log));
    await giveUp(child);
    forgetRunning(workspace, facts);
    return { why: up.why, words };
  } catch (error) {
    await giveUp(child);
    forgetRunning(workspace, facts);
    throw error;
  }
}

async function giveUp(child: ChildProcess | undefined): Promise<void> {
  if (child?.pid === undefined) return;
  killTree(child.pid);
  const end = Date.now() + KILLED_MS;
  while (child.exitCode === null && child.signalCode === null && Date.now() < end) await wait(STEP_MS);
}

function spawnDetached(path: string, switches: readonly string[], log: string, env: NodeJS.ProcessEnv): ChildProcess {
  const file = openSync(log, 'wx', 0o600);
  try {
    return spawn(path, switches, {
      cwd: dirname(log),
      detached: true,
      stdio: ['ignore', 'ignore', file],
      env: browserEnvironment(env, path),
    });
  } finally {
    closeSync(file);
  }
}

/** A person's browser has their environment; what is meant for us (keys of services, too) is not its business. */
function browserEnvironment(env: NodeJS.ProcessEnv, path: string): NodeJS.ProcessEnv {
  const libraries = join(dirname(path), 'lib');
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GATEWRIGHT_'))),
    ...(existsSync(libraries) && env['LD_LIBRARY_PATH'] === undefined && { LD_LIBRARY_PATH: libraries }),
  };
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      resolve(`it could not be started (${printable(error.message, 200)})`);
    });
    child.once('exit', (code, signal) => {
      resolve(`it ended with ${signal ?? String(code)}`);
    });
  });
}

/** Ctrl-C does not reach a detached process, so Chrome is killed here when the person gives up while it starts. */
async function waitUntilUp(
  ended: Promise<string>,
  port: number,
  log: string,
): Promise<PortAnswer | { readonly why: string }> {
  const given = new AbortController();
  const cancel = (): void => {
    given.abort();
  };
  for (const name of STOPS) process.on(name, cancel);
  try {
    const end = Date.now() + UP_MS;
    while (Date.now() < end) {
      const why = await Promise.race([ended, wait(STEP_MS)]);
      if (given.signal.aborted) throw new Cancelled();
      if (why !== undefined) return { why };
      const answer = await askPort(port);
      // Another program may have taken the port meanwhile: its own word at both ends tells.
      if (answer !== undefined && readFileSync(log, 'utf8').includes(answer.id)) return answer;
    }
    return { why: `it did not answer at port ${String(port)} within ${String(UP_MS / 1000)} s` };
  } finally {
    for (const name of STOPS) process.off(name, cancel);
  }
}

function lastWords(log: string): string[] {
  const lines = readFileSync(log, 'utf8').slice(-10_000).split('\n');
  return lines
    .map((line) => printable(line, 300).trim())
    .filter((line) => line !== '')
    .slice(-WORDS);
}
