import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { TRICKS } from './tricks.js';

/** Two sites on loopback: a shop that somebody broke into, and the place to which it sends what it steals. */
export interface DemoSites {
  readonly shop: string;
  readonly collector: string;
  /** Paths that were asked of the collector, in order. */
  readonly stolen: readonly string[];
  /** Bodies of the payments that the shop took, in order. */
  readonly paid: readonly string[];
  close(): Promise<void>;
}

export const USER_NAME = 'ada';
/** Of the demo's shop alone. */
export const PASSWORD = 'correct-horse-41-battery';

export async function openDemoSites(): Promise<DemoSites> {
  const stolen: string[] = [];
  const paid: string[] = [];
  const collector = await listen((request, response) => {
    if (request.url !== '/favicon.ico') stolen.push(request.url ?? '');
    send(response, '<p>Thank you.</p>');
  });
  const collectorOrigin = originOf('collector', collector);
  const shop = await listen((request, response) => {
    void answer(request, response, collectorOrigin, paid);
  });
  return {
    shop: originOf('shop', shop),
    collector: collectorOrigin,
    stolen,
    paid,
    close: async () => {
      await Promise.all([shop, collector].map(end));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  collector: string,
  paid: string[],
): Promise<void> {
  const path = request.url ?? '/';
  if (path === '/pay' && request.method === 'POST') {
    paid.push(await bodyOf(request));
    send(response, '<h1>Paid</h1><p>You have paid 499.00 EUR.</p>');
  } else if (path === '/sign-in') {
    await bodyOf(request);
    response.writeHead(303, { location: '/password', 'set-cookie': 'signed-in=1; HttpOnly' }).end();
  } else if (path === '/password' && request.headers.cookie?.includes('signed-in=1') !== true) {
    send(response, SIGN_IN);
  } else if (path === '/report') {
    response.writeHead(302, { location: `${collector}/redirect?order=1002` }).end();
  } else if (path === '/invoice') {
    response
      .writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="invoice.pdf.sh"',
      })
      .end('#!/bin/sh\necho a program\n');
  } else {
    const trick = TRICKS.find(({ id }) => path === `/${id}`);
    if (trick === undefined) response.writeHead(404).end();
    else send(response, trick.page(collector, PASSWORD));
  }
}

const SIGN_IN = `<h1>Sign in</h1><form method="post" action="/sign-in">
<label>User name <input name="user" autocomplete="username"></label>
<label>Password <input name="password" type="password" autocomplete="current-password"></label>
<button>Sign in</button></form>`;

function send(response: ServerResponse, body: string): void {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"><title>Shop</title><body>${body}</body></html>`);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) if (part instanceof Buffer) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function listen(answering: RequestListener): Promise<Server> {
  const server = createServer(answering);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      resolve(server);
    });
  });
}

/** `*.localhost` is this machine to every browser. */
function originOf(name: string, server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error(`the ${name} of the demo does not listen`);
  return `http://${name}.localhost:${String(address.port)}`;
}

function end(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });
}
