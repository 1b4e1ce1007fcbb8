import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BrowserContext, CDPSession } from 'playwright-core';
import { createTabView, RefBook } from '../../../src/browser/dom/index.js';
import { openSnapshotSetup, withoutHeader } from './snapshot-setup.js';
import type { SnapshotSetup } from './snapshot-setup.js';

let setup: SnapshotSetup;
beforeAll(async () => {
  setup = await openSnapshotSetup();
});
afterAll(() => setup.close());

const PAGE = `<style>.gone { display: none }</style>
  <p>before</p><label>Name <input id="t"></label><label><input id="c" type="checkbox"> Box</label>
  <select aria-label="Size"><option>Small</option><option>Large</option></select>
  <details><summary>More</summary>inside</details><div id="host"></div>
  <div style="height:3000px"></div><p>far down</p>`;

it('knows what listens for clicks on a long page', async () => {
  const script = `<script>document.querySelector('#x').addEventListener('click', () => 0)</script>`;
  await setup.show(`<div id="x">Only heard</div>${'<i></i>'.repeat(500)}${script}`);
  expect(await setup.snapshot()).toMatch(/clickable "Only heard" \[ref=e\d+\]/u);
});

it('sees what changes inside a shadow root', async () => {
  await setup.show(`<div id="host"></div><script>
    host.attachShadow({ mode: 'open' }).innerHTML = '<p>before</p>';
  </script>`);
  expect(await setup.snapshot()).toContain('before');
  await setup.run(`host.shadowRoot.querySelector('p').firstChild.data = 'after'`);
  expect(await setup.snapshot()).toContain('after');
});

// No mutation tells of it, and nothing in it.
it('sees a shadow root that is attached later', async () => {
  await setup.show('<p>before</p><div id="host"></div>');
  expect(await setup.snapshot()).not.toContain('late');
  await setup.run(`host.attachShadow({ mode: 'open' }).innerHTML = '<p>late words</p>'`);
  expect(await setup.snapshot()).toContain('late words');
});

it('knows what listens beside many handlers in start tags', async () => {
  const written = Array.from({ length: 25 }, (_, i) => `<span onclick="void 0">Written ${i}</span> `).join('');
  const added = Array.from({ length: 25 }, (_, i) => `<p class="x">Added ${i}</p>`).join('');
  await setup.show(`${written}${added}<p class="y">Only text</p>`);
  expect(await setup.snapshot()).toMatch(/clickable "Written 24"/u);
  // As many as there are handlers, and others.
  await setup.run(`document.querySelectorAll('.x').forEach((one) => one.addEventListener('click', () => 0))`);
  const text = await setup.snapshot();
  for (const name of ['Written 0', 'Added 0', 'Added 24']) expect(text).toContain(`clickable "${name}"`);
  expect(text).not.toContain('clickable "Only text"');
});

// A page is looked at when it has loaded, before anybody asks: nothing that happens later may be missed.
it.each([
  ['text', `document.querySelector('p').firstChild.data = 'after'`, '"after"'],
  [
    'a new element',
    `document.body.prepend(Object.assign(document.createElement('button'), { textContent: 'New' }))`,
    '"New"',
  ],
  ['a value', `t.value = 'typed'`, '"typed"'],
  ['a check', `c.checked = true`, '[checked]'],
  ['a choice', `document.querySelector('select').selectedIndex = 1`, '"Large" of'],
  ['focus', `t.focus()`, '[focused]'],
  ['an attribute', `t.setAttribute('aria-label', 'Renamed')`, '"Renamed"'],
  ['what opens', `document.querySelector('details').open = true`, 'inside'],
  [
    'a style sheet',
    `document.head.append(Object.assign(document.createElement('style'), { textContent: 'p { display: none }' }))`,
    undefined,
  ],
])('sees what changes after the load: %s', async (_, change, seen) => {
  await setup.show(PAGE);
  const before = await setup.snapshot();
  await setup.run(change);
  const after = await setup.snapshot();
  expect(after).not.toBe(before);
  if (seen !== undefined) {
    expect(before).not.toContain(seen);
    expect(after).toContain(seen);
  }
});

it('answers the same at once and later', async () => {
  await setup.show(PAGE);
  const first = await setup.snapshot();
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(withoutHeader(await setup.snapshot())).toBe(withoutHeader(first));
  expect(await setup.snapshot({ mode: 'diff' })).toBe('');
});

it('a small look and a usual one agree on what is first', async () => {
  await setup.show(PAGE);
  const small = await setup.snapshot({ maxTokens: 250 });
  await new Promise((resolve) => setTimeout(resolve, 700));
  // Without the address in its header there is room for more.
  const later = await setup.snapshot({ maxTokens: 250 });
  const lines = withoutHeader(small).split('\n').slice(0, -1);
  expect(lines).not.toEqual([]);
  for (const line of lines) expect(later).toContain(line);
});

/** The same context, with every DevTools command of its sessions written down. */
function noting(context: BrowserContext, sent: string[]): BrowserContext {
  const note = (session: CDPSession): CDPSession =>
    new Proxy(session, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...given: unknown[]): unknown => {
          if (name === 'send') sent.push(String(given[0]));
          return Reflect.apply(member, target, given);
        };
      },
    });
  return new Proxy(context, {
    get: (target, name) => {
      if (name === 'newCDPSession')
        return async (page: Parameters<BrowserContext['newCDPSession']>[0]) => note(await target.newCDPSession(page));
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => Reflect.apply(member, target, given);
    },
  });
}

it('a page whose script listens for clicks, with a frame, is answered by the look that was taken at its load', async () => {
  const sent: string[] = [];
  const { page, site } = setup;
  const view = await createTabView({
    ...{ page, context: noting(setup.context, sent), refs: new RefBook() },
    secrets: { mask: () => undefined, learn: () => undefined },
    defaults: { maxTokens: 6_000 },
  });
  try {
    const inner = setup.put('<button>Inside</button>');
    const path = setup.put(
      `<div id="x">Only heard</div><iframe src="${inner}"></iframe><script>x.addEventListener('click', () => 0)</script>`,
    );
    // On a busy machine the half second for which a look is kept may be over before anybody asks: then once more.
    const sentForSnapshot = async (): Promise<readonly string[]> => {
      await page.goto(site.url(path));
      await expect.poll(() => sent.includes('Page.captureScreenshot')).toBe(true);
      await page.waitForTimeout(50);
      sent.length = 0;
      const { text } = await view.reader.snapshot({});
      expect(text).toMatch(/clickable "Only heard" \[ref=e\d+\]/u);
      expect(text).toContain('"Inside"');
      return sent.splice(0).sort();
    };
    // What listens, how many nodes there are in both documents, and whether anything has happened; then what listens in the frame, and a look into it.
    await expect
      .poll(sentForSnapshot, { timeout: 20_000 })
      .toEqual([
        'DOM.discardSearchResults',
        'DOM.performSearch',
        'DOMDebugger.getEventListeners',
        'DOMDebugger.getEventListeners',
        'Runtime.callFunctionOn',
        'Runtime.callFunctionOn',
        'Runtime.callFunctionOn',
        'Runtime.callFunctionOn',
      ]);
  } finally {
    view.dispose();
  }
});
