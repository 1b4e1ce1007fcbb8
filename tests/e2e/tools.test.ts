import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CAPABILITIES } from '../../src/core/index.js';
import { TOOLS } from '../../src/tools/index.js';
import { refOf, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { answerFirst } from '../fixtures/person.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const FORM = html(`
  <h1>Form</h1>
  <form action="/sent" method="post">
    <label>Name <input name="name"></label>
    <label>Born <input type="date" name="born"></label>
    <label>Time <input type="time" name="time"></label>
    <label>Count <input type="number" name="count"></label>
    <label>Agree <input type="checkbox" name="agree"></label>
    <label>Colour <select name="colour"><option value="r">Red</option><option value="g">Green</option></select></label>
    <label>Tags <select name="tags" multiple><option>one</option><option>two</option><option>three</option></select></label>
    <label>About <textarea name="about"></textarea></label>
    <button>Send</button>
  </form>
  <div contenteditable="true" aria-label="Editor" role="textbox"></div>
  <div role="combobox" aria-label="City" aria-expanded="false" aria-controls="cities" tabindex="0">choose</div>
  <div role="listbox" id="cities" hidden><div role="option">Paris</div><div role="option">Rome</div></div>
  <div id="from" draggable="true" style="width:60px;height:30px;background:#ccd">Card</div>
  <div id="to" style="width:120px;height:60px;background:#cdc">Basket</div>
  <div id="box" tabindex="0" aria-label="Scroller" role="region" style="height:80px;overflow:auto"><div style="height:2000px">tall<p style="margin-top:1900px">bottom</p></div></div>
  <span id="plain" onclick="document.title='span clicked'">Just a span</span>
  <iframe src="/frame" title="inner"></iframe>
  <div id="shadow"></div>
  <p id="keys"></p>
  <script>
    const city = document.querySelector('[role=combobox]');
    city.onclick = () => { cities.hidden = false; city.setAttribute('aria-expanded', 'true') };
    cities.onclick = (e) => { city.textContent = e.target.textContent; cities.hidden = true };
    to.ondragover = (e) => e.preventDefault();
    to.ondrop = () => { to.textContent = 'Dropped' };
    from.onmouseenter = () => { from.textContent = 'Card hovered' };
    shadow.attachShadow({ mode: 'open' }).innerHTML = '<button onclick="this.textContent = \\'Deep done\\'">Deep</button>';
    document.addEventListener('keydown', (e) => { keys.textContent += e.key + ' ' });
    console.warn('a warning');
    setTimeout(() => { const p = document.createElement('p'); p.textContent = 'Late text'; document.body.append(p) }, 700);
    const ws = new WebSocket('ws://' + location.host + '/ws');
  </script>`);

describe('every tool on a real page', () => {
  let site: Site;
  let gatewright: Running;
  const called = new Set<string>();
  beforeAll(async () => {
    site = await startSite({
      '/': FORM,
      '/frame': html('<button onclick="this.textContent=\'Framed done\'">Framed</button>'),
      '/sent': html('<p>Thank you</p>'),
      '/second': html(`<h1>Second</h1><a href="/">home</a><p id="out"></p>
        <button id="confirm" onclick="out.textContent = 'answered ' + confirm('Sure?')">Ask</button>`),
      '/api': (_, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"secretish":"v","n":1}'),
    });
    gatewright = await start({ args: ['--allow-private', site.host], config: { approval: { from: 'never' } } });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });
  const call = async (tool: string, args: Record<string, unknown> = {}) => {
    called.add(tool);
    return await gatewright.call(tool, args);
  };
  const ok = async (tool: string, args: Record<string, unknown> = {}) => {
    const reply = await call(tool, args);
    expect(reply.isError, reply.text).toBe(false);
    return reply;
  };
  beforeEach(async () => {
    await ok('browser_navigate', { url: site.url(), snapshot: 'none' });
    site.seen.length = 0;
  });

  it('types and fills every kind of field, and sends what a person would have sent', async () => {
    await ok('browser_type', { name: 'Name', role: 'textbox', text: 'Ann', clear_first: true });
    await ok('browser_fill', { name: 'Born', value: '2001-02-03' });
    await ok('browser_fill', { name: 'Time', value: '14:30' });
    await ok('browser_type', { name: 'Count', text: '42' });
    await ok('browser_fill', { name: 'Agree', value: 'true' });
    await ok('browser_select', { name: 'Colour', values: ['Green'] });
    await ok('browser_select', { name: 'Tags', values: ['one', 'three'] });
    await ok('browser_fill_form', { fields: [{ target: { name: 'About' }, value: 'two\nlines' }] });
    const sent = await ok('browser_click', { role: 'button', name: 'Send' });
    expect(sent.text).toContain('/sent');
    const { body } = site.seen.find(({ method }) => method === 'POST') ?? { body: '' };
    expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject({
      name: 'Ann',
      born: '2001-02-03',
      time: '14:30',
      count: '42',
      agree: 'on',
      colour: 'g',
      about: 'two\r\nlines',
    });
    expect(new URLSearchParams(body).getAll('tags')).toEqual(['one', 'three']);
  });

  it('a form is filled as a whole or not at all', async () => {
    const reply = await call('browser_fill_form', {
      fields: [
        { target: { name: 'Name', role: 'textbox' }, value: 'Bob' },
        { target: { name: 'Colour' }, value: 'Purple' },
      ],
    });
    expect(reply.isError).toBe(true);
    expect((await ok('browser_inspect', { name: 'Name', role: 'textbox' })).text).not.toContain('Bob');
  });

  it('presses keys, in an editor too', async () => {
    await ok('browser_type', { name: 'Editor', text: 'Hello' });
    expect((await ok('browser_snapshot')).text).toContain('Hello');
    await ok('browser_press', { key: 'Escape' });
    expect((await ok('browser_snapshot')).text).toContain('Escape');
  });

  it('chooses from a custom listbox', async () => {
    await ok('browser_choose_option', { name: 'City', option: 'Rome' });
    expect((await ok('browser_snapshot')).text).toContain('Rome');
  });

  it('drags, hovers, scrolls', async () => {
    await ok('browser_hover', { selector: '#from' });
    expect((await ok('browser_snapshot')).text).toContain('Card hovered');
    await ok('browser_drag', { from: { selector: '#from' }, to: { selector: '#to' } });
    expect((await ok('browser_snapshot')).text).toContain('Dropped');
    await ok('browser_scroll', { selector: '#box', dy: 1500 });
    await ok('browser_scroll', { dy: 200 });
  });

  it('reaches spans, frames and shadow roots', async () => {
    const { text } = await ok('browser_snapshot', { max_tokens: 10_000 });
    await ok('browser_click', { ref: refOf(text, /Just a span/u) });
    await ok('browser_click', { ref: refOf(text, /button "Framed"/u) });
    await ok('browser_click', { ref: refOf(text, /button "Deep"/u) });
    const after = (await ok('browser_snapshot')).text;
    expect(after).toContain('span clicked');
    expect(after).toContain('Framed done');
    expect(after).toContain('Deep done');
  });

  it('waits for text, and for its absence', async () => {
    await ok('browser_wait_for', { text: 'Late text', seconds: 10 });
    await ok('browser_wait_for', { gone: 'No such text', seconds: 1 });
    expect((await call('browser_wait_for', { text: 'Never', seconds: 0.5 })).code).toBe('page.wait-timeout');
  });

  it('reads, finds and searches', async () => {
    expect((await ok('browser_read')).text).toContain('# Form');
    expect(JSON.stringify((await ok('browser_read', { format: 'tree' })).text)).toContain('interactive_elements');
    expect((await ok('browser_find', { query: 'send' })).text).toMatch(/button "Send" \[ref=e\d+\]/u);
    expect((await ok('browser_text_search', { text: 'Basket' })).text).toContain('Basket');
    expect((await ok('browser_inspect', { name: 'Colour' })).text).toContain('combobox');
    expect((await ok('browser_console_read')).text).toContain('a warning');
    expect((await ok('browser_network_read')).text).toContain('/frame');
    await ok('browser_ws_read');
    expect((await ok('permission_state', { permissions: ['geolocation'] })).text).toContain('geolocation');
  });

  it('takes pictures', async () => {
    for (const args of [
      {},
      { full_page: true },
      { selector: '#to' },
      { marks: true, describe: true },
      { format: 'jpeg', quality: 40 },
    ]) {
      const { images } = await ok('browser_screenshot', args);
      expect(images).toHaveLength(1);
      expect(Buffer.from(images[0]?.data ?? '', 'base64').length).toBeGreaterThan(200);
    }
  });

  it('names a ref and uses the name', async () => {
    const { text } = await ok('browser_find', { query: 'Send' });
    await ok('name_ref', { name: 'submit-button', ref: refOf(text, /button "Send"/u) });
    expect((await ok('list_named_refs')).text).toContain('submit-button');
    await ok('browser_click', { named: 'submit-button' });
    expect(site.seen.some(({ method }) => method === 'POST')).toBe(true);
  });

  it('moves through history and tabs', async () => {
    await ok('browser_navigate', { url: site.url('/second') });
    expect((await ok('browser_go_back')).meta).toMatchObject({ navigation: { changed: true } });
    await ok('browser_go_forward');
    await ok('browser_reload');
    expect((await ok('browser_snapshot')).text).toContain('Second');
    await ok('browser_set_viewport', { width: 500, height: 400 });
    const opened = await ok('browser_tabs', { action: 'new', url: site.url() });
    const tab = /t\d+/u.exec(opened.text)?.[0] ?? '';
    expect((await ok('browser_tabs', { action: 'list' })).text).toMatch(/2 tab/u);
    await ok('browser_tabs', { action: 'select', tab: 't1' });
    await ok('browser_tabs', { action: 'close', tab });
    expect((await call('browser_snapshot', { tab })).code).toBe('session.no-such-tab');
  });

  it('handles dialogs as told', async () => {
    const answered = async (mode: string) => {
      await ok('set_dialog_policy', { mode });
      const { code } = await call('browser_click', { selector: '#confirm' });
      return [code, /answered \w+/u.exec((await ok('browser_snapshot')).text)?.[0]];
    };
    await ok('browser_navigate', { url: site.url('/second'), snapshot: 'none' });
    await ok('set_permission_policy', { mode: 'deny' });
    expect(await answered('allow')).toEqual([undefined, 'answered true']);
    expect(await answered('deny')).toEqual([undefined, 'answered false']);
    expect(await answered('raise')).toEqual(['page.dialog', 'answered false']);
  });

  it('asks a person', async () => {
    const asked = call('await_human', { kind: 'choose', prompt: 'Which one?', choices: ['left', 'right'] });
    await answerFirst(gatewright, 'right');
    expect((await asked).text).toContain('right');
  });

  it('closes', async () => {
    await ok('browser_close');
    expect((await ok('browser_close')).text).toContain('no session');
  });

  it('left no tool out', () => {
    expect(
      TOOLS.filter(({ capability, requires = [] }) =>
        [capability, ...requires].every((one) => CAPABILITIES[one].default),
      )
        .map(({ name }) => name)
        .filter((name) => !called.has(name)),
    ).toEqual([]);
  });
});
