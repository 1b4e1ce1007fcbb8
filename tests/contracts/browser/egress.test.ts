import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Egress } from '../../../src/core/index.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { eventually, openRoom, READING } from './browser-setup.js';
import type { Room } from './browser-setup.js';

let setup: Room;
let site: Site;
let proxy: Server;
/** Who asked for what: the user name, or `nobody`. */
const asked: string[] = [];

beforeEach(async () => {
  asked.length = 0;
  site = await startSite({
    '/': html('<h1>Hello</h1><img src="/one"><img src="/two"><script>new Worker("/worker.js")</script>'),
    '/worker.js': (_, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('fetch("/three")'),
    '/basic': (_, response) =>
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end(html('<h1>Closed</h1>')),
  });
  proxy = createServer((from, to) => {
    const given = /^Basic (.*)$/u.exec(from.headers['proxy-authorization'] ?? '')?.[1] ?? '';
    const [user = '', password = ''] = Buffer.from(given, 'base64').toString().split(':');
    const isKnown = password === `secret-of-${user}`;
    asked.push(`${isKnown ? user : 'nobody'} ${new URL(from.url ?? '').pathname}`);
    if (!isKnown) {
      to.writeHead(407, { 'proxy-authenticate': 'Basic realm="gatewright"' }).end();
      return;
    }
    const onward = request(from.url ?? '', { method: from.method, headers: { host: site.host } }, (answer) => {
      to.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(to);
    });
    from.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  setup = openRoom({ egress: egress() });
});

afterEach(async () => {
  await setup.close();
  await site.close();
  proxy.closeAllConnections();
  proxy.close();
});

function egress(): Egress {
  const { port } = proxy.address() as AddressInfo;
  return {
    describe: () => ({ kind: 'blank' }),
    resolve: () => Promise.resolve([]),
    admit: ({ session }) =>
      Promise.resolve({ server: `http://127.0.0.1:${port}`, username: session, password: `secret-of-${session}` }),
    serveAsProxy: (connection) => proxy.emit('connection', connection),
    recheck: () => [],
    dismiss: () => undefined,
    counts: () => ({ total: 0, refused: 0, refusals: [] }),
    close: () => Promise.resolve(),
  };
}

const requests = () => asked.filter((line) => !line.endsWith('favicon.ico'));

describe('behind the proxy', () => {
  it('everything goes through it under the session’s own name, loopback too', async () => {
    await setup.navigate(site.url(), 'one');
    await eventually('worker', () => asked.includes('one /three'));
    await setup.navigate(site.url(), 'two');
    await eventually('worker', () => asked.includes('two /three'));
    for (const path of ['/', '/one', '/two', '/worker.js']) {
      expect(requests()).toContain(`one ${path}`);
      expect(requests()).toContain(`two ${path}`);
    }
    // The proxy asks who it is once for each session, not for each request.
    expect(requests().filter((line) => line === 'nobody /')).toEqual(['nobody /', 'nobody /']);
    expect(site.seen.length).toBe(requests().filter((line) => !line.startsWith('nobody')).length);
  });

  it('a site that asks for a password gets none, and its page is shown', async () => {
    await setup.navigate(site.url('/basic'), 'one').catch(() => undefined);
    const { text } = await setup.run({ ...READING, session: 'one' }, ({ page }) => page.snapshot({}));
    expect(text).toContain('Closed');
  });
});
