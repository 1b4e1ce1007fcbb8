import { request as startRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Transform } from 'node:stream';
import type { WebUrlFacts } from '../../core/index.js';
import { authorizeRequest, refuseLeak } from './authorize-request.js';
import type { ProxyContext, EgressRefusal } from './authorize-request.js';
import { PinnedAgent } from './pinned-agent.js';
import { CREDENTIALS_WANTED, answerRequest, refusalAnswer, unreachableAnswer } from './proxy-answers.js';
import { endToEndHeaders, upstreamHeaders } from './proxy-headers.js';
import type { ProxySession } from './proxy-sessions.js';
import { plainTarget } from './route.js';
import type { PlainTarget } from './route.js';
import { LeakFound, watchBody } from './watch-outgoing.js';

const FIRST_BYTE_MS = 120_000;

/** A plain http request in absolute form. Each one of a kept connection comes here, and each is judged. */
export async function forwardRequest(
  context: ProxyContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const session = context.sessions.authenticate(request);
  if (session === undefined) {
    answerRequest(response, CREDENTIALS_WANTED);
    return;
  }
  const url = context.describe(request.url ?? '');
  if (url.kind !== 'web' || url.scheme !== 'http') {
    answerRequest(response, refusalAnswer(badRequest('only absolute http URLs are forwarded')));
    return;
  }
  const encoding = request.headers['transfer-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked') {
    answerRequest(response, refusalAnswer(badRequest('only chunked transfer coding is forwarded')));
    return;
  }
  const gone = new AbortController();
  const { socket } = request;
  session.active.set(socket, [url]);
  response.once('close', () => {
    session.active.delete(socket);
    // An abort costs as much as all the rest, and after a whole answer nobody waits for it.
    if (!response.writableFinished) gone.abort();
  });
  const cleared = await authorizeRequest(context, session, [url], gone.signal, () =>
    endToEndHeaders(request.rawHeaders),
  );
  if ('refusal' in cleared) {
    answerRequest(response, refusalAnswer(cleared.refusal));
    return;
  }
  const target = await plainTarget(cleared.route, url);
  const leak = context.leakDetectorFor?.(session.scope);
  const watch = leak && watchBody((text) => leak(text, url.origin));
  watch?.once('error', (error) => {
    const { refusal } = refuseLeak(
      context,
      session,
      url.origin,
      error instanceof LeakFound ? error.secret : 'a secret',
    );
    answerRequest(response, refusalAnswer(refusal));
  });
  exchange({ session, url, target, request, response, gone: gone.signal, watch }, session.agent);
}

interface Exchange {
  readonly session: ProxySession;
  readonly url: WebUrlFacts;
  readonly target: PlainTarget;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly gone: AbortSignal;
  /** The body passes here. */
  readonly watch: Transform | undefined;
}

function exchange(parts: Exchange, agent: PinnedAgent): void {
  const { session, target, request, response, gone, watch } = parts;
  const headers = [...upstreamHeaders(request.rawHeaders, target.authority), ...target.headers];
  const chunked = request.headers['transfer-encoding'] !== undefined;
  // Transfer-Encoding is set again: a body without it or a length would run into the next request (RFC 9112 6.3).
  if (chunked) headers.push('Transfer-Encoding', 'chunked');
  const hasBody = chunked || Number(request.headers['content-length'] ?? 0) > 0;
  const upstream = startRequest({
    ...{ agent, host: target.host, port: target.port, path: target.path },
    ...{ method: request.method, headers, setHost: false, maxHeaderSize: 262_144 },
  });
  const giveUp = (): void => {
    upstream.destroy(new Error('nobody waits for the answer'));
  };
  if (gone.aborted) giveUp();
  gone.addEventListener('abort', giveUp, { once: true });
  upstream.setTimeout(FIRST_BYTE_MS, () => {
    upstream.destroy();
  });
  upstream.once('response', (answer) => {
    upstream.setTimeout(0);
    relay(answer, response, session.received);
  });
  let failed = false;
  upstream.on('error', () => {
    if (failed) return;
    failed = true;
    // A kept connection that the server closed in the same moment; without a body the request can be sent again.
    if (upstream.reusedSocket && !hasBody && !response.headersSent && !gone.aborted) {
      exchange(parts, new PinnedAgent(false));
      return;
    }
    answerRequest(response, unreachableAnswer());
  });
  if (!hasBody) {
    upstream.end();
    return;
  }
  if (watch === undefined) pipeline(request, upstream, () => undefined);
  else pipeline(request, watch, upstream, () => undefined);
}

function relay(answer: IncomingMessage, response: ServerResponse, received: ProxySession['received']): void {
  const status = answer.statusCode ?? 502;
  // A browser takes any 407 for the proxy's own question and answers it with the session's credentials.
  if (status === 407) {
    answer.destroy();
    answerRequest(response, unreachableAnswer());
    return;
  }
  try {
    response.sendDate = false;
    response.writeHead(status, answer.statusMessage, endToEndHeaders(answer.rawHeaders));
  } catch {
    // A header that cannot be sent on.
    answer.destroy();
    answerRequest(response, unreachableAnswer());
    return;
  }
  pour(answer, response, received);
}

/** Not `pipe` or a pipeline, which cost as much as the rest: who waits for the answer is watched by `gone` already. */
function pour(answer: IncomingMessage, response: ServerResponse, received: ProxySession['received']): void {
  answer.once('error', () => {
    response.destroy();
  });
  answer.on('data', (bytes: Buffer) => {
    received.bytes += bytes.length;
    if (response.write(bytes)) return;
    answer.pause();
    response.once('drain', () => {
      answer.resume();
    });
  });
  answer.once('end', () => {
    response.end();
  });
}

function badRequest(reason: string): EgressRefusal {
  return { status: 400, rule: 'bad-request', reason };
}
