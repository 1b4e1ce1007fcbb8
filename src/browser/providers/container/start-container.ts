import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer, Server } from 'node:net';
import type { Duplex, Readable, Writable } from 'node:stream';
import { Duplex as DuplexStream } from 'node:stream';
import { Failure } from '../../../core/index.js';
import { checkContainerFacts, readContainerFacts } from './container-facts.js';
import type { ContainerFacts } from './container-facts.js';
import { browserTicksIn, countOutOfMemory, processesIn } from './container-usage.js';
import type { Engine } from './engine.js';
import { watchEngine } from './engine-child.js';
import type { LaunchedProcess } from '../provider.js';
import { runArguments } from './run-arguments.js';
import type { RunPlan } from './run-arguments.js';

/**
 * The shell starts a clean-up process in the background, then replaces itself by the engine's command (`exec`).
 * Descriptor 5 is a pipe whose other end only this server has open; it closes when the server dies, in whatever way. The
 * container's first process then ends the container, and two seconds later the clean-up process removes it and its folder.
 * `$0` is the folder, `$1` the file with the process number, `$2` the container's name, `$3` the engine.
 */
const WATCHED =
  '(exec 2>/dev/null 3>&- 4>&- 6>&-; read -r line <&5; sleep 2; "$3" rm --force --ignore --time 0 "$2" >/dev/null; ' +
  'rm -rf -- "$0" "$1") & shift 2; exec "$@"';

/** One container with a browser in it. */
export interface ContainerProcess extends Required<LaunchedProcess> {
  readonly toBrowser: Writable;
  readonly fromBrowser: Readable;
  /** Resolves when the container's isolation was checked, its way out is open, and the browser was told to start. */
  readonly ready: Promise<ContainerFacts>;
  /** Ends and removes the container; resolves when it is gone. */
  kill(): Promise<void>;
}

/**
 * The engine's command gets four descriptors: two for DevTools, a pipe whose other end only this process has open, and
 * a channel over which the container's first process sends us the listening socket that becomes the proxy's. There is no
 * other way in or out.
 */
export function startContainer(
  engine: Engine,
  plan: RunPlan,
  serveAsProxy: (connection: Duplex) => void,
): ContainerProcess {
  const command = [plan.folder, plan.pidFile, plan.name, engine.program, ...runArguments(plan)];
  const child = spawn('/bin/sh', ['-c', WATCHED, ...command], {
    detached: true,
    // The engine leaves a note there when the kernel ended a process for want of memory.
    cwd: plan.folder,
    env: engine.environment,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'ipc'],
  });
  const { exited, lastWords, end } = watchEngine(child, engine, plan.name);
  const pipes: readonly unknown[] = child.stdio;
  const [, , , toBrowser, fromBrowser, life] = pipes;
  if (!(toBrowser instanceof DuplexStream && fromBrowser instanceof DuplexStream && life instanceof DuplexStream))
    throw new Failure('browser.start-failed', 'No pipes could be made for the container.');
  const port = receivePort(child, plan, serveAsProxy);
  const outOfMemory = countOutOfMemory(plan.pidFile, plan.folder);
  // The promise may reject before it is awaited.
  port.ready.then(outOfMemory, () => undefined);
  return {
    ...{ toBrowser, fromBrowser, exited, ready: port.ready, lastWords },
    ticks: () => browserTicksIn(plan.pidFile),
    usage: () => processesIn(plan.pidFile),
    outOfMemory,
    kill: async () => {
      // A first process that was not told to go yet waits for this channel, a later one for the life line.
      if (child.connected) child.disconnect();
      life.destroy();
      port.close();
      await end();
    },
  };
}

interface ProxyPort {
  readonly ready: Promise<ContainerFacts>;
  close(): void;
}

/** The open port comes first, then what the container's first process found; only then may the browser start. */
function receivePort(child: ChildProcess, plan: RunPlan, serveAsProxy: (connection: Duplex) => void): ProxyPort {
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, serveAsProxy);
  listener.on('connection', (connection) => connection.on('error', () => undefined));
  const ready = new Promise<ContainerFacts>((resolve, reject) => {
    listener.on('error', reject);
    child.on('message', (message: unknown, handle: unknown) => {
      if (handle instanceof Server) {
        listener.listen(handle);
        return;
      }
      const facts = readContainerFacts(message);
      try {
        if (facts === undefined || !listener.listening)
          throw new Failure('browser.no-container', 'The container has no way out to the proxy.');
        checkContainerFacts(facts, plan.limits, plan);
        child.send('go', () => undefined);
        resolve(facts);
      } catch (error) {
        reject(error instanceof Error ? error : new Error('unreadable'));
      }
    });
    child.once('disconnect', () => {
      reject(new Failure('browser.start-failed', 'The container ended before it was ready.'));
    });
  });
  return { ready, close: () => listener.close() };
}
