import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult, ElementTarget, Page } from '../../../src/core/index.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { FIELDS, SAY } from './pages.js';
import { codeOf, named, PLAIN, createPageSetup, the } from './page-setup.js';
import type { PageSetup } from './page-setup.js';

let stage: PageSetup;
let site: Site;

beforeAll(async () => {
  site = await startSite({
    '/clicks': html(`${SAY}<button id=b>Go</button><input aria-label="Name">
      <script>for (const type of ['click', 'dblclick', 'contextmenu', 'mouseover'])
        b.addEventListener(type, (e) => { e.preventDefault(); say(type + (e.shiftKey ? '+shift' : '') + e.isTrusted); });
      addEventListener('keydown', (e) => say(e.key + e.isTrusted));</script>`),
    ...FIELDS,
    '/frames': html(`<div id=host></div><iframe src="/inner" width=600 height=300></iframe>
      <script>host.attachShadow({ mode: 'open' }).innerHTML = '<button onclick="this.textContent = \\'Shadow done\\'">Shadow</button>';</script>`),
    '/foreign': html(`<iframe width=600 height=300></iframe>
      <script>document.querySelector('iframe').src = decodeURIComponent(location.search.slice(1))</script>`),
    '/inner': html(`<div style="height: 500px"></div><button onclick="this.textContent = 'Inner done'">Inner</button>
      <input aria-label="Inner name">`),
    '/drag':
      html(`${SAY}<div id=from draggable=true role=button aria-label=Card style="width:80px;height:40px;background:#ccc">Card</div>
      <div id=to role=button aria-label=Tray style="width:200px;height:100px;margin:60px;background:#eee">Tray</div>
      <script>from.ondragstart = (e) => e.dataTransfer.setData('text', 'card');
      to.ondragover = (e) => e.preventDefault(); to.ondrop = (e) => { e.preventDefault(); say('dropped ' + e.dataTransfer.getData('text')); };</script>`),
    '/scroll':
      html(`${SAY}<div id=list tabindex=0 role=listbox aria-label=List style="height:100px;overflow:auto"><div style="height:2000px">rows</div></div>
      <div style="height:3000px"></div><button>Bottom</button>
      <script>list.onscroll = () => { out.textContent = 'list ' + list.scrollTop; }; onscroll = () => { out.textContent = 'page ' + scrollY; };</script>`),
    '/combo':
      html(`${SAY}<div role=combobox tabindex=0 aria-label=Size aria-expanded=false id=c>choose</div><ul id=l role=listbox hidden></ul>
      <button>Medium rare</button><script>c.onclick = () => setTimeout(() => { l.hidden = false; l.innerHTML = '';
        for (const name of ['Small', 'Medium', 'Large']) { const o = document.createElement('li'); o.role = 'option'; o.textContent = name;
          o.onclick = () => { c.textContent = name; l.hidden = true; say('chose ' + name); }; l.append(o); } }, 150);</script>`),
    '/filter': html(`${SAY}<input role=combobox aria-label=Town aria-expanded=false id=c><ul id=l role=listbox></ul>
      <script>c.oninput = () => { l.innerHTML = c.value === 'Oslo' ? '<li role=option onclick="say(\\'chose Oslo\\')">Oslo</li>' : ''; };</script>`),
    '/wait': html(
      `<p id=p>Loading</p><script>setTimeout(() => { p.innerHTML = 'Ready <button>Next</button>'; }, 700);</script>`,
    ),
  });
  stage = createPageSetup();
});
afterAll(async () => {
  await stage.close();
  await site.close();
});

const on = (
  name: string,
  run: (page: Page, target: ElementTarget) => Promise<ActionResult>,
  text?: string,
  role?: string,
) =>
  stage.call([{ at: named(name, role), ...(text === undefined ? {} : { text }) }], (page, [target]) =>
    run(page, the(target)),
  );
const fill = (name: string, text: string, role?: string) => on(name, (page, target) => page.fill(target), text, role);
const type = (name: string, text: string, clearFirst = false, submit = false) =>
  on(name, (page, target) => page.type(target, { clearFirst, submit }), text);

