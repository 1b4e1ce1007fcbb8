import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocatedElement } from '../../../src/browser/dom/host/tab-view.js';
import { openSnapshotSetup, refusal, type SnapshotSetup } from './snapshot-setup.js';

let setup: SnapshotSetup;
beforeAll(async () => {
  setup = await openSnapshotSetup();
});
afterAll(async () => {
  await setup.close();
});

const the = (selector: string): Promise<LocatedElement> => setup.view.locate({ by: 'selector', selector });
const aim = async (selector: string, needsEnabled = true) => setup.view.aim(await the(selector), { needsEnabled });
const clicked = () => setup.page.title();
const BUTTON = '<button id="b" onclick="document.title = \'hit\'">Press</button>';

describe('a point that a click would hit', () => {
  it.each([
    ['in view', BUTTON],
    ['further down', `<div style="height:3000px"></div>${BUTTON}`],
    ['in a scrolling box', `<div style="height:100px;overflow:auto"><div style="height:900px"></div>${BUTTON}</div>`],
    ['under smooth scrolling', `<style>html{scroll-behavior:smooth}</style><div style="height:3000px"></div>${BUTTON}`],
    [
      'half covered',
      `<div style="position:relative">${BUTTON.replace('id="b"', 'id="b" style="width:200px"')}<div style="position:absolute;left:0;top:0;width:120px;height:40px;background:#fff"></div></div>`,
    ],
    ...Object.entries({
      left: 'left:8px;top:0;width:300px;height:40px',
      right: 'left:-100px;top:0;width:292px;height:40px',
      top: 'left:0;top:6px;width:300px;height:40px',
    }).map(([side, place]): [string, string] => [
      `free at the ${side} alone`,
      `<div style="position:relative">${BUTTON.replace('id="b"', 'id="b" style="width:200px;height:40px"')}<div style="position:absolute;background:#fff;${place}"></div></div>`,
    ]),
    [
      'of a shape without fill, on its line',
      `<svg width="200" height="100"><rect id="b" x="10" y="10" width="120" height="60" fill="none" stroke="#000" stroke-width="2" onclick="document.title = 'hit'"/></svg>`,
    ],
    ['with an icon in it', BUTTON.replace('Press', '<svg width="20" height="20"><path d="M0 0h20v20"/></svg>')],
    [
      'wrapped over two lines',
      `<p style="width:120px">Some words before <a id="b" href="#x" onclick="document.title = 'hit'">a link that goes over lines</a></p>`,
    ],
    [
      'that comes to rest',
      `<style>@keyframes m{from{margin-left:0}to{margin-left:300px}}</style>${BUTTON.replace('id="b"', 'id="b" style="animation:m .4s forwards"')}`,
    ],
    [
      'that becomes enabled',
      `${BUTTON.replace('id="b"', 'id="b" disabled')}<script>setTimeout(() => { document.querySelector('button').disabled = false }, 400)</script>`,
    ],
    [
      'whose cover goes away',
      `${BUTTON}<div id="c" style="position:fixed;inset:0;background:#fff"></div><script>setTimeout(() => document.querySelector('#c').remove(), 400)</script>`,
    ],
    [
      'in a shadow root',
      `<x-b></x-b><script>customElements.define('x-b', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(BUTTON)} } })</script>`,
    ],
  ])('%s', async (_, body) => {
    await setup.show(body);
    const { x, y } = await aim('#b');
    await setup.page.mouse.click(x, y);
    expect(await clicked()).toBe('hit');
  });

  it('a hidden checkbox is hit through its label', async () => {
    await setup.show(
      '<style>input{position:absolute;opacity:0;width:0;height:0}</style><input type="checkbox" id="b"><label for="b">Agree</label>',
    );
    const { x, y } = await aim('#b');
    await setup.page.mouse.click(x, y);
    expect((await setup.view.state(await the('#b'))).checked).toBe(true);
  });
});

