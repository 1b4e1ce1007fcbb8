import { beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../fixtures/gatewright.js';
import { ASKED, PAYS, judgedInput } from '../fixtures/judged-input.js';
import { promised } from '../fixtures/promised.js';
import { html } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const INNER = 'browser.inner-control';

promised('input-judged', () => {
  const ground = judgedInput();
  let gatewright: Running;
  let foreign: Site;
  beforeAll(() => {
    ({ gatewright, foreign } = ground());
  });
  const show = (body: string) => ground().show(body);
  const posts = () => ground().posts();

  describe('a modifier makes no key harmless', () => {
    const keys = ['', 'Shift+', 'Control+', 'Alt+', 'Meta+', 'Control+Shift+'].flatMap((modifier) =>
      ['Space', ' ', 'Enter'].map((key) => `${modifier}${key}`),
    );
    it.each(keys)('"%s" on the button', async (key) => {
      await show(`<button id="t" ${PAYS}>Pay now</button>`);
      expect((await gatewright.call('browser_press', { selector: '#t', key })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it.each(keys)('"%s" where the focus is', async (key) => {
      await show(`<button id="t" ${PAYS}>Delete account</button>`);
      expect((await gatewright.call('browser_press', { key: 'Tab' })).isError).toBe(false);
      expect((await gatewright.call('browser_press', { key })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it.each(['Delete', 'Backspace', 'Shift+Delete', 'Control+Delete', 'Meta+Backspace'])('%s on a row', async (key) => {
      await show(`<div role="grid"><div role="row" id="t" tabindex="0" onkeydown="fetch('/gone', { method: 'POST' })">
        <span role="gridcell">Letter</span></div></div>`);
      expect((await gatewright.call('browser_press', { selector: '#t', key })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it.each(['NumpadEnter', 'Return', 'Spacebar'])('%s is no way around', async (key) => {
      await show(`<button id="t" ${PAYS}>Pay now</button>`);
      expect((await gatewright.call('browser_press', { selector: '#t', key })).isError).toBe(true);
      expect(await posts()).toEqual([]);
    });
  });

  describe('keys go to the element that was judged, or nowhere', () => {
    it.each([
      ['h', 'policy.origin-not-allowed'],
      ['Tab', 'policy.origin-not-allowed'],
      ['Space', 'policy.origin-not-allowed'],
    ])('%s on a frame whose password field has the focus', async (key, byFocus) => {
      await show('<iframe id="f" src="FOREIGN" style="width:300px;height:100px"></iframe>');
      await gatewright.call('browser_wait_for', { seconds: 0.3 });
      const reply = await gatewright.call('browser_press', { selector: '#f', key });
      expect(reply.isError).toBe(true);
      const focused = await gatewright.call('browser_press', { key });
      if (focused.isError) expect([byFocus, 'browser.not-actionable']).toContain(focused.code);
      expect(foreign.seen.filter(({ method }) => method === 'POST')).toEqual([]);
    });

    it('the body, while a password field has the focus', async () => {
      await show(`<input id="pw" type="password" oninput="fetch('/gone', { method: 'POST' })">`);
      await gatewright.call('browser_click', { selector: '#pw' });
      const reply = await gatewright.call('browser_press', { selector: 'body', key: 'h' });
      expect(reply.code).toBe(INNER);
      expect(await posts()).toEqual([]);
    });

    const host = (mode: string, inner: string): string => `<x-f id="t"></x-f><script>
      customElements.define('x-f', class extends HTMLElement { constructor() { super();
        this.attachShadow({ mode: '${mode}', delegatesFocus: true }).innerHTML = ${JSON.stringify(inner)}; } })</script>`;
    const PASSWORD = `<input type="password" aria-label="Search" oninput="fetch('/gone', { method: 'POST' })">`;

    it.each(['open', 'closed'])('a host with a %s root that passes the focus on', async (mode) => {
      await show(host(mode, PASSWORD));
      expect((await gatewright.call('browser_press', { selector: '#t', key: 'h' })).code).toBe('policy.password-field');
      expect((await gatewright.call('browser_type', { selector: '#t', text: 'hunter2' })).code).toBe(
        'policy.password-field',
      );
      expect(await posts()).toEqual([]);
    });

    it.each(['open', 'closed'])('a host with a %s root and two fields', async (mode) => {
      await show(host(mode, `${PASSWORD}<button ${PAYS}>Pay now</button>`));
      expect((await gatewright.call('browser_press', { selector: '#t', key: 'h' })).isError).toBe(true);
      expect(await posts()).toEqual([]);
    });

    it('a closed root that was clicked into', async () => {
      await show(host('closed', PASSWORD));
      await gatewright.call('browser_click', { coords: { x: 40, y: 18 } });
      expect((await gatewright.call('browser_press', { key: 'h' })).code).toBe('policy.password-field');
      expect(await posts()).toEqual([]);
    });

    it('a letter that presses a button from anywhere', async () => {
      await show(`<button accesskey="p" ${PAYS}>Pay now</button><input id="t" aria-label="Town">`);
      expect((await gatewright.call('browser_press', { selector: '#t', key: 'Alt+p' })).code).toBe(INNER);
      expect((await gatewright.call('browser_press', { key: 'Alt+Shift+p' })).code).toBe(INNER);
      expect(await posts()).toEqual([]);
    });

    it('an invisible frame gets no keys', async () => {
      ground().pages['/own'] =
        html(`<button id="ok" onclick="fetch('/gone', { method: 'POST' })" autofocus>Next</button>
        <script>document.querySelector('#ok').focus()</script>`);
      await show('<iframe src="/own" style="opacity:0;width:300px;height:100px"></iframe>');
      await gatewright.call('browser_wait_for', { seconds: 0.3 });
      await gatewright.call('browser_press', { key: 'Enter' });
      expect(await posts()).toEqual([]);
    });
  });

  describe('a drag is judged at both ends', () => {
    it.each([
      ['from a button to itself', '#t', '#t'],
      ['between two words of one button', '#a', '#b'],
      ['from a button elsewhere', '#t', '#end'],
      ['to a button', '#end', '#t'],
    ])('%s', async (_, from, to) => {
      await show(`<button id="t" ${PAYS}><span id="a">Pay</span> <span id="b">now</span></button><p id="end">End</p>`);
      const reply = await gatewright.call('browser_drag', { from: { selector: from }, to: { selector: to } });
      expect(reply.code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it('two buttons inside something that pays', async () => {
      await show(
        `<div id="card" ${PAYS} style="width:300px">Pay now <button id="a">One</button> <button id="b">Two</button></div>`,
      );
      const reply = await gatewright.call('browser_drag', { from: { selector: '#a' }, to: { selector: '#b' } });
      expect(reply.isError).toBe(true);
      expect(await posts()).toEqual([]);
    });

    it.each([
      [
        'by its name',
        `<input id="t" type="range" aria-label="Slide to pay" onchange="fetch('/gone', { method: 'POST' })">`,
      ],
      [
        'by its form',
        '<form method="post" action="/gone"><input id="t" type="range" aria-label="Go"><button>Pay 99 €</button></form>',
      ],
    ])('a slider that pays, %s', async (_, body) => {
      await show(`${body}<p id="end">End</p>`);
      const ends = { from: { selector: '#t' }, to: { selector: '#end' } };
      expect((await gatewright.call('browser_drag', ends)).code).toBe(ASKED);
      expect((await gatewright.call('browser_press', { selector: '#t', key: 'End' })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it('a card is moved as before', async () => {
      await show(`<div id="a" draggable="true" style="width:90px;height:40px">Card</div>
        <div id="b" style="width:200px;height:90px" ondragover="event.preventDefault()" ondrop="document.title='dropped'"><button>Add</button></div>`);
      const ends = { from: { selector: '#a' }, to: { selector: '#b' } };
      expect((await gatewright.call('browser_drag', ends)).isError).toBe(false);
      expect((await gatewright.call('browser_snapshot')).text).toContain('dropped');
    });
  });

  describe('an option is the one that is named, in the list of the target', () => {
    const COUNTRY = `<div id="t" role="combobox" tabindex="0" aria-label="Country" aria-expanded="false"
        onclick="document.querySelector('#list').hidden = false">choose</div>
      <ul id="list" role="listbox" hidden><li role="option" onclick="document.title='chose'">Italy</li>
        <li role="option" onclick="document.title='wrong'">Iceland</li></ul>
      <ul role="menu"><li role="menuitem" ${PAYS}>Delete everything</li><li role="menuitem" ${PAYS}>Extras</li></ul>`;

    it.each(['elete every', 'Delete every', 'xtra', 'Extras', 'everything'])(
      '"%s" of a menu elsewhere',
      async (option) => {
        await show(COUNTRY);
        expect((await gatewright.call('browser_choose_option', { selector: '#t', option })).isError).toBe(true);
        expect(await posts()).toEqual([]);
      },
    );

    it('what is grave asks, whatever the target is', async () => {
      await show(COUNTRY);
      const reply = await gatewright.call('browser_choose_option', { selector: '#t', option: 'Delete everything' });
      expect(reply.code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it('a button that is opened as a list is a button', async () => {
      await show(`<button id="t" ${PAYS}>Pay now</button>`);
      expect((await gatewright.call('browser_choose_option', { selector: '#t', option: 'One' })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it('an option that shows other words than its name is not chosen by it', async () => {
      await show(
        `<div id="t" role="listbox" aria-label="L"><div role="option" aria-label="Blue" ${PAYS}>Delete everything</div></div>`,
      );
      expect((await gatewright.call('browser_choose_option', { selector: '#t', option: 'Blue' })).isError).toBe(true);
      expect(await posts()).toEqual([]);
    });

    it.each(['Italy', ' italy ', 'ITALY'])('"%s" is chosen', async (option) => {
      await show(COUNTRY);
      expect((await gatewright.call('browser_choose_option', { selector: '#t', option })).isError).toBe(false);
      expect((await gatewright.call('browser_snapshot')).text).toContain('chose');
    });

    it('a list that the target controls is its own, wherever it stands', async () => {
      await show(`<button id="t" aria-haspopup="listbox" aria-controls="far" onclick="document.querySelector('#far').hidden = false">Size</button>
        <p>Large</p><div style="height:300px"></div><div id="far" hidden><div onclick="document.title='chose'">Large</div></div>`);
      expect((await gatewright.call('browser_choose_option', { selector: '#t', option: 'Large' })).isError).toBe(false);
      expect((await gatewright.call('browser_snapshot')).text).toContain('chose');
    });
  });

  describe('a change that sends is the sending', () => {
    const form = (attribute: string, script = ''): string => `<form method="post" action="/gone">
      <select id="t" aria-label="Plan" name="p" ${attribute}><option value="a">One<option value="b">Two</select>
      <button>Pay 99 €</button></form>${script}`;
    const SUBMITS = `<script>document.querySelector('#t').addEventListener('change', (e) => e.target.form.submit())</script>`;
    it.each([
      ['by a handler', form('onchange="this.form.submit()"')],
      ['by a listener', form('', SUBMITS)],
    ])('a select %s', async (_, body) => {
      await show(body);
      const two = { selector: '#t', values: ['b'] };
      expect((await gatewright.call('browser_select', two)).code).toBe(ASKED);
      expect((await gatewright.call('browser_fill', { selector: '#t', value: 'Two' })).code).toBe(ASKED);
      expect((await gatewright.call('browser_choose_option', { selector: '#t', option: 'Two' })).code).toBe(ASKED);
      expect((await gatewright.call('browser_press', { selector: '#t', key: 'ArrowDown' })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it('an option is judged by its label, where its change acts', async () => {
      await show(
        `<select id="t" aria-label="Do" onchange="fetch('/gone', { method: 'POST' })"><option>-<option value="7">Delete account</select>`,
      );
      expect((await gatewright.call('browser_select', { selector: '#t', values: ['7'] })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it('a checkbox that sends its form', async () => {
      await show(
        `<form method="post" action="/gone"><input id="t" type="checkbox" aria-label="On" onchange="this.form.submit()"><button>Pay 99 €</button></form>`,
      );
      expect((await gatewright.call('browser_click', { selector: '#t' })).code).toBe(ASKED);
      expect((await gatewright.call('browser_fill', { selector: '#t', value: 'true' })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it('a select of the same form that nobody listens to asks nothing', async () => {
      await show(form(''));
      expect((await gatewright.call('browser_select', { selector: '#t', values: ['b'] })).isError).toBe(false);
    });
  });
});