describe('the pointer', () => {
  it('clicks, and says what appeared', async () => {
    await stage.open(site.url('/clicks'));
    const result = await stage.click('Go');
    expect(result).toMatchObject({ ok: true, action: 'click', element: { attached: true } });
    expect(JSON.stringify(result.structure)).toContain('clicktrue');
    expect(result).not.toHaveProperty('failure');
    expect(result).not.toHaveProperty('dialogs');
    expect(result).not.toHaveProperty('navigation');
  });

  it('clicks twice, with the other button, with a modifier, and hovers', async () => {
    await stage.open(site.url('/clicks'));
    await on('Go', (page, target) => page.hover(target));
    await on('Go', (page, target) => page.click(target, { ...PLAIN, double: true }));
    await on('Go', (page, target) => page.click(target, { ...PLAIN, button: 'right' }));
    await on('Go', (page, target) => page.click(target, { ...PLAIN, modifiers: ['Shift'] }));
    const text = await stage.text();
    for (const what of ['mouseovertrue', 'dblclicktrue', 'contextmenutrue', 'click+shifttrue'])
      expect(text).toContain(what);
  });

  it('reaches into frames and open shadow roots', async () => {
    await stage.open(site.url('/frames'));
    expect(JSON.stringify(await stage.click('Shadow'))).toContain('Shadow done');
    expect(JSON.stringify(await stage.click('Inner'))).toContain('Inner done');
    expect((await fill('Inner name', 'deep')).element?.value?.text).toBe('deep');
  });

  it('reaches into a frame of another site, with the keyboard too', async () => {
    const elsewhere = site.url('/inner').replace('127.0.0.1', 'localhost');
    await stage.open(site.url(`/foreign?${encodeURIComponent(elsewhere)}`));
    expect(JSON.stringify(await stage.click('Inner'))).toContain('Inner done');
    expect((await fill('Inner name', 'far away')).element?.value?.text).toBe('far away');
  });

  it('drags and drops', async () => {
    await stage.open(site.url('/drag'));
    const result = await stage.call(
      [
        { at: named('Card'), intent: 'drag' },
        { at: named('Tray'), intent: 'drag' },
      ],
      (page, [from, to]) => page.drag(the(from), the(to)),
    );
    expect(result.ok).toBe(true);
    expect(await stage.text()).toContain('dropped card');
  });

  it('scrolls an element by wheel, and the page', async () => {
    await stage.open(site.url('/scroll'));
    await on('List', (page, target) => page.scroll(target, 0, 300));
    await expect.poll(() => stage.text()).toContain('list 300');
    await stage.call([], (page) => page.scroll(undefined, 0, 500));
    await expect.poll(() => stage.text()).toContain('page 500');
    await on('Bottom', (page, target) => page.scroll(target, 0, 0));
    await expect.poll(() => stage.text()).toMatch(/page [12]\d{3}/u);
  });
});

