import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../contracts/browser/browser-setup.js';
import type { Running } from '../fixtures/gatewright.js';
import { commandOf, descendants, isAlive } from '../fixtures/processes.js';
import { refIn, startRelay } from '../fixtures/relay-app.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const SHOP = `<h1>Shop</h1>
  <label>Name <input id="name" value="old"></label>
  <label>Colour <select id="colour"><option>Red</option><option>Blue</option></select></label>
  <button id="count" type="button">Add one</button> <output id="sum">0 things</output>
  <button id="ask" type="button">Question</button>
  <form action="/deleted" method="post"><button>Delete account</button></form>
  <a href="/next">Next page</a>
  <div id="menu" role="button" tabindex="0">Menu</div><p id="tip" hidden>Opened by hovering</p>
  <div id="from" role="button" draggable="true">Card</div><div id="to" role="button">Bin for cards</div>
  <iframe src="/inner" title="Inner"></iframe>
  <script>
    const $ = (id) => document.getElementById(id);
    let n = 0;
    $('count').onclick = () => { $('sum').textContent = ++n + ' things' };
    $('ask').onclick = () => { document.title = confirm('Really?') ? 'yes' : 'no' };
    $('menu').onmouseenter = () => { $('tip').hidden = false };
    $('from').ondragstart = (e) => e.dataTransfer.setData('text/plain', 'card');
    $('to').ondragover = (e) => e.preventDefault();
    $('to').ondrop = () => { $('sum').textContent = 'dropped' };
    $('name').onkeydown = (e) => { if (e.key === 'Enter') $('sum').textContent = 'entered ' + $('name').value };
  </script>`;

let site: Site;

beforeAll(async () => {
  site = await startSite({
    '/': html(SHOP),
    '/next': html('<h1>Next</h1><p>The second page.</p>'),
    '/inner': html('<button onclick="this.textContent = \'Pressed\'">Inside</button>'),
    '/deleted': html('<h1>Gone</h1>'),
  });
});

afterAll(() => site.close());

describe('a browser that an upstream drives', () => {
  let app: Running;
  beforeAll(async () => {
    app = await startRelay([site.host], { approval: { timeoutSeconds: 1, maxSeconds: 2 } });
  });
  afterAll(() => app.close());

  const look = () => app.call('browser_snapshot');
  const open = async (path = '/') => {
    const reply = await app.call('browser_navigate', { url: site.url(path) });
    expect(reply.code).toBeUndefined();
    return reply;
  };

  it('offers the tools that it can be judged by, and refuses the others by a code', async () => {
    const { tools } = await app.client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toContain('browser_click');
    expect(names).toContain('await_human');
    for (const absent of [
      'browser_read',
      'browser_scroll',
      'browser_fill_form',
      'set_dialog_policy',
      'browser_evaluate',
    ])
      expect(names).not.toContain(absent);
    expect((await app.call('browser_reload')).code).toBe('browser.unsupported');
    expect((await app.call('browser_run_code_unsafe', { code: 'x' })).code).toBe('call.unknown-tool');
  });

  it('navigates, reads, clicks, types, selects, hovers and drags, and says what changed', async () => {
    const first = await open();
    expect(first.text).toContain('heading "Shop"');
    expect((await app.call('browser_click', { ref: refIn(first, 'Add one') })).text).toContain('1 things');
    await app.call('browser_type', { ref: refIn(first, 'textbox "Name"'), text: 'Ada', clear_first: true });
    expect((await look()).text).toMatch(/textbox "Name".*: Ada/u);
    await app.call('browser_select', { ref: refIn(first, 'combobox "Colour"'), values: ['Blue'] });
    expect((await look()).text).toMatch(/option "Blue" \[selected\]/u);
    expect((await app.call('browser_hover', { ref: refIn(first, '"Menu"') })).text).toContain('Opened by hovering');
    const drag = await app.call('browser_drag', { from: refIn(first, '"Card"'), to: refIn(first, '"Bin for cards"') });
    expect(drag.text).toContain('dropped');
  });

  it('presses keys where the focus is, and acts inside frames', async () => {
    const first = await open();
    await app.call('browser_fill', { ref: refIn(first, 'textbox "Name"'), value: 'Grace' });
    expect((await app.call('browser_click', { ref: refIn(first, 'textbox "Name"') })).text).toContain('ok: click');
    expect((await look()).text).toContain('[active]');
    expect((await app.call('browser_press', { key: 'Enter' })).text).toContain('entered Grace');
    const inside = refIn(first, '"Inside"');
    expect((await app.call('browser_click', { ref: inside })).text).toContain('Pressed');
  });

  it('finds, waits, goes back, has tabs and takes pictures', async () => {
    const first = await open();
    expect((await app.call('browser_find', { query: 'next' })).text).toContain('link "Next page"');
    expect((await app.call('browser_click', { name: 'Next page' })).text).toContain('navigated');
    expect((await app.call('browser_wait_for', { text: 'second page' })).code).toBeUndefined();
    expect((await app.call('browser_wait_for', { text: 'third page', seconds: 1 })).code).toBe('page.wait-timeout');
    expect((await app.call('browser_click', { ref: refIn(first, 'Add one') })).code).toBe('browser.stale-ref');
    await app.call('browser_go_back');
    expect((await look()).text).toContain('heading "Shop"');
    expect((await app.call('browser_tabs', { action: 'new', url: site.url('/next') })).code).toBeUndefined();
    const tabs = await app.call('browser_tabs', { action: 'list' });
    expect(tabs.text).toContain('2 tab(s)');
    expect((await app.call('browser_tabs', { action: 'select', tab: 't1' })).text).toContain('t1 (current)');
    expect((await look()).text).toContain('heading "Shop"');
    const picture = await app.call('browser_screenshot');
    expect(picture.images[0]?.mimeType).toBe('image/png');
    expect(picture.text).toContain('1280x720');
  });

  it('dismisses what a page asks, and tells it', async () => {
    const first = await open();
    const asked = await app.call('browser_click', { ref: refIn(first, '"Question"') });
    expect(asked.code).toBe('page.dialog');
    expect(asked.text).toContain('Really?');
    expect((await look()).code).toBeUndefined();
  });

  it('asks a person by the same rules, and records everything', async () => {
    const first = await open();
    const denied = await app.call('browser_click', { ref: refIn(first, 'Delete account') });
    expect(denied.code).toMatch(/^approval\./u);
    expect(site.seen.some(({ path }) => path === '/deleted')).toBe(false);
    const events = app.record().map((line) => JSON.stringify(line));
    expect(events.some((line) => line.includes('browser_click') && line.includes('critical'))).toBe(true);
    expect(events.some((line) => line.includes('"provider":"relay"'))).toBe(true);
  });

  it('an error of the upstream is one of ours', async () => {
    await open();
    const missing = await app.call('browser_select', { name: 'Colour', values: ['Green'] });
    expect(missing.code).toBe('browser.bad-option');
    expect(missing.text).toMatch(/- "Red"\n- "Blue"/u);
    expect((await app.call('browser_navigate', { url: 'http://127.0.0.1:1/' })).code).toBe('policy.private-address');
    expect((await app.call('browser_click', { selector: 'button' })).code).toBe('browser.unsupported');
  });

  it('the doctor starts it, and names what it cannot do', () => {
    const { stdout } = app.command(['doctor']);
    expect(stdout).toContain('@playwright/mcp');
    expect(stdout).toContain('no takeover');
    expect(stdout).not.toContain('is not offered');
  });
});

describe('an upstream that nobody uses', () => {
  it('ends with its browser, and the next call starts it again; the server leaves nothing', async () => {
    const app = await startRelay([site.host], { relay: { handshakeMs: 30_000, idleTtlMs: 1000 } });
    const browsers = () => descendants(app.pid).filter((pid) => commandOf(pid).includes('--type=renderer'));
    let all: readonly number[] = [];
    try {
      await app.call('browser_navigate', { url: site.url() });
      expect(browsers().length).toBeGreaterThan(0);
      await eventually('it rests', () => browsers().length === 0, 20_000);
      expect((await app.client.listTools()).tools.some(({ name }) => name === 'browser_click')).toBe(true);
      const gone = await app.call('browser_click', { name: 'Add one' });
      expect(gone.code).toBe('session.none');
      expect((await app.call('browser_navigate', { url: site.url() })).text).toContain('Shop');
      all = descendants(app.pid);
      expect(all.length).toBeGreaterThan(3);
    } finally {
      await app.close();
    }
    await eventually('nothing is left', () => !all.some(isAlive), 15_000);
  });
});
