import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFailed } from 'vitest';
import { ERRORS } from '../../src/core/errors.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** What the server may have had in memory at any time, in megabytes: it starts at about 150. */
const MAX_MEMORY = 700;

const run = (script: string): string => html(`<h1>Flood</h1><script>${script}</script>`);

/** Each is one line of page script. */
const FLOODS: Readonly<Record<string, string>> = {
  '/control-characters': run(`console.log('\\u0001'.repeat(1e8))`),
  '/control-characters-later': run(`setTimeout(() => console.log('\\u0001'.repeat(1e8)), 500)`),
  '/console-text': run(`for (let i = 0; i < 400; i++) console.log('x'.repeat(1e6))`),
  '/console-lines': run(`setInterval(() => { for (let i = 0; i < 2000; i++) console.log('line', i, {i}) }, 0)`),
  '/console-arguments': run(`console.log(...Array.from({ length: 300 }, () => 'x'.repeat(1e6)))`),
  '/uncaught-lines': run(
    `setInterval(() => { for (let i = 0; i < 500; i++) Promise.reject(new Error('x'.repeat(5e3))) }, 0)`,
  ),
  '/alert': run(`setTimeout(() => alert('\\u0001'.repeat(1e8)), 100)`),
  '/hash': run(`setInterval(() => { for (let i = 0; i < 1000; i++) location.hash = Math.random() }, 0)`),
  '/history': run(
    `setInterval(() => { for (let i = 0; i < 1000; i++) history.pushState(i, '', '?' + Math.random()) }, 0)`,
  ),
  '/long-hash': run(`setInterval(() => { location.hash = Math.random() + 'x'.repeat(5e4) }, 0)`),
  '/data-picture': run(`for (let i = 0; i < 20; i++) new Image().src = 'data:image/png;base64,' + 'A'.repeat(3e7)`),
  '/posts': run(`for (let i = 0; i < 12; i++) fetch('/sink', { method: 'POST', body: 'x'.repeat(2.5e7) })`),
  '/requests': run(
    `setInterval(() => { for (let i = 0; i < 200; i++) fetch('/sink?' + Math.random()).catch(() => 0) }, 0)`,
  ),
  '/workers': run(`setInterval(() => { for (let i = 0; i < 5; i++) new Worker('data:text/javascript,close()') }, 0)`),
  '/windows': run(`setInterval(() => window.open('about:blank', '_blank'), 0)`),
};

/** What Chromium's own process would be busy with for half a minute, and every other session with it. */
const LONG_ADDRESSES: Readonly<Record<string, string>> = {
  '/megabyte-hashes': run(`setInterval(() => { location.hash = Math.random() + 'x'.repeat(1.9e6) }, 0)`),
  '/megabyte-history': run(
    `setInterval(() => { history.pushState(0, '', '?' + Math.random() + 'x'.repeat(1.9e6)) }, 0)`,
  ),
  '/megabyte-replaced': run(
    `setInterval(() => { for (let i = 0; i < 20; i++) history.replaceState(0, '', '?' + Math.random() + 'x'.repeat(1e6)) }, 0)`,
  ),
  '/megabyte-unheard': run(
    `navigation.addEventListener('navigate', (event) => event.stopImmediatePropagation(), true);
     setTimeout(() => { for (;;) location.hash = Math.random() + 'x'.repeat(1.9e6) }, 300)`,
  ),
  '/megabyte-frames': run(
    `for (let k = 0; k < 2; k++) {
       const frame = document.createElement('iframe');
       frame.src = '/?' + k;
       frame.onload = () => setInterval(() => { frame.contentWindow.location.hash = Math.random() + 'x'.repeat(1e6) }, 0);
       document.body.append(frame);
     }`,
  ),
};

const memoryOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]) / 1024;

promised('bounded-calls', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    site = await startSite({
      '/': html('<button>Fine</button>'),
      '/sink': (_, response) => response.writeHead(204).end(),
      '/state': html(
        `<button onclick="history.pushState(0, '', '?' + 'y'.repeat(5e4)); note.textContent = location.href.length">Keep</button>
         <a download="table.csv">Table</a><p id="note"></p><script>document.querySelector('a').href = 'data:text/csv,' + 'a,'.repeat(1e5)</script>`,
      ),
      ...FLOODS,
      ...LONG_ADDRESSES,
    });
    gatewright = await start({ args: ['--allow-private', site.host] });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });
  beforeEach(() => {
    onTestFailed(() => {
      const events = gatewright
        .record()
        .slice(-30)
        .map(({ event, code, session }) => JSON.stringify({ event, code, session }));
      console.error([gatewright.stderr().slice(-3000), ...events, `${String(memoryOf(gatewright.pid))} MB`].join('\n'));
    });
  });

  /** The other session may be late while the flood lasts. Its page is never lost. */
  const stillThere = async (): Promise<void> => {
    const until = Date.now() + 40_000;
    for (;;) {
      const { text, code } = await gatewright.call('browser_snapshot', { session: 'other' });
      if (code === undefined || Date.now() > until) {
        expect(text).toContain('button "Fine"');
        return;
      }
      expect(['call.deadline', 'call.busy']).toContain(code);
    }
  };

  const timed = async (tool: string, args: Record<string, unknown>): Promise<string | undefined> => {
    const began = Date.now();
    const reply = await gatewright.call(tool, { ...args, session: 'flooded' });
    const took = Date.now() - began;
    if (reply.isError) expect(Object.keys(ERRORS)).toContain(reply.code);
    // Thirty seconds, and the grace in which it may say how far it came.
    expect(took).toBeLessThan(32_500);
    return reply.code;
  };

  it.each(Object.keys(FLOODS))(
    'what %s floods costs its own session only',
    async (path) => {
      const other = await gatewright.call('browser_navigate', { url: site.url(), session: 'other' });
      expect(other.text).toContain('button "Fine"');
      await timed('browser_navigate', { url: site.url(path) });
      await new Promise((resolve) => setTimeout(resolve, 2000));
      await timed('browser_snapshot', {});
      await stillThere();
      expect(memoryOf(gatewright.pid)).toBeLessThan(MAX_MEMORY);
      await timed('browser_close', {});
      // A page that was ended for its flood is told of once.
      const codes = [await timed('browser_navigate', { url: site.url() })];
      if (codes[0] !== undefined) codes.push(await timed('browser_navigate', { url: site.url() }));
      expect(codes.at(-1)).toBeUndefined();
    },
    150_000,
  );

  it.each(Object.keys(LONG_ADDRESSES))(
    'the addresses of %s make nobody else wait',
    async (path) => {
      await gatewright.call('browser_navigate', { url: site.url(), session: 'other' });
      const going = timed('browser_navigate', { url: site.url(path) });
      for (let i = 0; i < 4; i += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        const { code } = await gatewright.call('browser_navigate', { url: site.url(), session: 'other' });
        expect(code).toBeUndefined();
      }
      await going;
      await timed('browser_close', {});
    },
    90_000,
  );

  it('an application may keep its state in a long address', async () => {
    await gatewright.call('browser_navigate', { url: site.url('/state'), session: 'other' });
    for (let i = 0; i < 3; i += 1) {
      const reply = await gatewright.call('browser_click', { name: 'Keep', session: 'other' });
      expect(reply.isError).toBe(false);
    }
    expect((await gatewright.call('browser_read', { session: 'other' })).text).toMatch(/500\d\d/u);
    const table = await gatewright.call('browser_click', { name: 'Table', session: 'other' });
    expect(table.text).toContain('table.csv');
  });
});
