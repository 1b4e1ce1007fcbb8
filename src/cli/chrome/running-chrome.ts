import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';
import type { Workspace } from '../../config/index.js';
import { noteListeners } from '../../platform/listener-notes.js';
import { processIdentity } from '../../platform/process-liveness.js';
import { Failure } from '../../core/index.js';
import { createFileOnce } from '../../platform/replace-file.js';

/** `chrome/running.json`: the browser that `chrome start` left running, and which process that is beyond its number. */
const runningChrome = processIdentity.extend({
  port: z.int().min(1).max(65_535),
  insecure: z.boolean(),
  headless: z.boolean(),
  sandbox: z.boolean(),
  startedAt: z.iso.datetime(),
  /** What it calls itself at its port; absent while it starts. */
  id: z.string().optional(),
  /** The file that it writes its stderr to. */
  log: z.string().regex(/^stderr-[0-9a-f]{8}\.log$/u),
});
export type RunningChrome = z.infer<typeof runningChrome>;

const FOLDER = 'chrome';
const NOTE = 'chrome';

/** What is kept between two starts: who the person is at which site. Theirs alone to read. */
export function profileFolder(workspace: Workspace, isInsecure: boolean): string {
  // Where every page can read every other, nobody shall find themselves signed in to what they use otherwise.
  const profile = workspace.inside(FOLDER, isInsecure ? 'insecure-profile' : 'profile');
  for (const path of [workspace.inside(FOLDER), profile]) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (!lstatSync(path).isDirectory()) throw new Failure('config.workspace', `${path}: it is not a folder of its own`);
    chmodSync(path, 0o700);
  }
  return profile;
}

export function runningPath(workspace: Workspace): string {
  return workspace.inside(FOLDER, 'running.json');
}

export function newLogName(): string {
  return `stderr-${randomBytes(4).toString('hex')}.log`;
}

export function logPath(workspace: Workspace, log: string): string {
  return workspace.inside(FOLDER, log);
}

/** `unreadable`: nobody can tell which process it was about. */
export function readRunning(workspace: Workspace): RunningChrome | 'unreadable' | undefined {
  let text: string;
  try {
    text = readFileSync(runningPath(workspace), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return runningChrome.parse(JSON.parse(text));
  } catch {
    return 'unreadable';
  }
}

/** False if there is one: of two starts at the same time one goes on. */
export function claimRunning(workspace: Workspace, running: RunningChrome): boolean {
  return createFileOnce(runningPath(workspace), JSON.stringify(running));
}

export function keepRunning(workspace: Workspace, running: RunningChrome): void {
  workspace.writeClosed(runningPath(workspace), JSON.stringify(running));
  // A page that reached the DevTools port would have the whole browser: the proxy refuses it.
  noteListeners(workspace.run, NOTE, [{ address: '127.0.0.1', port: running.port }], running);
}

export function forgetRunning(workspace: Workspace, running: Pick<RunningChrome, 'log'> | 'unreadable'): void {
  if (running !== 'unreadable') rmSync(logPath(workspace, running.log), { force: true });
  rmSync(runningPath(workspace), { force: true });
  noteListeners(workspace.run, NOTE, []);
}
