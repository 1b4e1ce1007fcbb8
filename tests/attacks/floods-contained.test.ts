import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
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
  '/console-object': run(
    `console.dir(Object.fromEntries(Array.from({ length: 90 }, (_, i) => ['k' + i, 'x'.repeat(3e6)])))`,
  ),
  '/uncaught': run(`setTimeout(() => { throw new Error('\\u0001'.repeat(1e8)) })`),
  '/uncaught-lines': run(
    `setInterval(() => { for (let i = 0; i < 500; i++) Promise.reject(new Error('x'.repeat(5e3))) }, 0)`,
  ),
  '/rejected': run(`Promise.reject('\\u0001'.repeat(1e8))`),
  '/alert': run(`setTimeout(() => alert('\\u0001'.repeat(1e8)), 100)`),
  '/prompt': run(`setTimeout(() => prompt('a', '\\u0001'.repeat(5e7)), 100)`),
  '/title': run(`document.title = '\\u0001'.repeat(1e8)`),
  '/hash': run(`setInterval(() => { for (let i = 0; i < 1000; i++) location.hash = Math.random() }, 0)`),
  '/hash-loop': run(
    `(function again() { location.hash = Math.random(); Promise.resolve().then(() => setTimeout(again)) })()`,
  ),
  '/history': run(
    `setInterval(() => { for (let i = 0; i < 1000; i++) history.pushState(i, '', '?' + Math.random()) }, 0)`,
  ),
  '/long-hash': run(`setInterval(() => { location.hash = Math.random() + 'x'.repeat(1.9e6) }, 0)`),
  '/data-picture': run(`for (let i = 0; i < 20; i++) new Image().src = 'data:image/png;base64,' + 'A'.repeat(3e7)`),
  '/posts': run(`for (let i = 0; i < 12; i++) fetch('/sink', { method: 'POST', body: 'x'.repeat(2.5e7) })`),
  '/requests': run(
    `setInterval(() => { for (let i = 0; i < 200; i++) fetch('/sink?' + Math.random()).catch(() => 0) }, 0)`,
  ),
  '/frames': run(
    `setInterval(() => { for (let i = 0; i < 20; i++) { const f = document.createElement('iframe'); document.body.append(f); f.remove() } }, 0)`,
  ),
  '/workers': run(`setInterval(() => { for (let i = 0; i < 5; i++) new Worker('data:text/javascript,close()') }, 0)`),
  '/windows': run(`setInterval(() => window.open('about:blank', '_blank'), 0)`),
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
      ...FLOODS,
    });
  });
  beforeEach(async () => {
    gatewright = await start({ args: ['--allow-private', site.host] });
  });
  afterEach(async () => {
    await gatewright.close();
  });
  afterAll(async () => {
    await site.close();
  });

  it.each(Object.keys(FLOODS))(
    'what %s floods costs its own session only',
    async (path) => {
      const other = await gatewright.call('browser_navigate', { url: site.url(), session: 'other' });
      expect(other.text).toContain('button "Fine"');
      const began = Date.now();
      const opened = await gatewright.call('browser_navigate', { url: site.url(path), session: 'flooded' });
      const took = Date.now() - began;
      if (opened.isError) expect(Object.keys(ERRORS)).toContain(opened.code);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      const next = Date.now();
      const seen = await gatewright.call('browser_snapshot', { session: 'flooded' });
      const tookNext = Date.now() - next;
      if (seen.isError) expect(Object.keys(ERRORS)).toContain(seen.code);
      const beside = Date.now();
      const still = await gatewright.call('browser_snapshot', { session: 'other' });
      console.log(path, {
        took,
        code: opened.code,
        tookNext,
        nextCode: seen.code,
        otherTook: Date.now() - beside,
        other: still.code,
        mem: Math.round(memoryOf(gatewright.pid)),
      });
      expect(still.text).toContain('button "Fine"');
      expect(took).toBeLessThan(32_000);
      expect(tookNext).toBeLessThan(32_000);
      expect(memoryOf(gatewright.pid)).toBeLessThan(MAX_MEMORY);
      await gatewright.call('browser_close', { session: 'flooded' });
      const again = await gatewright.call('browser_navigate', { url: site.url(), session: 'flooded' });
      expect(again.text).toContain('button "Fine"');
    },
    110_000,
  );
});
