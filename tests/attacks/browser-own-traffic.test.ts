import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMockDns } from '../contracts/network/mock-dns.js';
import type { MockDns } from '../contracts/network/mock-dns.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** Pages that give Chromium reasons to call its maker: forms, passwords, cards, languages, files, windows, mistakes. */
const SIGN_IN = `<form method="post" action="/done"><input name="email" autocomplete="username">
  <input type="password" name="password" autocomplete="current-password"><button>Sign in</button></form>`;
const ADDRESS = `<form method="post" action="/done"><input name="name" autocomplete="name" value="A">
  <input name="street" autocomplete="street-address"><input name="zip" autocomplete="postal-code">
  <input name="cc-number" autocomplete="cc-number"><input name="cc-exp" autocomplete="cc-exp">
  <textarea name="note" spellcheck="true" lang="en">thiss is mispeled</textarea><button>Continue</button></form>`;
const PAGES = {
  '/': html(`<h1>Start</h1><a href="/form">Form</a>${SIGN_IN}`),
  '/form': html(`${ADDRESS}<iframe src="/framed" title="Framed"></iframe>`),
  '/framed': html(SIGN_IN),
  '/sign-in': html(
    `${SIGN_IN}<form method="post" action="/done"><input type="password" name="new" autocomplete="new-password"></form>`,
  ),
  '/french': html(
    '<p>Voici une page en français, assez longue pour que sa langue soit reconnue sans le moindre doute.</p>'.repeat(
      20,
    ),
  ).replace('lang="en"', 'lang="fr"'),
  '/search': html('<form action="/done" role="search"><input type="search" name="q"><button>Go</button></form>'),
  '/media': html(`<video controls src="/missing.mp4"></video><audio src="/missing.mp3"></audio>
    <object data="/file.pdf" type="application/pdf" width="300" height="200"></object>`),
  '/windows': html(`<button onclick="window.open('/form')">Open</button><a download="a.zip" href="/file.zip">Get</a>`),
  '/manifest': html('<p>An app</p>', '<link rel="manifest" href="/app.json"><link rel="icon" href="/icon.png">'),
  '/pay': html(`<script>
    new PaymentRequest([{ supportedMethods: 'https://pay.google.com/about' }],
      { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment().catch(() => 0);
    navigator.credentials?.get({ password: true }).catch(() => 0);
    globalThis.LanguageModel?.availability?.().catch(() => 0);
    globalThis.Translator?.availability?.({ sourceLanguage: 'en', targetLanguage: 'fr' }).catch(() => 0);
    globalThis.Summarizer?.availability?.().catch(() => 0);
    new (globalThis.webkitSpeechRecognition ?? Object)().start?.();
    speechSynthesis.getVoices();
    navigator.geolocation.getCurrentPosition(() => 0, () => 0);
    navigator.serviceWorker?.register('/worker.js').catch(() => 0);
  </script>`),
} as const;

/** Every way in which a page sends requests, each to a host of its own. */
const CHANNELS: Readonly<Record<string, string>> = {
  fetch: `fetch(at('/x'), { mode: 'no-cors' })`,
  beacon: `navigator.sendBeacon(at('/x'), '1')`,
  image: `new Image().src = at('/x')`,
  script: `document.body.append(Object.assign(document.createElement('script'), { src: at('/x') }))`,
  style: `document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: at('/x') }))`,
  font: `new FontFace('f', 'url(' + at('/x') + ')').load().catch(() => 0)`,
  video: `document.body.append(Object.assign(document.createElement('video'), { src: at('/x') }))`,
  track: `document.body.insertAdjacentHTML('beforeend', '<video crossorigin><track default src="' + at('/x') + '"></video>')`,
  frame: `document.body.append(Object.assign(document.createElement('iframe'), { src: at('/x') }))`,
  object: `document.body.append(Object.assign(document.createElement('object'), { data: at('/x') }))`,
  events: `new EventSource(at('/x'))`,
  socket: `new WebSocket(at('/x').replace('http', 'ws'))`,
  ping: `{ const a = Object.assign(document.createElement('a'), { href: '#p', ping: at('/x') }); document.body.append(a); a.click() }`,
  preload: `document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'image', href: at('/x') }))`,
  prefetch: `document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: at('/x') }))`,
  redirect: `fetch('/to?' + encodeURIComponent(at('/x')), { mode: 'no-cors' })`,
  worker: `new Worker(code('fetch("' + at('/x') + '", { mode: "no-cors" })'))`,
  nested: `new Worker(code('new Worker(URL.createObjectURL(new Blob([' + JSON.stringify('fetch("' + at('/x') + '", { mode: "no-cors" })') + '])))'))`,
  shared: `new SharedWorker('/run.js?' + encodeURIComponent('fetch("' + at('/x') + '", { mode: "no-cors" })'))`,
  'nested-deeply': `new Worker(code('new Worker(URL.createObjectURL(new Blob([' + JSON.stringify('new Worker(URL.createObjectURL(new Blob([' + JSON.stringify('fetch("' + at('/x') + '", { mode: "no-cors" })') + '])))') + '])))'))`,
  'shared-socket': `new SharedWorker('/run.js?' + encodeURIComponent('new WebSocket("' + at('/x').replace('http', 'ws') + '")'))`,
  service: `navigator.serviceWorker.register('/run.js?' + encodeURIComponent('fetch("' + at('/x') + '", { mode: "no-cors" })'), { scope: '/nowhere/' })`,
  'sandboxed-frame': `document.body.insertAdjacentHTML('beforeend', '<iframe sandbox="allow-scripts" srcdoc="<img src=' + at('/x') + '>"></iframe>')`,
  popup: `window.open(at('/x'))`,
  'popup-apart': `window.open(at('/x'), '_blank', 'noopener')`,
};
/** Set by `npm run test:quiet`, for a tour as long as a working day has it. */
const MINUTES = Number(process.env['ORDINARY_USE_MINUTES'] ?? 0);
const timeoutOf = (minutes: number): number => 60_000 + minutes * 60_000 + (minutes > 0 ? 120_000 : 0);
const hostOf = (channel: string): string => `${channel}.pages.example`;