describe('the keyboard', () => {
  it('types real keys at the end of what is there', async () => {
    await stage.open(site.url('/fields'));
    const result = await type('Name', 'ette <b>ö😀');
    expect(result.element?.value?.text).toBe('Annette <b>ö😀');
    expect(await stage.text()).toMatch(/Annett#[4-9]/u);
  });

  it('replaces what is there', async () => {
    await stage.open(site.url('/fields'));
    expect((await type('Name', 'Bob', true)).element?.value?.text).toBe('Bob');
    expect((await fill('Name', 'Cleo')).element?.value?.text).toBe('Cleo');
    expect((await fill('Name', '')).element?.value?.text).toBe('');
    expect((await fill('Note', 'new')).element?.value?.text).toBe('new');
  });

  it('submits only when it is asked to', async () => {
    await stage.open(site.url('/fields'));
    expect((await type('Name', 'a\nb\r\nc', true)).element?.value?.text).toBe('a b c');
    expect((await type('Story', '\nTwo\tx')).element?.value?.text).toBe('One Two x');
    expect(await stage.text()).not.toContain('submitted');
    const result = await type('Name', '!', false, true);
    expect(result).toMatchObject({ ok: true, navigation: { changed: true, kind: 'load', status: 200 } });
    expect(site.seen.at(-1)?.path).toContain('story=One%0D%0ATwo%09x');
  });

  it('is quick with long texts', async () => {
    await stage.open(site.url('/fields'));
    const text = `${'word '.repeat(600)}end\n`.repeat(2);
    const start = performance.now();
    await fill('Story', text);
    expect(performance.now() - start).toBeLessThan(3_000);
    await type('Name', '', false, true);
    const sent = new URL(site.url(site.seen.at(-1)?.path)).searchParams;
    expect(sent.get('story') === text.replaceAll('\n', '\r\n')).toBe(true);
  });

  it('presses keys and their combinations', async () => {
    await stage.open(site.url('/clicks'));
    await on('Name', (page, target) => page.press('a', target));
    await stage.call([], (page) => page.press('Control+a', undefined));
    await stage.call([], (page) => page.press('Escape', undefined));
    expect(await stage.text()).toMatch(/atrue.*Controltrue.*atrue.*Escapetrue/u);
    expect(await codeOf(stage.call([], (page) => page.press('Nokey', undefined)))).toBe('call.bad-arguments');
  });
});

it('a key goes where the focus was when it was judged, or nowhere', async () => {
  await stage.open(site.url('/clicks'));
  await on('Name', (page, target) => page.press('x', target));
  const focus = { at: { by: 'focus' } as const, intent: 'press' as const };
  const press = (meanwhile: () => Promise<unknown>) =>
    stage.call([focus], (page, [target]) => page.press('y', target), { meanwhile });
  expect(await press(() => Promise.resolve())).toMatchObject({ ok: true, element: { attached: true, focused: true } });
  expect(await codeOf(press(() => stage.click('Go')))).toBe('policy.changed');
  expect((await stage.text()).match(/ytrue/gu)).toHaveLength(1);
});

describe('lists of the page’s own making', () => {
  const choose = (name: string, option: string) => on(name, (page, target) => page.chooseOption(target, option));

  it('are opened, waited for and chosen from', async () => {
    await stage.open(site.url('/combo'));
    expect(await choose('Size', 'Medium')).toMatchObject({ ok: true });
    expect(await stage.text()).toContain('chose Medium');
  });

  it('say when there is no such option, and show those that there are', async () => {
    await stage.open(site.url('/combo'));
    const result = await choose('Size', 'Huge');
    expect(result).toMatchObject({ ok: false, failure: { code: 'browser.bad-option' } });
    expect(JSON.stringify(result.structure)).toContain('Small');
  });

  it('do not lead to a button of the same name', async () => {
    await stage.open(site.url('/combo'));
    expect(await choose('Size', 'Medium rare')).toMatchObject({ ok: false, failure: { code: 'browser.bad-option' } });
  });

  it('are filtered by typing', async () => {
    await stage.open(site.url('/filter'));
    expect(await choose('Town', 'Oslo')).toMatchObject({ ok: true });
    expect(await stage.text()).toContain('chose Oslo');
  });
});

describe('waiting', () => {
  it('ends when the text is there, when it is gone, when the element is there', async () => {
    await stage.open(site.url('/wait'));
    const start = performance.now();
    expect((await stage.call([], (page) => page.waitFor({ text: 'Ready' }))).ok).toBe(true);
    expect(performance.now() - start).toBeLessThan(2_500);
    await stage.open(site.url('/wait'));
    expect((await stage.call([], (page) => page.waitFor({ gone: 'Loading' }))).ok).toBe(true);
    await stage.open(site.url('/wait'));
    const target: ElementTarget = { kind: 'element', at: named('Next', 'button'), intent: 'look' };
    expect((await stage.call([], (page) => page.waitFor({ target }))).ok).toBe(true);
  });

  it('says when it was in vain', async () => {
    await stage.open(site.url('/wait'));
    const result = await stage.call([], (page) => page.waitFor({ text: 'Never', seconds: 1 }));
    expect(result).toMatchObject({ ok: false, failure: { source: 'app', code: 'page.wait-timeout' } });
  });
});

it('touches nothing that was not declared', async () => {
  await stage.open(site.url('/clicks'));
  const other: ElementTarget = { kind: 'element', at: named('Go'), intent: 'click' };
  const call = stage.call([{ at: named('Name') }], (page) => page.click(other, PLAIN));
  expect(await codeOf(call)).toBe('internal.fault');
  expect(await stage.text()).not.toContain('clicktrue');
});
