import { STATUS_CODES, request as startRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import type { Duplex, Transform } from 'node:stream';
import { authorizeRequest, watchedBy } from './authorize-request.js';
import type { ProxyContext } from './authorize-request.js';
import { joinStreams } from './join-streams.js';
import { trackClient } from './proxy-sessions.js';
import { CREDENTIALS_WANTED, answerSocket, refusalAnswer, unreachableAnswer } from './proxy-answers.js';
import { endToEndHeaders, upstreamHeaders } from './proxy-headers.js';
import { openSocket } from './route.js';
import { watchSocket } from './watch-outgoing.js';

const SWITCH = ['Connection', 'Upgrade', 'Upgrade', 'websocket'];

/** A WebSocket handshake in absolute form. No other protocol is switched to: h2c would carry requests past the policy. */
export async function forwardUpgrade(
  context: ProxyContext,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  const session = context.sessions.authenticate(request);
  if (session === undefined) {
    answerSocket(client, CREDENTIALS_WANTED);
    return;
  }
  const url = context.describe((request.url ?? '').replace(/^ws:/iu, 'http:'));
  const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket' && request.method === 'GET';
  if (url.kind !== 'web' || url.scheme !== 'http' || !isWebSocket) {
    const reason = 'only WebSockets to absolute http URLs are forwarded';
    answerSocket(client, refusalAnswer({ status: 400, rule: 'bad-request', reason }));
    return;
  }
  const gone = trackClient(session, client, [url]);
  const cleared = await authorizeRequest(context, session, [url], gone, () => endToEndHeaders(request.rawHeaders));
  if ('refusal' in cleared) {
    answerSocket(client, refusalAnswer(cleared.refusal));
    return;
  }
  const socket = await openSocket(cleared.route, url, gone).catch(() => undefined);
  if (socket === undefined || gone.aborted) {
    socket?.destroy();
    answerSocket(client, unreachableAnswer());
    return;
  }
  const { host, pathname, search } = new URL(url.url);
  const upstream = startRequest({
    ...{ createConnection: () => socket, signal: gone },
    ...{ path: pathname + search, headers: [...offeredHeaders(request, host), ...SWITCH], setHost: false },
  });
  const watch = (): Transform => watchedBy(context, session, url.origin, watchSocket);
  answerWith(upstream, { client, head, watch, received: session.received });
  upstream.end();
}

/** Frames are read as they pass, and what is compressed cannot be: no extension is offered. */
function offeredHeaders({ rawHeaders }: IncomingMessage, host: string): string[] {
  return upstreamHeaders(rawHeaders, host, ['sec-websocket-extensions']);
}

interface SocketClient {
  readonly client: Duplex;
  readonly head: Buffer;
  readonly watch: () => Transform;
  readonly received: { bytes: number };
}

function answerWith(upstream: ClientRequest, { client, head, watch, received }: SocketClient): void {
  upstream.once('upgrade', (answer, server, serverHead) => {
    writeHead(client, 101, [...endToEndHeaders(answer.rawHeaders), ...SWITCH]);
    if (serverHead.length > 0) client.write(serverHead);
    if (head.length > 0) client.unshift(head);
    joinStreams(client, server, watch, received);
  });
  upstream.once('response', (answer) => {
    relayRefusal(answer, client);
  });
  upstream.on('error', () => {
    answerSocket(client, unreachableAnswer());
  });
}

/** The server did not want the WebSocket: its answer ends the connection. */
function relayRefusal(answer: IncomingMessage, client: Duplex): void {
  const status = answer.statusCode === undefined || answer.statusCode === 407 ? 502 : answer.statusCode;
  writeHead(client, status, [...endToEndHeaders(answer.rawHeaders), 'Connection', 'close']);
  pipeline(answer, client, () => undefined);
}

function writeHead(client: Duplex, status: number, headers: readonly string[]): void {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  for (let index = 0; index + 1 < headers.length; index += 2) {
    text += `${headers[index] ?? ''}: ${headers[index + 1] ?? ''}\r\n`;
  }
  client.write(`${text}\r\n`, 'latin1');
}