promised('egress-judged', () => {
  let dns: MockDns;
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    dns = await startMockDns();
    dns.set('shop.example', ['127.0.0.1']);
    for (const channel of Object.keys(CHANNELS)) dns.set(hostOf(channel), ['127.0.0.1']);
    const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>';
    site = await startSite({
      ...PAGES,
      '/done': html('<p>Done</p>'),
      '/x': html('<p>X</p>'),
      '/run.js': (request, response) =>
        response
          .writeHead(200, { 'content-type': 'text/javascript' })
          .end(decodeURIComponent(request.url?.split('?')[1] ?? '')),
      '/to': (request, response) =>
        response.writeHead(302, { location: decodeURIComponent(request.url?.split('?')[1] ?? '') }).end(),
      ...Object.fromEntries(
        Object.entries(CHANNELS).map(([channel, script]) => [
          `/channel-${channel}`,
          html(`<p>Page</p><script>
            const at = (path) => 'http://${hostOf(channel)}:' + location.port + path;
            const code = (text) => URL.createObjectURL(new Blob([text]));
            ${script}</script>`),
        ]),
      ),
      '/file.pdf': (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf),
      '/file.zip': (_, response) => response.writeHead(200, { 'content-type': 'application/zip' }).end('PK'),
      '/app.json': (_, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"App","start_url":"/"}'),
      '/worker.js': (_, response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end('0'),
    });
    const open = ['shop.example', ...Object.keys(CHANNELS).map(hostOf)].map((name) => `${name}:${site.port}`);
    open.push(site.host);
    gatewright = await start({
      config: { version: 1, network: { resolver: [dns.server], unsafeAllowPrivate: open } },
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    dns.close();
  });
  const at = (path: string): string => `http://shop.example:${site.port}${path}`;

  const ownRequests = (): unknown[] =>
    gatewright
      .record()
      .filter(({ event }) => event === 'network.browser-refused')
      .map(({ facts }) => (typeof facts === 'object' && facts !== null && 'origin' in facts ? facts.origin : facts));

  async function tour(session: string): Promise<void> {
    const use = (tool: string, args: Record<string, unknown> = {}) => gatewright.call(tool, { ...args, session });
    for (const path of Object.keys(PAGES)) {
      const shown = await use('browser_navigate', { url: at(path) });
      expect([path, shown.text]).toEqual([path, expect.not.stringContaining('refused')]);
    }
    await use('browser_navigate', { url: at('/form') });
    await use('browser_type', { selector: '[name=street]', text: 'Main street 1', clear_first: true });
    await use('browser_type', { selector: '[name=zip]', text: '12345' });
    await use('browser_click', { role: 'button', name: 'Continue', index: 0 });
    await use('browser_navigate', { url: at('/search') });
    await use('browser_type', { selector: '[name=q]', text: 'a word', submit: true });
    await use('browser_navigate', { url: at('/windows') });
    await use('browser_click', { role: 'button', name: 'Open' });
    await use('browser_click', { role: 'link', name: 'Get' });
    for (const url of ['http://shoop.example/', 'https://shop.exmaple/', 'http://intranet/', 'http://256.1.1.1/']) {
      await use('browser_navigate', { url });
    }
    await use('browser_navigate', { url: at('/sign-in') });
    await use('browser_tabs', { action: 'new', url: at('/form') });
    await use('browser_wait_for', { seconds: 8 });
    await use('browser_close');
    await use('browser_navigate', { url: at('/form') });
    await use('browser_wait_for', { seconds: 2 });
  }

  it(
    'an hour of ordinary use, made short, looks up nothing but the sites',
    { timeout: timeoutOf(MINUTES) },
    async () => {
      const end = Date.now() + MINUTES * 60_000;
      let rounds = 0;
      do {
        // A second session keeps the browser, and its timers, running from round to round.
        if (MINUTES > 0) await gatewright.call('browser_navigate', { url: at('/'), session: 'stays' });
        await tour('default');
        if (MINUTES > 0) await gatewright.call('browser_wait_for', { seconds: 20, session: 'stays' });
        rounds += 1;
      } while (Date.now() < end);
      // Names that the operator opened are looked up at start.
      const sites = /^(?:shop\.example|shoop\.example|shop\.exmaple|[a-z-]+\.pages\.example)$/u;
      const others = dns.names().filter((name) => !sites.test(name));
      if (MINUTES > 0)
        console.log(
          `${rounds} rounds in ${MINUTES} minutes: ${ownRequests().length} requests of the browser's own, ` +
            `${others.length} lookups of other names, ${site.seen.length} requests of pages`,
        );
      expect(others).toEqual([]);
      expect(ownRequests()).toEqual([]);
    },
  );

  it.each(Object.keys(CHANNELS))('what a page sends is known as its own, and goes out: %s', async (channel) => {
    const before = site.seen.length;
    // Workers of the last two kinds need a secure context, which loopback is.
    await gatewright.call('browser_navigate', { url: site.url(`/channel-${channel}`) });
    await expect.poll(() => site.seen.slice(before).some(({ path }) => path === '/x'), { timeout: 4000 }).toBe(true);
    expect(ownRequests()).not.toContain(`http://${hostOf(channel)}:${site.port}`);
  });
});
