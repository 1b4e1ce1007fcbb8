import { beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../fixtures/gatewright.js';
import { ASKED, judgedInput } from '../fixtures/judged-input.js';
import { promised } from '../fixtures/promised.js';

const DELETE = '<form method="post" action="/gone"><button id="db">Delete account</button></form>';

/** A button that sends a form, with this inside it. */
const within = (inner: string): string =>
  `<form method="post" action="/gone"><button>Delete account ${inner}</button></form>`;

promised('input-judged', () => {
  const ground = judgedInput();
  let gatewright: Running;
  beforeAll(() => {
    ({ gatewright } = ground());
  });
  const show = (body: string) => ground().show(body);
  const posts = () => ground().posts();
  const isAsked = async (tool: string, args: Record<string, unknown>): Promise<void> => {
    expect((await gatewright.call(tool, args)).code).toBe(ASKED);
    expect(await posts()).toEqual([]);
  };

  describe('no role stands between a click and the native control around it', () => {
    it.each(['link', 'tab', 'checkbox', 'textbox', 'option', 'radio', 'button'])('%s', async (role) => {
      await show(within(`<b id="t" role="${role}" tabindex="0">note</b>`));
      await isAsked('browser_click', { selector: '#t' });
    });

    it.each([
      ['a custom element', within('<x-tab id="t" role="tab">more</x-tab>')],
      ['a field', within('<input id="t" aria-label="note">')],
      ['a field whose label it is', `${within('<input id="f" aria-label="note">')}<label for="f" id="t">note</label>`],
      ['a label', `${DELETE}<label for="db"><span id="t" role="link">Read more</span></label>`],
      [
        'a label with a picture',
        `${DELETE}<label for="db"><img id="t" role="button" alt="Next" width="50" height="50"></label>`,
      ],
      [
        'a button inside a button',
        `${within('')}<script>const inner = document.createElement('button'); inner.type = 'button'; inner.id = 't';
          inner.textContent = 'more'; document.querySelector('button').append(inner)</script>`,
      ],
      [
        'a slot of a closed root',
        `<x-box id="h"><span id="t" role="link">note</span></x-box><script>
          document.querySelector('#h').attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(within('<slot></slot>'))}
        </script>`,
      ],
    ])('%s', async (_, body) => {
      await show(body);
      await isAsked('browser_click', { selector: '#t' });
    });
  });

  describe('by every tool', () => {
    const LINK = within('<b id="t" role="link" tabindex="0">note</b>');
    const EDITABLE = within('<b id="t" role="textbox" contenteditable>note</b>');
    it.each([
      ['browser_press', { selector: '#t', key: 'Enter' }, LINK],
      ['browser_press', { selector: '#t', key: 'Space' }, LINK],
      ['browser_drag', { from: { selector: '#t' }, to: { selector: '#t' } }, LINK],
      ['browser_fill', { selector: '#t', value: 'a b' }, EDITABLE],
      ['browser_type', { selector: '#t', text: 'a b' }, EDITABLE],
      [
        'browser_click',
        { coords: { x: 70, y: 20 } },
        within('<b role="link" style="display:block;width:90px">more</b>'),
      ],
    ])('%s %j', async (tool, args, body) => {
      await show(`<style>button, label { position: absolute; left: 0; top: 0; padding: 20px }</style>${body}`);
      await isAsked(tool, args);
    });

    it('an option of a list, whose label presses a button', async () => {
      await show(`${DELETE}<div role="listbox" id="t" tabindex="0" aria-label="Colour">
        <label for="db"><b role="option">Blue</b></label></div>`);
      await gatewright.call('browser_choose_option', { selector: '#t', option: 'Blue' });
      expect(await posts()).toEqual([]);
    });
  });

  it('a label that is turned to a button after it was judged', async () => {
    await show(`${DELETE}<label id="t" for="ok" onpointerdown="this.htmlFor = 'db'"><span role="link">Details</span></label>
      <input id="ok" type="checkbox" aria-label="Details">`);
    const reply = await gatewright.call('browser_click', { selector: '#t span' });
    expect(await posts()).toEqual([]);
    expect(reply.code).toBe('policy.changed');
  });

  describe('an arrow key is judged by the radio buttons that it can choose', () => {
    const PAY = `<form method="post" action="/gone"><input type="radio" name="a" id="t" checked aria-label="Keep">
      <input type="radio" name="a" aria-label="Pay 500 EUR now" onclick="this.form.submit()"></form>`;
    it.each(['ArrowDown', 'ArrowRight', 'ArrowUp', 'Shift+ArrowLeft'])('%s', async (key) => {
      await show(PAY);
      await isAsked('browser_press', { selector: '#t', key });
    });

    it('Escape in a search field, which tells a listener that sends the form', async () => {
      await show(`<form method="post" action="/gone"><input type="search" id="t" value="abc" aria-label="find"
        onsearch="this.form.submit()"><button>Delete account</button></form>`);
      await isAsked('browser_press', { selector: '#t', key: 'Escape' });
    });
  });

  describe('ordinary pages work in one call, and nobody is asked', () => {
    it.each([
      ['a card that is a link, with a badge', '<a href="#done"><span id="t" role="status">New</span> Shoes</a>', {}],
      [
        'a button with an icon',
        `<button onclick="done()"><span id="t" role="img" aria-label="star">*</span> Show more</button>`,
        {},
      ],
      [
        'a label with words',
        `<label><input type="checkbox" onchange="done()"> <span id="t">Show prices</span></label>`,
        {},
      ],
      [
        'a label with a switch',
        `<label><b id="t" role="switch" tabindex="0">Show prices</b><input type="checkbox" onchange="done()"></label>`,
        {},
      ],
      [
        'a button in a card',
        `<a href="#more">Shoes <button type="button" id="t" onclick="event.preventDefault(); done()">Show sizes</button></a>`,
        {},
      ],
      [
        'a tab',
        `<div role="tablist"><button role="tab" onclick="done()"><span id="t">Details</span></button></div>`,
        {},
      ],
      [
        'radio buttons',
        `<form method="post" action="/gone"><label><input type="radio" name="a" id="t" checked> Red</label>
        <label><input type="radio" name="a" onchange="done()"> Blue</label><button>Delete account</button></form>`,
        { key: 'ArrowDown' },
      ],
      [
        'Enter in a search field',
        `<form action="/s" onsubmit="event.preventDefault(); done()"><input id="t" type="search" name="q">
        <button>Search</button></form>`,
        { key: 'Enter' },
      ],
      [
        'a component that clicks its own button',
        `<form action="/s" onsubmit="event.preventDefault(); done()"><button hidden>Go</button>
        <b id="t" role="button" tabindex="0" onclick="document.querySelector('button').click()">Show more</b></form>`,
        {},
      ],
    ])('%s', async (_, body, more) => {
      await show(`<script>const done = () => { document.title = 'done' };
        addEventListener('hashchange', () => done())</script>${body}`);
      const tool = 'key' in more ? 'browser_press' : 'browser_click';
      const reply = await gatewright.call(tool, { selector: '#t', ...more });
      expect(reply.text).not.toContain('approval.');
      expect(reply.isError).toBe(false);
      expect((await gatewright.call('browser_snapshot')).text).toContain('"done"');
      expect(await posts()).toEqual([]);
    });
  });
});
