import { parseJson } from '../../../core/index.js';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';

const MAX_BYTES = 4 * 1024 * 1024;

export interface AskedJson {
  readonly url: URL;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly timeoutMs: number;
}

export interface JsonAnswer {
  readonly status: number;
  /** Undefined: it is no JSON. */
  readonly value: unknown;
}

/** Not by `fetch`: nothing that is set for proxies may lead it elsewhere, and a redirect is an answer like any other. */
export function askJson({ url, method = 'GET', headers, body, timeoutMs }: AskedJson): Promise<JsonAnswer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? secureRequest : plainRequest;
    const request = start(url, {
      ...{ method, agent: false },
      headers: {
        ...headers,
        accept: 'application/json',
        // Selenium Grid refuses a body whose charset is not named.
        ...(text === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
        ...(text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) }),
      },
    });
    const timer = setTimeout(() => request.destroy(new Error('no answer in time')), timeoutMs);
    request.on('response', (response) => {
      let answer = '';
      response.setEncoding('utf8').on('error', reject);
      response.on('data', (part: string) => {
        answer += part;
        if (answer.length > MAX_BYTES) request.destroy(new Error('too long an answer'));
      });
      response.on('end', () => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, value: parseJson(answer) });
      });
    });
    request.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.end(text);
  });
}

/** A text at a path of names, by dots. */
export function textAt(value: unknown, path: string): string | undefined {
  let at: unknown = value;
  for (const name of path.split('.'))
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined;
  return typeof at === 'string' && at !== '' ? at : undefined;
}
