import { beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../fixtures/gatewright.js';
import { ASKED, PAYS, judgedInput } from '../fixtures/judged-input.js';
import { promised } from '../fixtures/promised.js';
import { html } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

promised('input-judged', () => {
  const ground = judgedInput();
  let gatewright: Running;
  let site: Site;
  let foreign: Site;
  beforeAll(() => {
    ({ gatewright, site, foreign } = ground());
  });
  const show = (body: string) => ground().show(body);
  const posts = () => ground().posts();

  describe('text goes where the focus was judged to be, or nowhere', () => {
    const type = (args: Record<string, unknown>) => gatewright.call('browser_type', args);
    const TOLD = `oninput="fetch('/typed', { method: 'POST', body: this.value })"`;
    const told = async (): Promise<string[]> => {
      await gatewright.call('browser_wait_for', { seconds: 0.1 });
      return site.seen.flatMap(({ path, body }) => (path === '/typed' ? [body] : []));
    };

    it('goes on at the caret of the focused field', async () => {
      await show(`<input id="t" aria-label="Town" value="Ulm" ${TOLD}>`);
      await gatewright.call('browser_click', { selector: '#t' });
      await gatewright.call('browser_press', { key: 'Home' });
      expect((await type({ text: 'Neu-' })).isError).toBe(false);
      expect((await told()).at(-1)).toBe('Neu-Ulm');
    });

    it('a field in a frame of its own origin, and in a shadow root', async () => {
      ground().pages['/inner'] =
        html(`<x-f id="h"></x-f><script>customElements.define('x-f', class extends HTMLElement {
        constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<input aria-label="Deep">'; } })</script>`);
      await show('<iframe src="/inner" style="width:300px;height:100px"></iframe>');
      await gatewright.call('browser_wait_for', { seconds: 0.3 });
      await gatewright.call('browser_click', { role: 'textbox', name: 'Deep' });
      const reply = await type({ text: 'far in' });
      expect(reply.isError).toBe(false);
      expect((await gatewright.call('browser_snapshot')).text).toContain('far in');
    });

    it.each(['hunter2', 'h'])('"%s" for a password field that has the focus', async (text) => {
      await show(`<input id="pw" type="password" ${TOLD}>`);
      await gatewright.call('browser_click', { selector: '#pw' });
      expect((await type({ text })).code).toBe('policy.password-field');
      expect(await told()).toEqual([]);
    });

    it('a field of a frame that may not be acted in', async () => {
      await show('<iframe id="f" src="FOREIGN" style="width:300px;height:100px"></iframe>');
      await gatewright.call('browser_wait_for', { seconds: 0.3 });
      await gatewright.call('browser_press', { key: 'Tab' });
      expect((await type({ text: 'hunter2' })).isError).toBe(true);
      expect(foreign.seen.filter(({ method }) => method === 'POST')).toEqual([]);
    });

    it.each([
      ['a button', `<button id="t" ${PAYS}>Pay now</button>`, ASKED],
      ['a harmless button', '<button id="t" onclick="document.title=1">More</button>', 'browser.not-actionable'],
      ['nothing', '<p id="t">Text</p>', 'browser.not-actionable'],
    ])('%s takes no text', async (_, body, code) => {
      await show(body);
      if (body.startsWith('<button')) await gatewright.call('browser_press', { key: 'Tab' });
      expect((await type({ text: 'a b' })).code).toBe(code);
      expect(await posts()).toEqual([]);
    });

    it('stops when a key moves the focus into a password field', async () => {
      await show(`<input id="t" aria-label="Town"><input id="pw" type="password" ${TOLD}>
        <script>t.onkeyup = () => { if (t.value.length === 3) pw.focus(); }</script>`);
      for (const where of [{ selector: '#t' }, {}]) {
        await gatewright.call('browser_click', { selector: '#t' });
        const reply = await type({ ...where, text: 'hunter2', clear_first: true });
        expect(reply.code).toBe('browser.outcome-unknown');
        expect(reply.text).toContain('after 3 characters');
      }
      expect(await told()).toEqual([]);
    });

    it('stops when the field is taken away', async () => {
      await show(`<input id="t" aria-label="Town"><input id="b" aria-label="Comment" ${TOLD}>
        <script>t.onkeyup = () => { if (t.value.length === 2) { t.remove(); b.focus(); } }</script>`);
      await gatewright.call('browser_click', { selector: '#t' });
      expect((await type({ text: 'abcdef' })).code).toBe('browser.outcome-unknown');
      expect(await told()).toEqual([]);
    });

    const ROWS = '<div>$ ls</div><div>notes.txt</div>';
    const UNSEEN = 'position:absolute;opacity:0;left:0;top:0;width:0;height:0;padding:0;border:0;z-index:-5';
    const terminal = (
      field: string,
      rows = ROWS,
    ): string => `<div id="t" style="position:relative;width:400px;height:120px;
      background:#111;color:#eee" onclick="k.focus()">${rows}<textarea id="k" aria-label="Terminal input" ${TOLD} style="${field}"></textarea></div>`;

    it.each([
      ['xterm', UNSEEN],
      ['Monaco', 'position:absolute;width:1px;height:1px;padding:0;border:0;background:transparent;color:transparent'],
      ['far away', 'position:absolute;left:-9999em;top:0;width:0;height:0;opacity:0'],
    ])('a terminal takes keys as %s does it', async (_, field) => {
      await show(terminal(field));
      expect((await type({ selector: '#t', text: 'pwd' })).isError).toBe(false);
      expect((await told()).at(-1)).toBe('pwd');
      expect((await type({ text: ' -P' })).isError).toBe(false);
      expect((await told()).at(-1)).toBe('pwd -P');
    });

    it('an editor whose field is cut off takes keys, and all of them anew', async () => {
      await show(`<div class="CodeMirror" id="t" style="position:relative;width:300px;height:90px"><div style="overflow:hidden;
        position:relative;width:3px;height:0"><textarea id="k" ${TOLD} style="position:absolute;bottom:-1em;width:1px;height:1em;padding:0"></textarea></div>
        <pre>let a = 1;</pre></div>`);
      expect((await type({ selector: '#t', text: 'old' })).isError).toBe(false);
      expect((await type({ selector: 'pre', text: 'new', clear_first: true })).isError).toBe(false);
      expect((await told()).at(-1)).toBe('new');
    });

    it.each([
      [
        'over a field',
        `<div style="position:relative"><input aria-label="Search"><input id="k" ${TOLD} style="${UNSEEN}"></div>`,
      ],
      ['in nothing', `<div style="width:300px;height:90px"><input id="k" ${TOLD} style="${UNSEEN}"></div>`],
      ['in what is transparent', `<div style="opacity:0.01">${terminal(UNSEEN)}</div>`],
      ['below a sheet', `${terminal(UNSEEN)}<div style="position:fixed;inset:0;background:#fff">Sheet</div>`],
    ])('an unseen field %s gets nothing', async (_, body) => {
      await show(`${body}<script>document.querySelector('#k').focus()</script>`);
      expect((await type({ text: 'hello' })).isError).toBe(true);
      expect(await told()).toEqual([]);
    });

    it('an unseen password field in a terminal gets nothing', async () => {
      await show(terminal(UNSEEN).replace('<textarea', '<input type="password"').replace('</textarea>', ''));
      expect((await type({ selector: '#t', text: 'hunter2' })).isError).toBe(true);
      expect((await type({ selector: '#k', text: 'hunter2' })).code).toBe('policy.password-field');
      expect(await told()).toEqual([]);
    });

    const opens = (
      field: string,
      label = 'Search',
    ): string => `<button id="t" onclick="k.hidden=false;setTimeout(() => k.focus(), 100)">${label}</button>
      <input id="k" hidden ${TOLD} ${field}>`;

    it('what is no field is clicked, and the field that it opens takes the text', async () => {
      await show(opens('aria-label="Search for"'));
      expect((await type({ selector: '#t', text: 'tea' })).isError).toBe(false);
      expect((await told()).at(-1)).toBe('tea');
    });

    it.each([
      ['a password field', opens('type="password"'), 'policy.password-field'],
      ['an unseen field', opens(`style="${UNSEEN}"`), 'browser.not-actionable'],
      ['no field', '<button id="t" onclick="document.title=1">More</button>', 'browser.not-actionable'],
      ['a grave click', opens('aria-label="Search for"', 'Delete account'), ASKED],
      [
        'a field that had the focus before',
        `<input id="k" aria-label="Town" ${TOLD}><b id="t" onmousedown="event.preventDefault()">Bold</b><script>k.focus()</script>`,
        'browser.not-actionable',
      ],
    ])('a click that opens %s', async (_, body, code) => {
      await show(body);
      const reply = await type({ selector: '#t', text: 'hunter2' });
      expect(reply.code).toBe(code);
      expect(await told()).toEqual([]);
    });

    it('a click that sends a form is its sending', async () => {
      await show('<form method="post" action="/gone"><input aria-label="A"><button id="t">Pay 99 €</button></form>');
      expect((await type({ selector: '#t', text: 'x' })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });
  });
});
