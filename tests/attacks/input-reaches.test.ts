import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refOf, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { containers, clickjackers, ordinaryPages, VICTIM } from '../fixtures/reached-pages.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** Nobody can be asked, so that a question is an answer at once. */
const ASKED = 'approval.nobody';
/** A point in the first thing of a page. */
const POINT = { x: 60, y: 30 };
const INNER = 'browser.inner-control';

promised('input-judged', () => {
  let site: Site;
  let victim: Site;
  let gatewright: Running;
  const pages: Record<string, string> = {};
  beforeAll(async () => {
    victim = await startSite({ '/': VICTIM, '/gone': html('<p>gone</p>') });
    site = await startSite(pages);
    gatewright = await start({
      config: {
        version: 1,
        network: { allow: [site.origin], load: [victim.origin], unsafeAllowPrivate: [site.host, victim.host] },
        approval: { channels: ['elicitation'] },
        rules: [{ when: { name: 'Buy' }, then: 'deny' }],
      },
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    await victim.close();
  });
  beforeEach(() => {
    site.seen.length = 0;
    victim.seen.length = 0;
  });
  let last = 0;
  const show = async (body: string): Promise<string> => {
    last += 1;
    pages[`/p${String(last)}`] = html(body.replaceAll('VICTIM', victim.url()));
    const { text } = await gatewright.call('browser_navigate', { url: site.url(`/p${String(last)}`) });
    return text;
  };
  const posts = async (): Promise<string[]> => {
    await gatewright.call('browser_wait_for', { seconds: 0.15 });
    return [...site.seen, ...victim.seen].flatMap(({ method, path }) => (method === 'POST' ? [path] : []));
  };
  describe('a frame inside a control is not clicked through it', () => {
    it.each(clickjackers)('%s', async (name, body) => {
      const text = await show(body);
      const reply = await gatewright.call('browser_click', { ref: refOf(text, /"Continue"/u) });
      expect(await posts()).toEqual([]);
      // Beside a frame that everybody sees the control may have a place of its own.
      if (name.startsWith('visible') && !reply.isError) return;
      expect(reply.code).toMatch(/^browser\.(?:covered|inner-control)$/u);
    });

    it.each([
      ['leaves after the first of two clicks', 'onclick="this.remove()"', true],
      ['leaves when the first of two is pressed', 'onmousedown="this.remove()"', true],
      ['comes and goes', 'data-blinks', false],
    ])('a cover that %s', async (_, attributes, double) => {
      await show(`<div id="t" role="button" ${attributes} style="position:absolute;inset:0 auto auto 0;z-index:2;
        width:300px;height:200px;background:#fff">Continue</div>
        <iframe src="VICTIM" style="position:absolute;inset:0 auto auto 0;width:300px;height:200px;border:0"></iframe>
        <script>const t = document.querySelector('[data-blinks]');
          if (t) setInterval(() => { t.hidden = !t.hidden; t.style.display = t.hidden ? 'none' : '' }, 7)</script>`);
      for (let i = 0; i < (double ? 1 : 5); i += 1) await gatewright.call('browser_click', { selector: '#t', double });
      expect(await posts()).toEqual([]);
    });

    it('a focus that moves between two keys takes neither a button nor a password', async () => {
      const typed = `fetch('/typed', { method: 'POST' })`;
      await show(`<input id="a" oninput="d.focus()"><button id="d" onclick="${typed}">Delete account</button>
        <input id="b" oninput="p.focus()"><input id="p" type="password" oninput="${typed}">
        <input id="c" onkeydown="d.focus()"><input id="e" oninput="this.type = 'password'; n += 1; if (n > 1) ${typed}">
        <script>let n = 0</script>`);
      for (const selector of ['#a', '#b', '#e']) await gatewright.call('browser_type', { selector, text: 'a b c d' });
      await gatewright.call('browser_press', { selector: '#c', key: 'Enter' });
      expect(await posts()).toEqual([]);
    });

    it('two clicks are a double click', async () => {
      await show(`<button id="d" ondblclick="this.textContent = 'Opened'"><b>Open</b></button>`);
      await gatewright.call('browser_click', { selector: '#d', double: true });
      expect((await gatewright.call('browser_snapshot', {})).text).toContain('button "Opened"');
    });

    it.each(['browser_hover', 'browser_press', 'browser_drag'])('%s', async (tool) => {
      await show(`<button id="t" style="position:relative;width:200px;height:60px">Continue
        <iframe src="VICTIM" style="position:absolute;inset:0;opacity:0;width:200px;height:60px"></iframe></button>
        <p id="end">Here</p>`);
      const target = { selector: '#t' };
      const args = tool === 'browser_drag' ? { from: target, to: { selector: '#end' } } : { ...target, key: 'Space' };
      const { key, ...plain } = { key: undefined, ...args };
      const reply = await gatewright.call(tool, tool === 'browser_press' ? { ...plain, key } : plain);
      if (tool !== 'browser_press') expect(reply.isError).toBe(true);
      expect(victim.seen.filter(({ method }) => method === 'POST')).toEqual([]);
    });
  });

  describe('a container presses nothing inside it', () => {
    it.each(containers)('%s', async (_, body, selector) => {
      await show(body);
      const reply = await gatewright.call('browser_click', { selector });
      expect(await posts()).toEqual([]);
      if (reply.isError) expect(reply.code).toMatch(/^(?:browser\.inner-control|browser\.covered|approval\.nobody)$/u);
    });

    it('and the answer names what is inside by its ref, which is judged for itself', async () => {
      await show(
        `<main id="t" style="width:200px"><button style="width:200px;height:80px;display:block"
          onclick="fetch('/gone', { method: 'POST' })">Delete account</button></main>`,
      );
      const reply = await gatewright.call('browser_click', { selector: '#t' });
      expect(reply.code).toBe(INNER);
      const ref = /\be\d+\b/u.exec(reply.text)?.[0] ?? '';
      expect(reply.text).toContain(`${ref}: button "Delete account"`);
      expect((await gatewright.call('browser_click', { ref })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it.each(['body', 'html'])('%s after scrolling to the button', async (selector) => {
      await show(`<div style="height:2000px"></div><button style="display:block;width:100%;height:700px"
        onclick="fetch('/gone', { method: 'POST' })">Delete account</button>`);
      await gatewright.call('browser_scroll', { dy: 2000 });
      await gatewright.call('browser_click', { selector });
      expect(await posts()).toEqual([]);
    });
  });

  describe('frames', () => {
    const framed = (style = ''): string =>
      `<iframe id="f" src="VICTIM" style="width:400px;height:200px;${style}"></iframe>`;

    it.each(['iframe', '#f'])('the element %s presses nothing in it', async (selector) => {
      await show(framed());
      const reply = await gatewright.call('browser_click', { selector });
      expect(reply.code).toBe(INNER);
      expect(await posts()).toEqual([]);
    });

    it('a frame of an origin that is only loaded takes no click, by ref, selector or coordinates', async () => {
      const text = await show(framed());
      const ref = refOf(text, /button "Delete account"/u);
      expect((await gatewright.call('browser_click', { ref })).code).toBe('policy.origin-not-allowed');
      expect((await gatewright.call('browser_click', { selector: '#pay' })).code).toBe('policy.origin-not-allowed');
      expect((await gatewright.call('browser_click', { coords: POINT })).code).toBe('policy.origin-not-allowed');
      expect(await posts()).toEqual([]);
    });

    it.each(['opacity:0', 'opacity:.05', 'filter:opacity(0)', 'clip-path:inset(50%)', 'transform:scale(.02)'])(
      'one that nobody sees takes nothing: %s',
      async (style) => {
        await show(`<div style="position:relative">${framed(style).replace('VICTIM', '/own')}</div>`);
        pages['/own'] = VICTIM;
        await gatewright.call('browser_navigate', { url: site.url(`/p${String(last)}`) });
        const reply = await gatewright.call('browser_click', { selector: '#ok' });
        expect(reply.isError).toBe(true);
        expect(await posts()).toEqual([]);
      },
    );
  });

  describe('closed shadow roots', () => {
    const host = (inner: string, light = ''): string =>
      `<x-box id="t" style="display:inline-block">${light}</x-box><script>
        customElements.define('x-box', class extends HTMLElement {
          constructor() { super(); const root = this.attachShadow({ mode: 'closed' }); root.innerHTML = ${JSON.stringify(inner)};
            root.querySelector('button, div')?.addEventListener('click', () => fetch('/gone', { method: 'POST' })) } })
        </script>`;
    const PAY = '<button style="width:200px;height:60px">Pay now</button>';

    it('by its own ref, which a snapshot shows', async () => {
      await show(host(`${PAY}<button>Show more</button>`));
      const { text } = await gatewright.call('browser_snapshot');
      const refOf = (name: string) => new RegExp(`button "${name}" \\[ref=(\\w+)\\]`, 'u').exec(text)?.[1];
      expect((await gatewright.call('browser_click', { ref: refOf('Pay now') })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
      expect((await gatewright.call('browser_click', { ref: refOf('Show more') })).isError).toBe(false);
    });

    it('by the host', async () => {
      await show(host(PAY));
      expect((await gatewright.call('browser_click', { selector: '#t' })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it('by coordinates', async () => {
      await show(host(PAY));
      expect((await gatewright.call('browser_click', { coords: POINT })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it('by what is slotted into a button of it', async () => {
      await show(host('<button style="width:200px;height:60px">Pay <slot></slot></button>', '<span>everything</span>'));
      expect((await gatewright.call('browser_click', { selector: '#t span' })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it('by a button or a box around it', async () => {
      await show(`<div id="around" style="display:inline-block">${host(PAY)}</div>`);
      const reply = await gatewright.call('browser_click', { selector: '#around' });
      expect(reply.isError).toBe(true);
      expect(await posts()).toEqual([]);
    });

    it('several deep', async () => {
      const inner = `<div id="mid" style="display:inline-block"></div>`;
      await show(`<div id="t" style="display:inline-block"></div><script>
        const one = document.querySelector('#t').attachShadow({ mode: 'closed' }); one.innerHTML = ${JSON.stringify(inner)};
        const two = one.querySelector('#mid').attachShadow({ mode: 'closed' }); two.innerHTML = ${JSON.stringify(PAY)};
        two.querySelector('button').onclick = () => fetch('/gone', { method: 'POST' });</script>`);
      expect((await gatewright.call('browser_click', { selector: '#t' })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it('by the host that listens itself, where the root only says what it does', async () => {
      await show(`${host('<div style="width:200px;height:60px">Pay now</div>')}<script>
        document.querySelector('#t').addEventListener('click', () => fetch('/gone', { method: 'POST' }))</script>`);
      expect((await gatewright.call('browser_click', { selector: '#t' })).code).toBe(ASKED);
      expect((await gatewright.call('browser_click', { coords: POINT })).code).toBe(ASKED);
      expect(await posts()).toEqual([]);
    });

    it('one that says nothing grave is clicked as it was', async () => {
      await show(host('<button style="width:200px;height:60px">Show more</button>'));
      expect((await gatewright.call('browser_click', { selector: '#t' })).isError).toBe(false);
      expect(await posts()).toEqual(['/gone']);
    });
  });

  describe('a rule that denies by name holds for whatever is reached', () => {
    const BUY = `<ul><li id="row" style="width:200px"><button id="buy" style="width:200px;height:50px;display:block"
      onclick="fetch('/gone', { method: 'POST' })"><b><i><span id="deep">Buy</span></i></b></button></li></ul>`;
    it.each([
      ['browser_click', { selector: '#buy' }, 'policy.denied'],
      ['browser_click', { selector: '#deep' }, 'policy.denied'],
      ['browser_click', { selector: '#row' }, INNER],
      ['browser_press', { selector: '#buy', key: 'Shift+Space' }, 'policy.denied'],
      ['browser_drag', { from: { selector: '#buy' }, to: { selector: '#buy' } }, 'policy.denied'],
      ['browser_drag', { from: { selector: '#row' }, to: { selector: '#row' } }, INNER],
      ['browser_choose_option', { selector: '#buy', option: 'x' }, 'policy.denied'],
    ])('%s %j', async (tool, args, code) => {
      await show(BUY);
      expect((await gatewright.call(tool, args)).code).toBe(code);
      expect(await posts()).toEqual([]);
    });

    it('however deep the element stands in the control', async () => {
      const deep = `${'<span>'.repeat(40)}<span id="deep">now</span>${'</span>'.repeat(40)}`;
      await show(`<button onclick="fetch('/gone', { method: 'POST' })">Buy ${deep}</button>`);
      expect((await gatewright.call('browser_click', { selector: '#deep' })).code).toBe('policy.denied');
      expect(await posts()).toEqual([]);
    });
  });

  describe('ordinary pages work in one call, and nobody is asked', () => {
    it.each(ordinaryPages)('%s', async (_, body, tool, args, title) => {
      pages['/inner'] = html('<button onclick="parent.document.title = \'frame\'">In the frame</button>');
      await show(body);
      const reply = await gatewright.call(tool, args);
      expect(reply.text).not.toContain('approval.');
      expect(reply.isError).toBe(false);
      expect((await gatewright.call('browser_snapshot')).text).toContain(title);
    });
  });
});
