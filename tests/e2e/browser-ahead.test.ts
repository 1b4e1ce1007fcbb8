import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running, StartOptions } from '../fixtures/gatewright.js';
import { browserBelow } from '../fixtures/processes.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const UP_MS = 30_000;
/** One that is started ahead is on the record long before. */
const IDLE_MS = 4000;

let site: Site;

beforeAll(async () => {
  site = await startSite({ '/': html('<h1>Orders</h1>') });
});

afterAll(() => site.close());

const events = (server: Running): unknown[] => server.record().map(({ event }) => event);

async function withServer(options: StartOptions, work: (server: Running) => Promise<void>): Promise<void> {
  const server = await start({ ...options, args: ['--allow-private', site.host, ...(options.args ?? [])] });
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

test('a server over HTTP has a tested browser ready before the first call, and sessions use that one', async () => {
  await withServer({ transport: 'http' }, async (server) => {
    await vi.waitFor(() => {
      expect(events(server)).toContain('browser.tested');
    }, UP_MS);
    expect(events(server)).not.toContain('session.opened');
    const ahead = browserBelow(server.pid);
    expect((await server.call('browser_navigate', { url: site.url('/') })).text).toContain('heading "Orders"');
    expect(browserBelow(server.pid)).toBe(ahead);
    expect(events(server).filter((event) => event === 'browser.started')).toHaveLength(1);
  });
});

test('one that ends before anybody needs it costs the next call nothing but its start', async () => {
  await withServer({ transport: 'http' }, async (server) => {
    await vi.waitFor(() => {
      expect(events(server)).toContain('browser.tested');
    }, UP_MS);
    process.kill(browserBelow(server.pid), 'SIGKILL');
    await vi.waitFor(() => {
      expect(server.stderr()).toContain('browser: ended by itself');
    }, UP_MS);
    const { isError, text } = await server.call('browser_navigate', { url: site.url('/') });
    expect(isError, text).toBe(false);
  });
});

test('browser.startAhead has one ready over stdio too once the tools were listed, and none over HTTP', async () => {
  await withServer({ config: { browser: { startAhead: true } } }, async (server) => {
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    expect(events(server)).not.toContain('browser.started');
    await server.client.listTools();
    await vi.waitFor(() => {
      expect(events(server)).toContain('browser.tested');
    }, UP_MS);
    const ahead = browserBelow(server.pid);
    expect((await server.call('browser_navigate', { url: site.url('/') })).text).toContain('heading "Orders"');
    expect(browserBelow(server.pid)).toBe(ahead);
  });
  await withServer({ transport: 'http', config: { browser: { startAhead: false } } }, async (server) => {
    await server.client.listTools();
    await server.call('list_named_refs', {});
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    expect(events(server)).not.toContain('browser.started');
  });
});

test('over stdio nothing is started before a call needs it', async () => {
  await withServer({}, async (server) => {
    await server.client.listTools();
    await server.call('list_named_refs', {});
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    expect(events(server)).not.toContain('browser.started');
  });
});