describe('what cannot be clicked is said, not clicked through', () => {
  it('covered, by what', async () => {
    await setup.show(
      `${BUTTON}<div role="dialog" aria-label="Cookies" style="position:fixed;inset:0;background:#fffc"><button>OK</button></div>`,
    );
    const refused = await refusal(aim('#b'));
    expect(refused.code).toBe('browser.covered');
    expect(refused.hint ?? '').not.toContain('Cookies');
    expect(refused.detail).toEqual({ origin: setup.site.origin, text: 'covered by dialog "Cookies"' });
  });

  it('a shape without fill or line takes no click, and what it stands in is not clicked for it', async () => {
    await setup.show(
      '<svg width="200" height="100" role="button" aria-label="Pay"><rect id="b" x="10" y="10" width="120" height="60" fill="none"/></svg>',
    );
    expect((await refusal(aim('#b'))).code).toMatch(/^browser[.](?:covered|not-actionable)$/u);
  });

  it('a transparent thing on top is a cover, and no target itself', async () => {
    await setup.show(
      '<div style="position:relative;width:200px;height:40px"><button id="b" style="position:absolute;inset:0">Next</button><button id="evil" style="position:absolute;inset:0;opacity:0">Next</button></div>',
    );
    expect((await refusal(aim('#b'))).code).toBe('browser.covered');
    const evil = await refusal(aim('#evil'));
    expect(evil.code).toBe('browser.not-actionable');
    expect(evil.hint).toContain('transparent');
  });

  it.each([
    ['disabled', '<button id="b" disabled>x</button>', 'disabled'],
    ['in a disabled fieldset', '<fieldset disabled><button id="b">x</button></fieldset>', 'disabled'],
    ['invisible', '<button id="b" style="visibility:hidden">x</button>', 'not visible'],
    ['not displayed', '<button id="b" style="display:none">x</button>', ''],
    ['tiny', '<button id="b" style="width:2px;height:2px;padding:0;border:0;overflow:hidden"></button>', ''],
    ['faint', '<button id="b" style="opacity:.1">x</button>', 'transparent'],
    [
      'faint through its parents',
      '<div style="opacity:.3"><div style="opacity:.4"><button id="b">x</button></div></div>',
      'transparent',
    ],
    ['out of reach', '<button id="b" style="position:absolute;left:-500px">x</button>', ''],
    [
      'never at rest',
      '<style>@keyframes m{from{margin-left:0}to{margin-left:900px}}</style><button id="b" style="animation:m 1s linear infinite alternate">x</button>',
      'still',
    ],
  ])('%s', async (_, body, why) => {
    await setup.show(body);
    const refused = await refusal(aim('#b'));
    expect(refused.code).toBe('browser.not-actionable');
    expect(refused.hint).toContain(why);
  });

  it('what need not be enabled is aimed at all the same', async () => {
    await setup.show('<button id="b" disabled>x</button>');
    await expect(aim('#b', false)).resolves.toHaveProperty('x');
  });

  it('an element that goes away is stale', async () => {
    await setup.show(BUTTON);
    const seen = await the('#b');
    await setup.run(`
      document.querySelector('#b').remove();
    `);
    expect((await refusal(setup.view.aim(seen, { needsEnabled: true }))).code).toBe('browser.stale-ref');
  });
});

describe('fields', () => {
  it('are told by kind', async () => {
    await setup.show(
      '<input id="t"><textarea id="a"></textarea><select id="s" multiple><option>1</select><input id="c" type="checkbox"><input id="d" type="date"><div id="r" contenteditable>x</div><button id="n">n</button><div id="w" role="switch" tabindex="0">w</div>',
    );
    const kinds = await Promise.all(
      ['t', 'a', 's', 'c', 'd', 'r', 'n', 'w'].map(async (id) => setup.view.fieldKind(await the(`#${id}`))),
    );
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'text',
      'text',
      'choice',
      'toggle',
      'picker',
      'rich',
      'none',
      'toggle',
    ]);
    expect(kinds[2]?.multiple).toBe(true);
  });

  it('take what keys cannot type, with events', async () => {
    await setup.show(
      '<input id="d" type="date" oninput="window.i = 1" onchange="window.c = 1"><input id="r" type="range" max="10"><input id="k" type="color">',
    );
    await setup.view.setValue(await the('#d'), '2030-02-03');
    expect(await setup.page.inputValue('#d')).toBe('2030-02-03');
    expect(await setup.run(`[Reflect.get(window, 'i'), Reflect.get(window, 'c')]`)).toEqual([1, 1]);
    expect((await refusal(setup.view.setValue(await the('#d'), 'not a date'))).code).toBe('browser.bad-option');
    await setup.view.setValue(await the('#r'), '7');
    expect(await setup.page.inputValue('#r')).toBe('7');
  });

  it('choose options by value or label, several at once, or say what there is', async () => {
    await setup.show(
      '<select id="s" multiple><option value="1">One<option value="2">Two<option value="3" disabled>Three</select>',
    );
    const seen = await the('#s');
    await setup.view.setOptions(seen, ['One', '2']);
    expect((await setup.view.state(seen)).value).toBe('One, Two');
    const refused = await refusal(setup.view.setOptions(seen, ['Four']));
    expect(refused.code).toBe('browser.bad-option');
    expect(refused.detail?.text).toContain('Two');
    expect(refused.hint).toBe('its options follow');
    expect((await refusal(setup.view.setOptions(seen, ['Three']))).code).toBe('browser.bad-option');
    expect((await setup.view.state(seen)).value).toBe('One, Two');
  });

  it('can be focused, emptied and scrolled', async () => {
    await setup.show(
      '<input id="t" value="old"><div id="box" style="height:50px;overflow:auto"><p id="p" style="height:500px">x</p></div><div style="height:3000px"></div>',
    );
    await setup.view.selectContents(await the('#t'));
    await setup.page.keyboard.type('new');
    expect(await setup.view.state(await the('#t'))).toEqual({ attached: true, focused: true, value: 'new' });
    await setup.view.scrollBy(await the('#p'), 0, 100);
    expect(await setup.run(`document.querySelector('#box').scrollTop`)).toBe(100);
    await setup.view.scrollBy(undefined, 0, 300);
    expect(await setup.run(`scrollY`)).toBe(300);
    const { y } = await setup.view.box(await the('#t'));
    expect(y).toBeLessThan(60);
    expect(y).toBeGreaterThan(-1);
  });
});
