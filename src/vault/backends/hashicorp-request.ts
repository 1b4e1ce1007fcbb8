import { request as plainRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { Failure, parseJson } from '../../core/index.js';

export interface VaultServer {
  readonly address: string;
  readonly namespace?: string | undefined;
  /** Authorities in PEM form, instead of those of the system. */
  readonly authorities?: string | undefined;
  readonly timeoutMs: number;
}

export interface VaultRequest {
  readonly method: 'GET' | 'POST';
  /** Below /v1/, its segments encoded. */
  readonly path: string;
  readonly token?: string;
  readonly body?: Readonly<Record<string, string>>;
}

export interface VaultAnswer {
  readonly status: number;
  /** Parsed; undefined when it is no JSON. */
  readonly body: unknown;
}

const MAX_BYTES = 2 * 1024 * 1024;

/**
 * One request to the server, straight and not through the browsers' proxy. Redirects are not followed: a token would go
 * along. Throws `vault.unavailable` for what never became an answer; nothing that the server says is passed on.
 */
export function askVault(server: VaultServer, asked: VaultRequest, signal?: AbortSignal): Promise<VaultAnswer> {
  const url = new URL(`/v1/${asked.path}`, server.address);
  const body = asked.body === undefined ? undefined : JSON.stringify(asked.body);
  const headers = {
    accept: 'application/json',
    'x-vault-request': 'true',
    ...(server.namespace !== undefined && { 'x-vault-namespace': server.namespace }),
    ...(asked.token !== undefined && { 'x-vault-token': asked.token }),
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  const deadline = AbortSignal.timeout(server.timeoutMs);
  const within = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  const options = { method: asked.method, headers, agent: false, signal: within } as const;
  return new Promise((resolve, reject) => {
    const onAnswer = (answer: IncomingMessage): void => {
      readAnswer(answer).then(resolve, reject);
    };
    const outgoing =
      url.protocol === 'https:'
        ? // Said here, so that no variable of the process can switch the check off.
          tlsRequest(url, { ...options, ca: server.authorities, rejectUnauthorized: true }, onAnswer)
        : plainRequest(url, options, onAnswer);
    outgoing.on('error', (error) => {
      reject(unreachable(error, within.aborted));
    });
    outgoing.end(body);
  });
}

async function readAnswer(answer: IncomingMessage): Promise<VaultAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer) {
      if (!Buffer.isBuffer(chunk)) continue;
      size += chunk.length;
      if (size > MAX_BYTES) {
        answer.destroy();
        throw new Failure('vault.bad-record', 'the server answered with more than a record can be');
      }
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Failure ? error : unreachable(error, false);
  }
  return { status: answer.statusCode ?? 0, body: parseJson(Buffer.concat(chunks).toString('utf8')) };
}

function unreachable(error: unknown, late: boolean): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = late
    ? 'the server did not answer in time'
    : /CERT|SIGNED|SIGNATURE|ALTNAME|SSL|TLS/u.test(code)
      ? "the server's certificate is not trusted"
      : 'the server cannot be reached';
  return new Failure('vault.unavailable', why);
}
