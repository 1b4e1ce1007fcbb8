import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const BANK = '<title>Your bank</title><h1>Sign in at your bank</h1>';
const write = `w && w.document.write(${JSON.stringify(BANK)})`;
const link = (attributes: string): string =>
  `{ const a = document.createElement('a'); Object.assign(a, ${attributes}); document.body.append(a); a.click() }`;

/** How a frame gets a window that no address names, and what it writes there. */
const WAYS: Readonly<Record<string, string>> = {
  blank: `{ const w = window.open('about:blank'); ${write} }`,
  empty: `{ const w = window.open(''); ${write} }`,
  nothing: `{ const w = window.open(); ${write} }`,
  'blank with a query': `{ const w = window.open('about:blank?bank'); ${write} }`,
  'written late': `{ const w = window.open('about:blank'); setTimeout(() => { ${write} }, 400) }`,
  'by the DOM': `{ const w = window.open('about:blank'); w.document.title = 'Your bank'; w.document.body.innerHTML = ${JSON.stringify(BANK)} }`,
  script: `window.open('javascript:' + encodeURIComponent('document.write(' + ${JSON.stringify(JSON.stringify(BANK))} + ')'))`,
  blob: `window.open(URL.createObjectURL(new Blob([${JSON.stringify(BANK)}], { type: 'text/html' })))`,
  data: `window.open('data:text/html,' + encodeURIComponent(${JSON.stringify(BANK)}))`,
  noopener: `window.open('about:blank', '_blank', 'noopener')`,
  'a link': link(`{ target: '_blank', href: 'about:blank' }`),
  'a link with its opener': link(`{ target: '_blank', rel: 'opener', href: 'about:blank' }`),
  'a named link': `${link(`{ target: 'bank', rel: 'opener', href: 'about:blank' }`)} { const w = window.open('', 'bank'); ${write} }`,
  'a window that was somewhere else': `{ const w = window.open('ALLOWED/plain'); setTimeout(() => { w.location = 'about:blank'; setTimeout(() => { ${write} }, 500) }, 600) }`,
};

promised('origins-hold', () => {
  let allowed: Site;
  let loaded: Site;
  let gatewright: Running;
  beforeAll(async () => {
    const pages = (at: string) =>
      Object.fromEntries(
        Object.entries(WAYS).map(([name, script]) => [
          `/${encodeURIComponent(name)}`,
          html(`<p>frame</p><script>${script.replace('ALLOWED', at)}</script>`),
        ]),
      );
    const frames: Record<string, string> = {};
    allowed = await startSite(frames);
    loaded = await startSite(pages(allowed.origin));
    Object.assign(frames, {
      '/plain': html('<p>plain</p>'),
      ...pages(allowed.origin),
      ...Object.fromEntries(
        Object.keys(WAYS).flatMap((name) => {
          const at = `/${encodeURIComponent(name)}`;
          return [
            [`/framed${at}`, html(`<p>top</p><iframe src="${loaded.url(at)}"></iframe>`)],
            [
              `/sandboxed${at}`,
              html(`<p>top</p><iframe sandbox="allow-scripts allow-popups" src="${loaded.url(at)}"></iframe>`),
            ],
          ];
        }),
      ),
    });
    const network = {
      allow: [allowed.origin],
      load: [loaded.origin],
      unsafeAllowPrivate: [allowed.host, loaded.host],
    };
    gatewright = await start({ config: { version: 1, network, confirmRequired: [] } });
  });
  afterAll(async () => {
    await gatewright.close();
    await allowed.close();
    await loaded.close();
  });

  // Most of each is waiting: several at a time, each in a session of its own.
  it.concurrent.each(
    Object.keys(WAYS).flatMap((name, i) => [
      ['framed', name, `framed-${i}`],
      ['sandboxed', name, `sandboxed-${i}`],
    ]),
  )('a frame that may only be loaded gets no tab: %s, %s', async (how, name, session) => {
    const first = await gatewright.call('browser_navigate', {
      url: allowed.url(`/${how}/${encodeURIComponent(name)}`),
      session,
    });
    const then = await gatewright.call('browser_wait_for', { seconds: 1.8, session });
    const tabs = await gatewright.call('browser_tabs', { action: 'list', session });
    expect(tabs.text).not.toContain('bank');
    const written = tabs.text.split('\n').filter((line) => /t\d/u.test(line) && !line.includes(allowed.origin));
    expect(written).toEqual([]);
    const opens = !(how === 'sandboxed' && name.startsWith('a window'));
    if (name !== 'data' && name !== 'script' && opens) {
      const blocked = gatewright
        .record()
        .filter((entry) => entry['event'] === 'navigation.blocked' && entry['session'] === session);
      expect(JSON.stringify(blocked)).toContain(loaded.origin);
      const said = `${first.text} ${then.text} ${(await gatewright.call('browser_reload', { session })).text}`;
      expect(said).toContain(`127.0.0.1:${loaded.port}`);
    }
    await gatewright.call('browser_close', { session });
  });

  it.concurrent.each(['blank', 'empty', 'nothing', 'by the DOM', 'blob', 'written late'])(
    "an allowed page's own window goes on working: %s",
    async (name) => {
      const session = `own-${name.replaceAll(' ', '-').toLowerCase()}`;
      await gatewright.call('browser_navigate', { url: allowed.url(`/${encodeURIComponent(name)}`), session });
      await gatewright.call('browser_wait_for', { seconds: 1, session });
      expect((await gatewright.call('browser_tabs', { action: 'list', session })).text).toContain('Your bank');
      await gatewright.call('browser_tabs', { action: 'select', tab: 't2', session });
      expect((await gatewright.call('browser_snapshot', { session })).text).toContain('Sign in at your bank');
      await gatewright.call('browser_close', { session });
    },
  );

  it("an allowed page's blank window without an opener stays too", async () => {
    await gatewright.call('browser_navigate', { url: allowed.url('/noopener') });
    await gatewright.call('browser_wait_for', { seconds: 0.8 });
    expect((await gatewright.call('browser_tabs', { action: 'list' })).text).toContain('t2');
  });
});
