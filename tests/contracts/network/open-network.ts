import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import type { Egress, RecordedEvent, Scope } from '../../../src/core/index.js';
import { createEgress, createOwnListeners, createResolver } from '../../../src/network/index.js';
import type { EgressDependencies, OwnListeners } from '../../../src/network/index.js';
import { networkOptions } from '../../../src/network/options.js';
import { compilePolicy, judgeEgress } from '../../../src/policy/index.js';
import { originOptions } from '../../../src/policy/options.js';
import { startMockDns } from './mock-dns.js';
import type { MockDns } from './mock-dns.js';

export const SCOPE: Scope = { principal: 'local', session: 'default' };

export interface App {
  readonly egress: Egress;
  readonly dns: MockDns;
  readonly own: OwnListeners;
  readonly notes: RecordedEvent[];
  readonly logs: string[];
  close(): Promise<void>;
}

/** Policy and network as the app wires them, with a name server of our own: no test may ask a real one. */
export async function openNetwork(
  network: {
    allow?: string[];
    load?: string[];
    block?: string[];
    observe?: boolean;
    unsafeAllowPrivate?: string[];
    upstreamProxy?: string | { url: string; caFile?: string };
    remoteProxy?: EgressDependencies['remoteProxy'];
  } = {},
  hostsFile = '/nonexistent',
  /** What names resolve to from the start on. */
  names: Readonly<Record<string, readonly string[]>> = {},
): Promise<App> {
  const dns = await startMockDns();
  for (const [name, addresses] of Object.entries(names)) dns.set(name, addresses);
  const own = createOwnListeners();
  const { unsafeAllowPrivate, upstreamProxy, remoteProxy, ...lists } = network;
  const policy = compilePolicy({ network: originOptions.parse(lists), rules: [], confirmRequired: [] });
  const options = networkOptions.parse({
    unsafeAllowPrivate: unsafeAllowPrivate ?? [],
    resolver: [dns.server],
    upstreamProxy,
  });
  const notes: RecordedEvent[] = [];
  const logs: string[] = [];
  const egress = createEgress(options, {
    own,
    judge: (_, url, addresses) => judgeEgress(policy, undefined, url, addresses),
    log: (line) => logs.push(line),
    note: (event) => notes.push(event),
    remoteProxy,
    resolver: createResolver({ servers: [dns.server], hostsFile, timeoutMs: 900 }),
  });
  const close = async () => {
    await egress.close();
    dns.close();
  };
  return { egress, dns, own, notes, logs, close };
}

export interface Site {
  readonly port: number;
  readonly connections: () => number;
  readonly requests: IncomingMessage[];
  close(): Promise<void>;
}

/** A site on loopback that remembers what reached it. */
export async function openSite(
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end('hello'),
  host = '127.0.0.1',
): Promise<Site & { readonly server: ReturnType<typeof createServer> }> {
  const requests: IncomingMessage[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.on('connection', () => (connections += 1));
  const port = await listen(server, host);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  return { server, port, connections: () => connections, requests, close };
}

/** A bare TCP listener: counts connections and bytes. */
export async function openTrap(host = '127.0.0.1'): Promise<{ port: number; hits: () => number; close(): void }> {
  let hits = 0;
  const server = createTcpServer((socket) => {
    hits += 1;
    socket.on('error', () => undefined);
    socket.destroy();
  });
  const port = await listen(server, host);
  return { port, hits: () => hits, close: () => server.close() };
}

async function listen(server: Server, host: string): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}
