import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { Readable as ReadableStream, Writable as WritableStream } from 'node:stream';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { ControlGroup } from './control-group.js';
import { receiveProxyPort } from './jail-proxy-port.js';
import { processesOf } from '../process-usage.js';
import type { LaunchedProcess } from '../provider.js';
import { browserTicks } from './process-activity.js';

export interface BrowserProcess extends Required<LaunchedProcess> {
  readonly toBrowser: Writable;
  readonly fromBrowser: Readable;
  /** Resolves when the only way out of its jail is open; at once where there is no jail. */
  readonly ready: Promise<void>;
  /** The whole process group, at once; resolves when it is gone. */
  kill(): Promise<void>;
}

/**
 * The shell leads the browser's process group: it starts a clean-up process in the background, then replaces itself by
 * the browser (`exec`). The clean-up process reads from a pipe whose other end only this server has open. When the
 * server dies, in whatever way, the read returns: the browser gets three seconds to end by itself (it does when its own
 * pipe closes, unless it hangs), then its folder is removed and the group is killed. The clean-up process is in that
 * group, so the group's number cannot be used again before. `$0` is the folder, `$$` the browser.
 */
const WATCHED =
  '(exec 2>&- 3>&- 4>&- 6>&-; read -r line <&5; sleep 3; kill -KILL $$; sleep 1; rm -rf -- "$0"; kill -KILL 0) & ' +
  'exec 5<&-; exec "$@"';

/** The shell waits until it is in its control group: all that it starts is then born there. */
const IN_GROUP = `read -r line <&5; ${WATCHED}`;

export interface SpawnRequest {
  /** Programs to go through, the browser and its switches. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where it runs, and all that it may write; gone when it is. */
  readonly cwd: string;
  /** Drop to this user by ourselves. */
  readonly user?: number | undefined;
  /** The browser is started in a jail: connections to its proxy come here. */
  readonly serveAsProxy?: ((connection: Duplex) => void) | undefined;
  /** Limits of the kernel. Absent: none. */
  readonly group?: ControlGroup | undefined;
}

export function spawnBrowser(request: SpawnRequest): BrowserProcess {
  const [program = '', ...args] = request.command;
  const { group } = request;
  const isWindows = process.platform === 'win32';
  const child = spawn(
    isWindows ? program : '/bin/sh',
    isWindows ? args : ['-c', group === undefined ? WATCHED : IN_GROUP, request.cwd, program, ...args],
    {
      detached: !isWindows,
      windowsHide: true,
      cwd: request.cwd,
      env: request.env,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', 'pipe', ...(request.serveAsProxy ? ['ipc' as const] : [])],
      ...(request.user === undefined ? {} : { uid: request.user, gid: request.user }),
    },
  );
  if (group !== undefined) enter(child, group);
  const words = keepLastWords(child);
  // Errors of these streams need no handling: the end of the process reports them.
  for (const stream of child.stdio) stream?.on('error', () => undefined);
  const proxyPort = request.serveAsProxy === undefined ? undefined : receiveProxyPort(child, request.serveAsProxy);
  const ready = Promise.resolve(proxyPort).then(() => undefined);
  // The promise may reject before it is awaited.
  ready.catch(() => undefined);
  const exited = exitOf(child);
  const [, , , toBrowser, fromBrowser] = child.stdio;
  return {
    toBrowser: toBrowser instanceof WritableStream ? toBrowser : nowhere(),
    fromBrowser: fromBrowser instanceof ReadableStream ? fromBrowser : ReadableStream.from([]),
    ready,
    exited,
    ticks: () => browserTicks(child.pid),
    usage: () => processesOf(child.pid),
    outOfMemory: () => group?.outOfMemory(),
    lastWords: words,
    kill: async () => {
      const isRunning = child.exitCode === null && child.signalCode === null;
      if (isRunning) killGroup(child);
      await Promise.race([exited, wait(2000)]);
      await groupIsGone(child.pid);
      await group?.remove();
      proxyPort?.then((open) => {
        open.close();
      }, ignore);
      for (const stream of child.stdio) stream?.destroy();
    },
  };
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      resolve(`could not be started (${error.message})`);
    });
    child.once('exit', (code, signal) => {
      // The clean-up process is still in the group, so its number is not reused: what the browser left is killed.
      killGroup(child);
      resolve(signal === null ? `exit code ${String(code)}` : `signal ${signal}`);
    });
  });
}

/** Fails closed: a browser that cannot be limited does not start. */
function enter(child: ChildProcess, group: ControlGroup): void {
  const pipes: readonly unknown[] = child.stdio;
  const line = pipes[5];
  try {
    if (child.pid !== undefined) group.add(child.pid);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  if (line instanceof WritableStream) line.write('\n');
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform !== 'win32') signalGroup(pid, 'SIGKILL');
  else spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true });
}

function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

async function groupIsGone(pid: number | undefined): Promise<void> {
  if (pid === undefined || process.platform === 'win32') return;
  // Where nobody collects the dead they stay in the group for ever: do not wait long.
  for (let tries = 0; tries < 8 && signalGroup(pid, 0); tries += 1) await wait(25);
}

function keepLastWords(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-4000);
  });
  return () => words;
}

function ignore(): void {
  // There was no proxy port to close.
}

function nowhere(): Writable {
  return new WritableStream({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
}
