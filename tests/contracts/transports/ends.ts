import { PassThrough } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Principal } from '../../../src/core/index.js';
import { serveHttp, type HttpDeps, type HttpServer } from '../../../src/transports/http.js';
import { serveStdio } from '../../../src/transports/stdio.js';
import { FixtureGateway } from './fixture-gateway.js';

export type Revision = '2025-11-25' | '2026-07-28';
export const REVISIONS: readonly Revision[] = ['2025-11-25', '2026-07-28'];
export const PRINCIPALS = new Map<string, Principal>([
  ['token-of-ann', { id: 'ann' }],
  ['token-of-bob', { id: 'bob' }],
  ['token-of-cursed', { id: 'cursed' }],
]);

export interface End {
  readonly client: Client;
  readonly gateway: FixtureGateway;
  readonly log: string[];
  /** The client goes, without a word. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

function makeClient(revision: Revision): Client {
  return new Client(
    { name: 'contract', version: '9' },
    { versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' } },
  );
}

/** The framing is the same on both sides of a pipe, so the SDK's server transport serves as the client's. */
export async function connectStdio(revision: Revision, principal: Principal = { id: 'ann' }): Promise<End> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const gateway = new FixtureGateway();
  const log: string[] = [];
  const server = serveStdio({
    gateway,
    principal,
    version: '0.0.0',
    onClose: () => undefined,
    log: (line) => log.push(line),
    input: toServer,
    output: toClient,
  });
  const client = makeClient(revision);
  await client.connect(new StdioServerTransport(toClient, toServer));
  return {
    client,
    gateway,
    log,
    leave: () => Promise.resolve(void toServer.end()),
    close: async () => {
      await client.close();
      await server.close();
    },
  };
}

export interface HttpEnd {
  readonly server: HttpServer;
  readonly gateway: FixtureGateway;
  readonly log: string[];
  readonly url: string;
  readonly connect: (revision: Revision, token?: string) => Promise<Client>;
}

export async function startHttp(options: Partial<HttpDeps> = {}): Promise<HttpEnd> {
  const gateway = new FixtureGateway();
  const log: string[] = [];
  const server = await serveHttp({
    gateway,
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    authenticate: (token) => PRINCIPALS.get(token),
    log: (line) => log.push(line),
    ...options,
  });
  const url = `http://127.0.0.1:${server.address.port}/mcp`;
  const connect = async (revision: Revision, token = 'token-of-ann') => {
    const client = makeClient(revision);
    const authProvider = { token: () => Promise.resolve(token) };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider }));
    return client;
  };
  return { server, gateway, log, url, connect };
}

export async function connectHttp(revision: Revision, principal = 'ann'): Promise<End> {
  const { server, gateway, log, connect } = await startHttp();
  const client = await connect(revision, `token-of-${principal}`);
  return {
    client,
    gateway,
    log,
    leave: () => client.close(),
    close: async () => {
      await client.close();
      await server.close();
    },
  };
}
