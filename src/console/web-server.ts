import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { Failure } from '../core/index.js';
import { refusedPage } from './pages/enter-page.js';
import { respond } from './request-guards.js';
import { createConsole, noSuchPage } from './web-app.js';
import type { ConsoleDeps } from './web-source.js';

export interface ServedConsole {
  /** Where a browser reaches it. */
  readonly base: string;
  /** A new one-time link. */
  newLink(): string;
  close(): Promise<void>;
}

/** A console of its own, on loopback; on a port that nobody knows beforehand where none is wanted. */
export async function serveConsole(deps: ConsoleDeps, port = 0): Promise<ServedConsole> {
  const pages = createConsole(deps);
  const app = new Hono();
  app.onError(() => {
    deps.log('a page of the console failed');
    return respond(refusedPage('The console failed at this.'), 500);
  });
  app.notFound(noSuchPage);
  pages.routes(app);
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  let host = '';
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000, maxHeaderSize: 16 * 1024 }, (i, o) => {
    if (isDirect(i, host)) void listener(i, o);
    else o.writeHead(403, { 'content-type': 'text/plain' }).end('Forbidden');
  });
  server.maxConnections = 256;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const why = `cannot listen on 127.0.0.1:${String(port)}; choose another --port, or leave it out for any free one`;
      reject(new Failure('config.invalid', why, undefined, error));
    });
    server.listen({ host: '127.0.0.1', port }, resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Failure('internal.fault');
  host = `127.0.0.1:${String(bound.port)}`;
  return {
    base: `http://${host}`,
    newLink: () => pages.link(`http://${host}`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

const FORWARDED = ['via', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** Its own address and nothing in between: what comes through a proxy may be the browser that is being watched. */
function isDirect({ headers, url = '' }: IncomingMessage, host: string): boolean {
  if (headers.host !== host || !url.startsWith('/')) return false;
  const names = Object.keys(headers);
  return !names.some((name) => name.startsWith('proxy-') || FORWARDED.includes(name));
}
