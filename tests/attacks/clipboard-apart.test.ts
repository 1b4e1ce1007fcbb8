import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const SECRET = 'kx7-Vault-09-wren';
const PAGE = html(`<textarea id="from" aria-label="Draft">First line
second line</textarea><textarea id="to" aria-label="Final"></textarea><input id="line" aria-label="Line">
  <div id="rich" contenteditable="true" aria-label="Rich" style="width:200px;height:40px"></div>
  <input id="pw" type="password"><input id="hear" aria-label="Heard"><output id="log"></output>
  <button id="page" onclick="from.select();document.execCommand('copy')">Page copy</button>
  <button id="read" onclick="navigator.clipboard.readText().then((t) => log.textContent = 'read ' + t, () => log.textContent = 'refused')">Read</button>
  <script>const show = (event) => { log.textContent = 'heard ' + event.clipboardData.getData('text/plain'); };
    hear.onpaste = (event) => { event.preventDefault(); show(event); };</script>`);

promised('sessions-apart', () => {
  let site: Site;
  let other: Site;
  let gatewright: Running;
  beforeAll(async () => {
    const echo = html(`<textarea id="from" aria-label="Draft">${SECRET}</textarea>`);
    site = await startSite({ '/': PAGE, '/echo': echo });
    other = await startSite({ '/': PAGE });
    gatewright = await start({
      args: ['--allow-private', site.host, '--allow-private', other.host],
      env: { GATEWRIGHT_CAPABILITIES: 'read,navigation,action,human,secrets' },
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    await other.close();
  });
  const on = (session: string) => ({
    open: (url: string): Promise<Reply> => gatewright.call('browser_navigate', { session, url, snapshot: 'none' }),
    press: (selector: string, key: string): Promise<Reply> =>
      gatewright.call('browser_press', { session, selector, key }),
    click: (selector: string): Promise<Reply> => gatewright.call('browser_click', { session, selector }),
    key: (key: string): Promise<Reply> => gatewright.call('browser_press', { session, key }),
    look: async (): Promise<string> => (await gatewright.call('browser_snapshot', { session })).text,
  });
  const copied = async (session: string, url = site.url()): Promise<ReturnType<typeof on>> => {
    const tab = on(session);
    await tab.open(url);
    await tab.press('#from', 'Control+a');
    expect((await tab.press('#from', 'Control+c')).isError).toBe(false);
    return tab;
  };
  const VALUE = /textbox "Final" \[[^\n]*First line/u;

  it('what one session copied no other pastes, whichever came last', async () => {
    const [one, two] = [await copied('one'), on('two')];
    await two.open(site.url());
    expect((await two.press('#to', 'Control+v')).code).toBe('browser.not-actionable');
    await two.click('#page');
    expect((await two.press('#to', 'Shift+Insert')).code).toBe('browser.not-actionable');
    await gatewright.call('browser_fill', { session: 'two', selector: '#from', value: 'Of session two' });
    await two.press('#from', 'Control+a');
    await two.press('#from', 'Control+c');
    expect((await one.press('#to', 'Control+v')).isError).toBe(false);
    expect(await one.look()).toMatch(VALUE);
    expect(await one.look()).not.toContain('Of session two');
    expect((await two.press('#to', 'Meta+v')).isError).toBe(false);
    expect(await two.look()).toMatch(/textbox "Final" [^\n]*Of session two/u);
  });

  it('ends with its session: the same name, opened again, finds it empty', async () => {
    const tab = await copied('again');
    expect((await tab.press('#to', 'Control+v')).isError).toBe(false);
    expect(await tab.look()).toMatch(VALUE);
    expect((await gatewright.call('browser_close', { session: 'again' })).isError).toBe(false);
    await tab.open(site.url());
    expect((await tab.press('#to', 'Control+v')).code).toBe('browser.not-actionable');
    expect(await tab.look()).not.toMatch(VALUE);
  });

  it('a field of one line, rich text, and a page that hears the event', async () => {
    const tab = await copied('kinds');
    await tab.click('#line');
    expect((await tab.key('Control+v')).isError).toBe(false);
    expect((await tab.press('#rich', 'Control+v')).isError).toBe(false);
    expect((await tab.press('#hear', 'Control+v')).isError).toBe(false);
    const text = await tab.look();
    expect(text).toMatch(/textbox "Line" [^\n]*First line second line/u);
    expect(text).toMatch(/textbox "Rich" [^\n]*First line/u);
    expect(text).toContain('heard First line');
    expect(text).not.toMatch(/textbox "Heard" [^\n]*First/u);
  });

  it('cuts', async () => {
    const tab = on('cut');
    await tab.open(site.url());
    await tab.press('#from', 'Control+a');
    expect((await tab.press('#from', 'Control+x')).isError).toBe(false);
    expect(await tab.look()).not.toContain('First line');
    await tab.press('#to', 'Control+v');
    expect(await tab.look()).toMatch(VALUE);
  });

  it('nothing is pasted into a password field, nor copied from one', async () => {
    const tab = await copied('fields');
    expect((await tab.press('#pw', 'Control+v')).code).toBe('policy.password-field');
    expect((await tab.press('#pw', 'Control+c')).isError).toBe(true);
  });

  it('a page reads no clipboard', async () => {
    const tab = await copied('reader');
    await tab.click('#read');
    await gatewright.call('browser_wait_for', { session: 'reader', seconds: 0.2 });
    expect(await tab.look()).toContain('refused');
  });

  it('a secret that a page shows is not pasted at another origin', async () => {
    await on('leak').open(site.url('/echo'));
    const scope = [site.origin];
    await gatewright.call('register_secret', { session: 'leak', name: 'SHOP_KEY', value: SECRET, scope });
    const tab = await copied('leak', site.url('/echo'));
    await tab.open(other.url());
    expect((await tab.press('#to', 'Control+v')).code).toBe('policy.secret-leaving');
    expect(await tab.look()).not.toMatch(/textbox "Final" [^\n]*(?:kx7|SHOP_KEY)/u);
  });
});
