import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ActionResult, Identity, Page } from '../../../src/core/index.js';
import { mintSecret } from '../../../src/core/seals/secret-mint.js';
import { GOING } from './browser-setup.js';
import type { Room } from './browser-setup.js';

export interface Asked {
  readonly host: string;
  readonly method: string;
  readonly path: string;
  readonly cookie: string;
  readonly key: string;
  readonly body: string;
}

export interface NamedSite {
  readonly port: number;
  readonly seen: Asked[];
  at(name: string, path?: string): string;
  close(): Promise<void>;
}

export type Answer = (asked: Asked, response: ServerResponse) => void;

/** One server under every name below `localhost`, which writes down who was asked for what, and with which headers. */
export async function startNamedSite(answer: Answer): Promise<NamedSite> {
  const seen: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked = askedOf(request, Buffer.concat(chunks).toString());
      seen.push(asked);
      answer(asked, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    seen,
    at: (name, path = '') => `http://${name}.localhost:${port}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

function askedOf(request: IncomingMessage, body: string): Asked {
  const { host = '', cookie = '', 'x-key': key = '' } = request.headers;
  const path = request.url ?? '';
  return { host, method: request.method ?? '', path, cookie, key: String(key), body };
}

export function page(response: ServerResponse, body: string, headers: Record<string, string | string[]> = {}): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
  response.end(`<!doctype html><link rel=icon href="data:,"><title>Test</title>${body}`);
}

export const secret = (value: string, origins: readonly string[], use: 'any' | 'password' | 'code' = 'any') =>
  mintSecret('SECRET', { value, origins, use });

export function identity(origins: readonly string[], more: Partial<Identity> = {}): Identity {
  return { name: 'app', origins, cookies: [], localStorage: [], sessionStorage: [], headers: [], ...more };
}

/** What the gateway does with an address that has an identity. */
export function goAs(setup: Room, who: Identity | undefined, url: string, session = 'default'): Promise<ActionResult> {
  const target = { kind: 'url', url } as const;
  return setup.run({ ...GOING, session, targets: [target] }, async (lease) => {
    if (who !== undefined) await lease.inject(who, []);
    return lease.page.navigate(target, { waitFor: 'load', snapshot: 'interactive' });
  });
}

export function inPage<T>(setup: Room, work: (page: Page) => Promise<T>, session = 'default'): Promise<T> {
  return setup.run({ tool: 'browser_test', effect: 'act', session, targets: [{ kind: 'page' }] }, (lease) =>
    work(lease.page),
  );
}
