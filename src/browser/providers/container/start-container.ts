import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer, Server } from 'node:net';
import type { Duplex, Readable, Writable } from 'node:stream';
import { Duplex as DuplexStream } from 'node:stream';
import { Failure } from '../../../core/index.js';
import { checkContainerFacts, readContainerFacts } from './container-facts.js';
import type { ContainerFacts } from './container-facts.js';
import { browserTicksIn, outOfMemoryIn, processesIn } from './container-usage.js';
import type { Engine } from './engine.js';
import { watchEngine } from './engine-child.js';
import type { ProcessUsage } from '../process-usage.js';
import { runArguments } from './run-arguments.js';
import type { RunPlan } from './run-arguments.js';

/**
 * A shell becomes the engine's command and leaves a watchman behind, who reads from the life line too: when this server
 * dies, however, the container's first process ends it, and the watchman removes what is left of it and its folder.
 * `$0` is the folder, `$1` the file with its process number, `$2` the container's name, `$3` the engine.
 */
const WATCHED =
  '(exec 2>/dev/null 3>&- 4>&- 6>&-; read -r line <&5; sleep 2; "$3" rm --force --ignore --time 0 "$2" >/dev/null; ' +
  'rm -rf -- "$0" "$1") & shift 2; exec "$@"';

/** One container with a browser in it. */
export interface ContainerProcess {
  readonly toBrowser: Writable;
  readonly fromBrowser: Readable;
  /** Resolves when the container's walls were checked, its way out is open, and the browser was told to start. */
  readonly ready: Promise<ContainerFacts>;
  /** How it ended. */
  readonly exited: Promise<string>;
  /** The processor time that the browser's own process has used, in clock ticks; undefined: it is gone. */
  ticks(): number | undefined;
  usage(): readonly ProcessUsage[] | undefined;
  outOfMemory(): number | undefined;
  lastWords(): string;
  /** Ends and removes the container; resolves when it is gone. */
  kill(): Promise<void>;
}

/**
 * The engine's command hands four descriptors in: the two of DevTools, a life line that only this process keeps open,
 * and a channel by which the container's first process hands the proxy's port out. There is no other way in or out.
 */
export function startContainer(engine: Engine, plan: RunPlan, accept: (connection: Duplex) => void): ContainerProcess {
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
  const port = receivePort(child, plan, accept);
  // It may be rejected before anybody waits for it.
  port.ready.catch(() => undefined);
  return {
    ...{ toBrowser, fromBrowser, exited, ready: port.ready, lastWords },
    ticks: () => browserTicksIn(plan.pidFile),
    usage: () => processesIn(plan.pidFile),
    outOfMemory: () => outOfMemoryIn(plan.pidFile),
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
function receivePort(child: ChildProcess, plan: RunPlan, accept: (connection: Duplex) => void): ProxyPort {
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, accept);
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
        checkContainerFacts(facts, plan.limits);
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
