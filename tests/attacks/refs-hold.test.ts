import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { refOf, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PAGE = html(`
  <ul id="list"><li><button data-id="a">Delete A</button></li><li><button data-id="b">Delete B</button></li></ul>
  <button id="twin1" data-id="t1">Twin</button>
  <nav><a href="#insert">insert</a> <a href="#sort">sort</a> <a href="#replace">replace</a> <a href="#rename">rename</a>
  <a href="#cover">cover</a> <a href="#swap">swap</a> <a href="/">again</a></nav>
  <script>
    const list = document.querySelector('#list');
    addEventListener('hashchange', () => {
      const [a, b] = list.children;
      const how = location.hash.slice(1);
      if (how === 'insert') { const li = document.createElement('li'); li.innerHTML = '<button data-id="new">Delete everything</button>'; list.prepend(li); }
      if (how === 'sort') list.append(a);
      if (how === 'replace') a.innerHTML = '<button data-id="evil">Delete A</button>';
      if (how === 'rename') a.firstChild.textContent = 'Delete everything';
      if (how === 'cover') { const d = document.createElement('div'); d.style = 'position:fixed;inset:0;opacity:.01;z-index:9'; d.dataset.id = 'cover'; document.body.append(d); }
      if (how === 'swap') { a.firstChild.onmouseover = (e) => { e.target.textContent = 'Pay 9999'; } }
    });
    document.addEventListener('click', (e) => { if (e.target.dataset.id) navigator.sendBeacon('/clicked?' + e.target.dataset.id) });
  </script>`);

promised('refs-hold', () => {
  let site: Site;
  let gatewright: Running;
  let ref = '';
  beforeAll(async () => {
    site = await startSite({ '/': PAGE, '/clicked': (_, response) => response.end() });
    gatewright = await start({ args: ['--allow-private', site.host], config: { approval: { from: 'never' } } });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });
  beforeEach(async () => {
    const { text } = await gatewright.call('browser_navigate', { url: site.url('/?' + String(Math.random())) });
    ref = refOf(text, /button "Delete A"/u);
    site.seen.length = 0;
  });
  const clicked = async (): Promise<string[]> => {
    await gatewright.call('browser_wait_for', { seconds: 0.3 });
    return site.seen.flatMap(({ path }) => (path.startsWith('/clicked?') ? [path.slice(9)] : []));
  };
  const change = async (how: string): Promise<void> => {
    expect((await gatewright.call('browser_click', { role: 'link', name: how })).isError).toBe(false);
  };

  it.each(['insert', 'sort'])('%s: the same node is clicked, wherever it is now', async (how) => {
    await change(how);
    expect((await gatewright.call('browser_click', { ref })).isError).toBe(false);
    expect(await clicked()).toEqual(['a']);
  });

  it.each(['replace', 'rename'])('%s: refused, and nothing is clicked', async (how) => {
    await change(how);
    expect((await gatewright.call('browser_click', { ref })).code).toBe('browser.stale-ref');
    expect(await clicked()).toEqual([]);
  });

  it('a ref of an earlier document is refused, though the page looks the same', async () => {
    await gatewright.call('browser_navigate', { url: site.url('/?again') });
    expect((await gatewright.call('browser_click', { ref })).code).toBe('browser.stale-ref');
    expect(await clicked()).toEqual([]);
  });

  it('what is covered is not clicked through', async () => {
    await change('cover');
    expect((await gatewright.call('browser_click', { ref })).code).toBe('browser.covered');
    expect(await clicked()).toEqual([]);
  });

  it('a ref is never used again', async () => {
    const again = await gatewright.call('browser_navigate', { url: site.url('/?more') });
    expect(again.text).not.toContain(`[ref=${ref}]`);
  });

  it('a ref of another session means nothing here', async () => {
    await gatewright.call('browser_navigate', { url: site.url('/?other'), session: 'other' });
    const reply = await gatewright.call('browser_click', { ref: 'e9999', session: 'other' });
    expect(reply.code).toBe('browser.stale-ref');
    await gatewright.call('browser_close', { session: 'other' });
  });
});
