import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ProxyContext } from './authorize-request.js';
import { answerRequest, answerSocket, refusalAnswer, unreachableAnswer } from './proxy-answers.js';
import { forwardRequest } from './proxy-request.js';
import { openTunnel } from './proxy-tunnel.js';
import { forwardUpgrade } from './proxy-upgrade.js';

export interface RunningProxy {
  readonly port: number;
  /** One more connection, which did not come by the port. */
  readonly serveAsProxy: (connection: Duplex) => void;
  close(): Promise<void>;
}

/**
 * The browser's only way out: a forward proxy on loopback. Others on this machine can connect to it and get 407.
 * Node's own parser guards the framing (two lengths, a length beside chunks, control characters): it is not lenient.
 */
export async function startProxy(context: ProxyContext): Promise<RunningProxy> {
  const server = createServer({
    ...{
      headersTimeout: 30_000,
      requestTimeout: 600_000,
      keepAliveTimeout: 120_000,
      connectionsCheckingInterval: 10_000,
    },
    ...{ maxHeaderSize: 131_072, noDelay: true, insecureHTTPParser: false, requireHostHeader: true },
  });
  server.maxConnections = 2048;
  const answering = new WeakSet<Duplex>();
  server.on('request', (request, response) => {
    answering.add(request.socket);
    response.on('error', () => undefined).on('close', () => answering.delete(request.socket));
    guard(context, forwardRequest(context, request, response), () => {
      answerRequest(response, unreachableAnswer());
    });
  });
  server.on('connect', (request, client, head) => {
    takeOver(client);
    guard(context, openTunnel(context, request, client, head), () => {
      answerSocket(client, unreachableAnswer());
    });
  });
  server.on('upgrade', (request, client, head) => {
    takeOver(client);
    guard(context, forwardUpgrade(context, request, client, head), () => {
      answerSocket(client, unreachableAnswer());
    });
  });
  server.on('clientError', (_, client) => {
    takeOver(client);
    // An answer in the middle of another one would become part of it.
    if (answering.has(client)) client.destroy();
    answerSocket(client, refusalAnswer({ status: 400, rule: 'bad-request', reason: 'the request cannot be read' }));
  });
  const { port } = await listen(server);
  server.on('error', (error) => {
    context.log(`egress proxy: ${error.message}`);
  });
  const serveAsProxy = (connection: Duplex): void => {
    server.emit('connection', connection);
  };
  return { port, serveAsProxy, close: () => closeServer(server) };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}

function listen(server: Server): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      server.removeListener('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('the proxy has no port'));
      else resolve(address);
    });
  });
}

/** After these events Node leaves the socket to us, errors included: an unheard one would end the process. */
function takeOver(client: Duplex): void {
  client.on('error', () => {
    client.destroy();
  });
}

function guard(context: ProxyContext, work: Promise<void>, fail: () => void): void {
  work.catch((error: unknown) => {
    context.log(`egress proxy: ${error instanceof Error ? error.message : 'a fault'}`);
    fail();
  });
}
