import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { EgressRefusal } from './authorize-request.js';

const REALM = 'Basic realm="gatewright"';

/** The proxy's own answers; the same words for a request and for a tunnel. */
interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

export const CREDENTIALS_WANTED: Answer = answer(407, 'This proxy serves one session only.\n', [
  ['Proxy-Authenticate', REALM],
]);

export function refusalAnswer(refusal: EgressRefusal): Answer {
  return answer(refusal.status, `Gatewright did not let this request out: ${refusal.rule} (${refusal.reason}).\n`);
}

export function unreachableAnswer(): Answer {
  return answer(502, 'Gatewright could not reach the server.\n');
}

function answer(status: number, body: string, more: readonly (readonly [string, string])[] = []): Answer {
  return {
    status,
    body,
    headers: [
      ...more,
      ['Content-Type', 'text/plain; charset=utf-8'],
      ['Content-Length', String(Buffer.byteLength(body))],
      // The page's origin would own this text: it must be neither kept nor guessed to be something else.
      ['Cache-Control', 'no-store'],
      ['X-Content-Type-Options', 'nosniff'],
    ],
  };
}

/** A response that has begun already can only be cut off. */
export function answerRequest(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.writeHead(status, headers.flat());
  response.end(body);
}

export function answerSocket(socket: Duplex, { status, headers, body }: Answer): void {
  if (socket.destroyed) return;
  const lines = [...headers, ['Connection', 'close'] as const].map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () => {
    socket.destroy();
  });
}
