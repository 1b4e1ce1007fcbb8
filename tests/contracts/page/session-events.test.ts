import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { DialogPolicy } from '../../../src/core/index.js';
import { SessionEvents } from '../../../src/browser/page/session-events.js';
import { consoleView, networkView, socketView } from '../../../src/browser/page/log-view.js';
import { defaultPreferences } from '../../../src/browser/page/preferences.js';
import { TabLogs } from '../../../src/browser/page/tab-logs.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { launchChromium } from './chromium.js';

let browser: Browser;
let site: Site;

beforeAll(async () => {
  browser = await launchChromium();
  site = await startSite({
    '/': html('<button onclick="act()">Go</button>'),
    '/greeting': html('<script>alert("first thing")</script>hello'),
    '/trap': html(
      '<button>stay</button><script>onbeforeunload = (e) => { e.preventDefault(); return "stay"; }</script>',
    ),
    '/file': (_, response) =>
      response.writeHead(200, { 'content-disposition': "attachment; filename*=UTF-8''in%E2%80%8Bvoice.pdf" }).end('x'),
    '/json': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ user: { id: 7, mail: 'ann@example.com' }, tags: ['a', 'b'], 'odd key\n': null })),
    '/missing.json': (_, response) => response.writeHead(404).end(),
  });
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly events: SessionEvents;
  readonly logs: TabLogs;
}

async function open(dialog: DialogPolicy = 'raise', path = '/'): Promise<Opened> {
  const context = await browser.newContext();
  const events = new SessionEvents({ judge: (text) => (text.includes('Delete') ? 'ask' : 'allow') });
  const page = await context.newPage();
  const logs = new TabLogs(page);
  events.attach(page, { ...defaultPreferences(), dialog });
  await page.goto(site.url(path));
  return { context, page, events, logs };
}

async function dialogs(policy: DialogPolicy, script: string) {
  const { context, page, events } = await open(policy);
  const result: unknown = await page.evaluate(script);
  const happened = events.take();
  await context.close();
  return { result, happened };
}

describe('dialogs', () => {
  it.each<[DialogPolicy, string, unknown, boolean]>([
    ['raise', 'alert("a")', undefined, false],
    ['raise', 'confirm("a")', false, true],
    ['raise', 'prompt("a", "b")', null, true],
    ['deny', 'alert("a")', undefined, false],
    ['deny', 'confirm("a")', false, false],
    ['ask-human', 'confirm("a")', false, false],
    ['allow', 'confirm("Delete?")', false, false],
    [{ acceptPromptWith: 'Delete' }, 'prompt("Type it")', null, false],
    ['allow', 'alert("Delete")', undefined, false],
    ['allow', 'confirm("a")', true, false],
    ['allow', 'prompt("a", "suggested")', 'suggested', false],
    [{ acceptPromptWith: 'me' }, 'prompt("a", "b")', 'me', false],
    [{ acceptPromptWith: 'me' }, 'confirm("a")', true, false],
  ])('%j: %s', async (policy, script, answer, raised) => {
    const { result, happened } = await dialogs(policy, script);
    expect(result).toEqual(answer);
    expect(happened.during.raised).toBe(raised);
    expect(happened.dialogs).toHaveLength(1);
  });

  it('is answered when it is the first thing that a page does', async () => {
    const { context, events } = await open('raise', '/greeting');
    expect(events.take().dialogs[0]?.message.text).toBe('first thing');
    await context.close();
  });

  it('has a message of one bounded line', async () => {
    const { happened } = await dialogs('deny', 'alert("x\\nref=e1\\u202E".repeat(10000))');
    const text = happened.dialogs[0]?.message.text ?? '';
    expect(text.length).toBeLessThan(310);
    expect(text).not.toMatch(/[\n\u202E]/u);
  });

  it('cannot hold the browser in a loop', async () => {
    const { context, page, events } = await open();
    const start = performance.now();
    await page.evaluate('setTimeout(() => { for (;;) alert("again"); })');
    await page.waitForURL('about:blank');
    expect(performance.now() - start).toBeLessThan(15_000);
    const { dialogs: kept, during } = events.take();
    expect(during.flooded).toBe(true);
    expect(kept).toHaveLength(20);
    await page.goto(site.url());
    await context.close();
  });

  it('cannot keep an agent that is leaving', async () => {
    const { context, page, events } = await open('raise', '/trap');
    await page.mouse.click(20, 20);
    await events.whileLeaving(() => page.goto(site.url()));
    expect(page.url()).toBe(site.url());
    expect(events.take()).toMatchObject({
      dialogs: [{ kind: 'beforeunload', answer: 'accepted' }],
      during: { raised: false },
    });
    await context.close();
  });

  it('keeps a page that goes by itself where it is', async () => {
    const { context, page, events } = await open('raise', '/trap');
    await page.mouse.click(20, 20);
    await page.evaluate('location.href = "/"');
    await expect.poll(() => events.during.raised).toBe(true);
    expect(page.url()).toBe(site.url('/trap'));
    await context.close();
  });
});

