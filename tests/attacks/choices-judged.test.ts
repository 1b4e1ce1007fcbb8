import { beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../fixtures/gatewright.js';
import { ASKED, judgedInput } from '../fixtures/judged-input.js';
import { promised } from '../fixtures/promised.js';

const GONE = `fetch('/gone', { method: 'POST' })`;

promised('input-judged', () => {
  const ground = judgedInput();
  let gatewright: Running;
  beforeAll(() => {
    ({ gatewright } = ground());
  });
  const show = (body: string) => ground().show(body);
  const posts = () => ground().posts();
  const press = (key: string, selector?: string) =>
    gatewright.call('browser_press', { ...(selector === undefined ? {} : { selector }), key });

  describe('Enter in a box or a circle sends the form', () => {
    const form = (field: string, button: string): string =>
      `<form method="post" action="/gone">${field}<button>${button}</button></form>`;
    it.each([
      ['a checkbox', '<input id="t" type="checkbox" aria-label="On">', 'Enter'],
      ['a radio', '<input id="t" type="radio" name="r" aria-label="On">', 'Enter'],
      ['a box with another role', '<input id="t" type="checkbox" role="button" aria-label="On">', 'Enter'],
      ['a box with a modifier', '<input id="t" type="checkbox" aria-label="On">', 'Shift+Enter'],
    ])('%s', async (_, field, key) => {
      await show(form(field, 'Delete account'));
      expect((await press(key, '#t')).code).toBe(ASKED);
      expect((await press('Tab')).isError).toBe(false);
      expect((await press(key)).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it('Space only ticks it, and Enter where the form is a search asks nothing', async () => {
      await show(form('<input id="t" type="checkbox" aria-label="On">', 'Delete account'));
      expect((await press('Space', '#t')).isError).toBe(false);
      expect((await gatewright.call('browser_snapshot')).text).toContain('[checked]');
      await show('<form action="/found"><input id="t" type="checkbox" aria-label="On"><button>Search</button></form>');
      expect((await press('Enter', '#t')).isError).toBe(false);
    });
  });

  describe('Enter takes what is marked in a list, and is judged by it', () => {
    const HEARS = `onkeydown="if (event.key === 'Enter' || event.key === ' ') ${GONE}"`;
    const items = (role: string, name: string): string =>
      `<li role="${role}" id="o1">Rename</li><li role="${role}" id="o2">${name}</li>`;
    const menu = (name: string): string =>
      `<ul id="t" role="menu" tabindex="0" aria-activedescendant="o2" ${HEARS}>${items('menuitem', name)}</ul>`;
    it.each([
      ['a menu', menu('Delete account'), 'Enter'],
      ['a menu, by Space', menu('Delete account'), 'Space'],
      [
        'a list',
        `<ul id="t" role="listbox" tabindex="0" aria-activedescendant="o2" ${HEARS}>${items('option', 'Delete account')}</ul>`,
        'Enter',
      ],
      [
        'a field for commands',
        `<input id="t" role="combobox" aria-label="Command" aria-expanded="true" aria-controls="l"
          aria-activedescendant="o2" ${HEARS}><ul id="l" role="listbox">${items('option', 'Delete account')}</ul>`,
        'Enter',
      ],
      [
        'a list in a shadow root',
        `<x-l></x-l><script>customElements.define('x-l', class extends HTMLElement { constructor() { super();
          this.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(menu('Delete account'))}; } })</script>`,
        'Enter',
      ],
    ])('%s', async (_, body, key) => {
      await show(body);
      expect((await press('Tab')).isError).toBe(false);
      expect((await press(key)).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    const marking = (mark: string): string =>
      `<input id="t" role="combobox" aria-label="Command" aria-expanded="true" aria-controls="l" ${HEARS.replaceAll(" || event.key === ' '", '')}
        oninput="${mark}"><ul id="l" role="listbox">${items('option', 'Delete account')}</ul>`;
    it('what is marked while a text is typed is not taken with it', async () => {
      await show(marking(`this.setAttribute('aria-activedescendant', 'o2')`));
      const reply = await gatewright.call('browser_type', { selector: '#t', text: 'del', submit: true });
      expect(reply.isError).toBe(true);
      expect(reply.text).toContain('browser_press');
      expect((await press('Enter', '#t')).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it('a text is sent where suggestions are only shown', async () => {
      await show(marking('document.title = this.value'));
      const reply = await gatewright.call('browser_type', { selector: '#t', text: 'del', submit: true });
      expect(reply.isError).toBe(false);
      expect(await posts()).toEqual(['/gone']);
    });

    it('another item asks nothing, nor do keys that only move', async () => {
      await show(menu('Copy'));
      expect((await press('ArrowDown', '#t')).isError).toBe(false);
      expect((await press('Enter', '#t')).isError).toBe(false);
      expect(await posts()).toEqual(['/gone']);
    });
  });

  describe('an option of a native list is its list', () => {
    const list = (attribute: string, change: string): string =>
      `<select id="t" aria-label="Do" ${attribute} ${change}><option>-<option id="o">Delete account</select>`;
    const OPENED = `<style>select, ::picker(select) { appearance: base-select }</style>`;
    it.each([
      ['of several lines, by a handler', list('size="4"', `onchange="${GONE}"`)],
      [
        'of several lines, by a listener',
        `${list('size="4"', '')}<script>document.querySelector('#t').addEventListener('change', () => ${GONE})</script>`,
      ],
    ])('%s', async (_, body) => {
      await show(body);
      expect((await gatewright.call('browser_click', { selector: '#o' })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it('with a picker of the page’s style, by pointer and by keys', async () => {
      await show(OPENED + list('', `onchange="${GONE}"`));
      expect((await gatewright.call('browser_click', { selector: '#t' })).isError).toBe(false);
      expect((await press('ArrowDown')).isError).toBe(false);
      expect((await press('Enter')).code).toBe(ASKED);
      expect((await press('Space')).code).toBe(ASKED);
      expect((await gatewright.call('browser_click', { selector: '#o' })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it('where nobody hears of the choice it is only chosen', async () => {
      await show(list('size="4"', ''));
      expect((await gatewright.call('browser_click', { selector: '#o' })).isError).toBe(false);
      expect((await gatewright.call('browser_snapshot')).text).toContain('Delete account');
    });
  });

  describe('a part of a picture is the link that it is', () => {
    const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200" fill="red"/></svg>`;
    const map = (alt: string): string => `<map name="m"><area shape="rect" coords="0,0,200,200" alt="${alt}"
      href="javascript:void ${GONE.replaceAll("'", '&quot;').replaceAll('"', '&quot;')}"></map>
      <img usemap="#m" style="position:fixed;left:0;top:0" width="200" height="200" alt="Plan" src='data:image/svg+xml,${encodeURIComponent(PICTURE)}'>`;
    it('by a place and by a key', async () => {
      await show(map('Delete account'));
      expect((await gatewright.call('browser_click', { coords: { x: 100, y: 100 } })).code).toBe(ASKED);
      expect((await press('Tab')).isError).toBe(false);
      expect((await press('Enter')).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it('another part is pressed', async () => {
      await show(map('Kitchen'));
      expect((await gatewright.call('browser_click', { coords: { x: 100, y: 100 } })).isError).toBe(false);
      expect(await posts()).toEqual(['/gone']);
    });
  });
});
