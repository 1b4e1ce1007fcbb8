import { spawn } from 'node:child_process';
import { chmodSync, chownSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { Duplex } from 'node:stream';
import { Failure } from '../../../core/index.js';
import { checkContainerFacts, readContainerFacts } from './container-facts.js';
import type { ContainerFacts } from './container-facts.js';
import { browserTicksIn, countOutOfMemory, processesIn } from './container-usage.js';
import type { Engine } from './engine.js';
import { watchEngine } from './engine-child.js';
import type { EngineChild } from './engine-child.js';
import { removeCommand } from './leftovers.js';
import { dockerArguments } from './run-arguments.js';
import type { RunPlan } from './run-arguments.js';
import type { ContainerProcess } from './start-container.js';

/**
 * The shell starts a clean-up process in the background, then replaces itself by Docker's command (`exec`). When this
 * server ends, descriptor 3 closes: the clean-up process then removes the container, if it is left, and its folder.
 * `$0` is the folder, `$1` the file with the process number, `$2` the container's name, `$3` Docker.
 */
const WATCHED =
  `(exec 2>/dev/null; read -r line <&3; sleep 2; "$3" ${removeCommand({ name: 'docker' }).join(' ')} "$2" >/dev/null; ` +
  'rm -rf -- "$0" "$1") & shift 2; exec 3<&-; exec "$@"';

/**
 * Docker hands no descriptors in. The container's first process dials four sockets in the session's folder instead, which
 * is open to the container and to this server alone. Three of them take one connection each and are closed before the
 * browser starts; the fourth is the proxy's. There is no port.
 */
export function startDockerContainer(
  engine: Engine,
  plan: RunPlan,
  serveAsProxy: (connection: Duplex) => void,
): ContainerProcess {
  const sockets = openSockets(plan, serveAsProxy);
  const command = [plan.folder, plan.pidFile, plan.name, engine.program, ...dockerArguments(plan)];
  const child = spawn('/bin/sh', ['-c', WATCHED, ...command], {
    detached: true,
    env: engine.environment,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const watched = watchEngine(child, engine, plan.name);
  const toBrowser = new PassThrough();
  const fromBrowser = new PassThrough();
  const ready = start(engine, plan, { sockets, watched, toBrowser, fromBrowser });
  const outOfMemory = countOutOfMemory(plan.pidFile, plan.folder);
  // The promise may reject before it is awaited.
  ready.then(outOfMemory, () => undefined);
  return {
    ...{ toBrowser, fromBrowser, ready, exited: watched.exited, lastWords: watched.lastWords },
    ticks: () => browserTicksIn(plan.pidFile),
    usage: () => processesIn(plan.pidFile),
    outOfMemory,
    kill: async () => {
      sockets.close();
      await watched.end();
    },
  };
}

interface StartParts {
  readonly sockets: Sockets;
  readonly watched: EngineChild;
  readonly toBrowser: PassThrough;
  readonly fromBrowser: PassThrough;
}

/** The isolation is checked first; only then is the browser told to start. */
async function start(
  engine: Engine,
  plan: RunPlan,
  { sockets, watched, toBrowser, fromBrowser }: StartParts,
): Promise<ContainerFacts> {
  const ended = watched.exited.then(() => {
    throw new Failure('browser.start-failed', 'The container ended before it was ready.');
  });
  const connected = Promise.all([sockets.devtools, sockets.life, sockets.channel]);
  const [devtools, , channel] = await Promise.race([connected, ended]);
  const facts = await Promise.race([factsFrom(channel), ended]);
  if (facts === undefined) throw new Failure('browser.no-container', 'The container does not report its isolation.');
  checkContainerFacts(facts, plan.limits, plan);
  // The processes of the container are counted by the number that its first one has here.
  const pid = (await engine.run(['inspect', '--format', '{{.State.Pid}}', plan.name])).trim();
  if (!/^[1-9]\d*$/u.test(pid)) throw new Failure('browser.no-container', 'Docker does not say which process it is.');
  writeFileSync(plan.pidFile, pid, { mode: 0o600 });
  toBrowser.pipe(devtools).pipe(fromBrowser);
  channel.end('"go"\n');
  return facts;
}

async function factsFrom(channel: Duplex): Promise<ContainerFacts | undefined> {
  for await (const line of createInterface({ input: channel })) return readContainerFacts(JSON.parse(line));
  return undefined;
}

interface Sockets {
  readonly devtools: Promise<Duplex>;
  readonly life: Promise<Duplex>;
  readonly channel: Promise<Duplex>;
  close(): void;
}

function openSockets(plan: RunPlan, serveAsProxy: (connection: Duplex) => void): Sockets {
  const servers: Server[] = [];
  const open = new Set<Socket>();
  const listen = (name: string, onConnection: (connection: Socket, server: Server) => void): void => {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (connection) => {
      connection.on('error', () => undefined);
      open.add(connection);
      connection.once('close', () => open.delete(connection));
      onConnection(connection, server);
    });
    server.on('error', () => undefined);
    const path = join(plan.folder, name);
    // The file is there when `listen` returns; a later callback could come after the container, when there is much to do.
    server.listen(path);
    chmodSync(path, 0o600);
    if (process.getuid?.() === 0) chownSync(path, plan.user.id, plan.user.id);
    servers.push(server);
  };
  const first = (name: string): Promise<Duplex> =>
    new Promise((resolve) => {
      listen(name, (connection, server) => {
        // A second one could only be the browser's, which has no business there.
        server.close();
        rmSync(join(plan.folder, name), { force: true });
        resolve(connection);
      });
    });
  listen('proxy', serveAsProxy);
  return {
    ...{ devtools: first('devtools'), life: first('life'), channel: first('channel') },
    close: () => {
      for (const server of servers) server.close();
      for (const connection of open) connection.destroy();
    },
  };
}