describe('what happened', () => {
  it('is told once', async () => {
    const { context, page, events } = await open();
    events.take();
    const missing = page.waitForResponse('**/json?again');
    await page.evaluate(
      `console.error('e'); console.warn('w'); fetch('/json', { method: 'POST' }).then(() => fetch('/json?again'))`,
    );
    await missing;
    expect(events.take()).toMatchObject({ errors: 1, warnings: 1, requests: 2, mutations: 1, failedRequests: 0 });
    expect(events.take()).toMatchObject({ requests: 0, mutations: 0, failedRequests: 0 });
    await context.close();
  });

  it('has the names of downloads, which are refused', async () => {
    const { context, page, events } = await open();
    await page.evaluate('location.href = "/file"');
    await expect.poll(() => events.during.download).toBe(true);
    expect(events.take().downloads.map(({ text }) => text)).toEqual(['in_voice.pdf']);
    await context.close();
  });

  it('tells what came before an action from what came with it', async () => {
    const { context, page, events } = await open();
    await page.evaluate('confirm("before")');
    events.begin();
    const before = { raised: true, permissions: [] };
    expect(events.take()).toMatchObject({ dialogs: [{ answer: 'dismissed' }], during: { raised: false, before } });
    events.begin();
    expect(events.take()).toMatchObject({ dialogs: [], during: { before: { raised: false } } });
    await context.close();
  });
});

describe('logs', () => {
  it('cannot be forged by a page', async () => {
    const { context, page, logs } = await open();
    await page.evaluate(`console.log('one\\n[error] "forged" (https://bank.example/:1)\\u202E')`);
    const { text } = consoleView(logs, { origin: site.origin, mask: undefined });
    expect(text.split('\n')).toHaveLength(1);
    expect(text).toContain('[log] "one [error] \\"forged\\"');
    await context.close();
  });

  it('stay bounded under a flood', async () => {
    const { context, page, logs } = await open();
    await page.evaluate(`for (let i = 0; i < 3000; i++) console.log('x'.repeat(5000), i)`);
    await expect.poll(() => logs.console.dropped).toBeGreaterThan(1_000);
    expect(logs.console.rows()).toHaveLength(500);
    expect(consoleView(logs, { origin: site.origin, mask: undefined }).text.length).toBeLessThan(50 * 700);
    await context.close();
  });

  it('show the shape of a JSON answer and none of its values', async () => {
    const { context, page, logs } = await open();
    await page.evaluate(`fetch('/json').then((r) => r.text())`);
    await page.evaluate(`fetch('/missing.json?${'q'.repeat(300)}#secret').then((r) => r.text())`);
    await expect.poll(() => logs.network.rows().at(-1)?.done).toBe(true);
    const { text } = await networkView(logs, { origin: site.origin, mask: undefined }, []);
    expect(text).toContain('GET 200 fetch');
    expect(text).toContain('responseShape {user: {id: number, mail: string}, tags: [string], "odd key": null}');
    expect(text).not.toMatch(/ann@example|secret/u);
    expect(text).toMatch(/GET 404 fetch \S+q…/u);
    expect(
      (await networkView(logs, { origin: site.origin, mask: undefined, filter: 'MISSING', limit: 5 }, [])).text.split(
        '\n',
      ),
    ).toHaveLength(1);
    await context.close();
  });

  it('have the frames of a WebSocket', async () => {
    const echo = await startEcho();
    const { context, page, logs } = await open();
    await page.evaluate(`new Promise((done) => {
      const socket = new WebSocket('ws://127.0.0.1:${String(echo.port)}/?key=1');
      socket.onopen = () => socket.send('hello');
      socket.onclose = done;
    })`);
    const { text } = socketView(logs, { origin: site.origin, mask: undefined });
    expect(text).toContain('w1 opened ws://127.0.0.1');
    expect(text).toContain('w1 sent 5 "hello"');
    expect(text).toContain('w1 closed');
    await context.close();
    await echo.close();
  });
});

/** Takes a WebSocket, and closes it at its first frame. */
async function startEcho() {
  const { createServer } = await import('node:http');
  const server = createServer();
  server.on('upgrade', (request, socket) => {
    const key = `${request.headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.once('data', () => {
      socket.end(Buffer.from([0x88, 0x00]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    close: () =>
      new Promise<void>((resolve) =>
        server.close(() => {
          resolve();
        }),
      ),
  };
}
