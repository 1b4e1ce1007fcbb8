import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ERRORS } from '../../src/core/errors.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

promised('bounded-calls', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    site = await startSite({
      '/': html('<button>Fine</button>'),
      '/silent': () => undefined,
      '/drip': (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const timer = setInterval(() => response.write('<p>x</p>'), 50);
        response.on('close', () => {
          clearInterval(timer);
        });
      },
      '/redirects': (_, response) => response.writeHead(302, { location: `/redirects?${String(Math.random())}` }).end(),
      '/alerts': html('<script>for (let i = 0; i < 300; i++) alert(i); document.title = "over"</script><p>after</p>'),
      '/alert-loop': html('<script>setInterval(() => alert(1), 0)</script>'),
      '/popups': html('<script>for (let i = 0; i < 200; i++) window.open("/?p" + i)</script>'),
      '/click-popups': html('<button onclick="for (let i = 0; i < 200; i++) window.open(`/?p${i}`)">Storm</button>'),
      '/trap': html(
        '<button>In</button><script>onbeforeunload = (e) => { e.preventDefault(); return "stay" }</script>',
      ),
      '/loop': html('<script>for (;;);</script>'),
      '/late-loop': html('<button>x</button><script>setTimeout(() => { for (;;); }, 300)</script>'),
      '/huge': (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end(`<!doctype html><body>${'<div><p>text and more text</p></div>'.repeat(1_400_000)}</body>`);
      },
      '/deep': html('<div>'.repeat(20_000) + 'bottom'),
      '/buttons': html('<button>b</button>'.repeat(50_000)),
      '/frames': html('<iframe src="/"></iframe>'.repeat(200)),
      '/crash': html('<script>const a = []; for (;;) a.push(new Array(1e6).fill(1))</script>'),
    });
    gatewright = await start({ args: ['--allow-private', site.host] });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });
  beforeEach(() => {
    site.seen.length = 0;
  });

  const works = async (): Promise<void> => {
    const reply = await gatewright.call('browser_navigate', { url: site.url() });
    // A crash or an ended session is told once; then everything works.
    const again = reply.isError ? await gatewright.call('browser_navigate', { url: site.url() }) : reply;
    expect(again.text).toContain('button "Fine"');
  };

  it.each([
    '/silent',
    '/drip',
    '/redirects',
    '/alerts',
    '/alert-loop',
    '/popups',
    '/trap',
    '/loop',
    '/late-loop',
    '/huge',
    '/deep',
    '/buttons',
    '/frames',
  ])(
    '%s ends in time, and so does what follows',
    async (path) => {
      const began = Date.now();
      for (const [tool, args] of [
        ['browser_navigate', { url: site.url(path) }],
        ['browser_snapshot', {}],
        ['browser_click', { coords: { x: 20, y: 20 } }],
      ] as const) {
        const reply = await gatewright.call(tool, args);
        if (reply.isError) expect(Object.keys(ERRORS)).toContain(reply.code);
      }
      expect(Date.now() - began).toBeLessThan(3 * 56_000);
      await works();
    },
    200_000,
  );

  it('a storm of popups from a click is capped', async () => {
    await gatewright.call('browser_navigate', { url: site.url('/click-popups') });
    await gatewright.call('browser_click', { name: 'Storm' });
    const { text } = await gatewright.call('browser_tabs', { action: 'list' });
    expect(Number(/^(\d+) tab/mu.exec(text)?.[1])).toBeLessThanOrEqual(30);
    await gatewright.call('browser_close');
    await works();
  }, 120_000);

  it('a thousand calls at once are all answered by code', async () => {
    await works();
    const replies = await Promise.all(
      Array.from({ length: 1000 }, (_, i) => gatewright.call(i % 2 === 0 ? 'browser_snapshot' : 'list_named_refs')),
    );
    const codes = replies.flatMap(({ code }) => code ?? []);
    expect(new Set(codes).size).toBeLessThanOrEqual(2);
    for (const code of codes) expect(['call.busy', 'call.deadline']).toContain(code);
    expect(replies.length - codes.length).toBeGreaterThan(0);
    await works();
  }, 120_000);

  it('ten megabytes of arguments are refused, and the connection lives', async () => {
    const refused = await gatewright.call('browser_type', { role: 'textbox', text: 'x'.repeat(10_000_000) }).then(
      ({ code }) => code,
      () => 'protocol error',
    );
    expect(['call.too-large', 'call.bad-arguments', 'protocol error']).toContain(refused);
    await works();
  });
});
