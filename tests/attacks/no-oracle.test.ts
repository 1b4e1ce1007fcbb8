import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** Letters that stand nowhere else on the pages: what is found is the secret, or nothing. */
const KNOWN = 'Zqj7-Qjz3-Jzq9';
const PREFILLED = 'Qjz4jQzzQj';
const WRONG: Readonly<Record<string, string>> = { [KNOWN]: 'Jzq2-Zqj8-Qzj4', [PREFILLED]: 'Zqj9jQjqzq' };

const page = (secret: string, prefilled: string): string =>
  html(`<title>Account ${secret}</title>
    <h1>Account</h1><p>Your key is ${secret}.</p>
    <p><a id="out" href="/leave?key=${secret}">Leave</a> <a id="orders" href="/orders">Orders</a></p>
    <button id="named">Copy ${secret}</button><button id="plain">Copy</button>
    <div id="data" data-key="${secret}" style="--key: ${secret}" title="${secret}" tabindex="0">Box</div>
    <p>In two:</p><ul><li>${secret.slice(0, 7)}</li><li>${secret.slice(7)}</li></ul>
    <select aria-label="Keys"><option>none</option><option value="${secret}">${secret}</option></select>
    <ul role="listbox" aria-label="List"><li role="option" tabindex="0">${secret}</li></ul>
    <input id="shown" aria-label="Shown" value="${secret}"><textarea id="area">${secret}</textarea>
    <div id="rich" contenteditable>${secret}</div><div style="height:3000px"></div><p>at the end ${secret}</p>
    <form id="login"><input name="q" aria-label="Search" value="found"><input id="pw" type="password" name="pw" aria-label="Pass"
      value="${prefilled}" data-value="${prefilled}" pattern="Q.*" placeholder="${prefilled}">
      <input id="hidden" type="hidden" name="copy" value="${secret}">
      <input id="send" type="submit" value="Send"></form>
    <script>console.log('key ${secret}'); fetch('/api?key=${secret}&shown=yes');
      const socket = new WebSocket('ws://' + location.host + '/socket?key=${secret}');
      history.replaceState(null, '', '/?key=${secret}')</script>`);

/** What an answer says, without what is new in every answer. */
function normalised(text: string): string {
  return text
    .replace(/<<(page|end) [0-9a-f]+/gu, '<<$1')
    .replace(/\be\d+\b/gu, 'ref')
    .replace(/\d+ ms/gu, 'ms');
}

promised('no-oracle', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    site = await startSite({ '/': page(KNOWN, PREFILLED), '/api': '{}', '/orders': 'orders', '/socket': 'no' });
    gatewright = await start({
      args: ['--allow-private', site.host],
      config: { capabilities: ['read', 'navigation', 'action', 'human', 'secrets'] },
    });
    await gatewright.call('browser_navigate', { url: site.url() });
    await gatewright.call('register_secret', { name: 'KEY', value: KNOWN, scope: [site.origin] });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });

  const answer = async (tool: string, args: Record<string, unknown>): Promise<string> => {
    const { text, meta, code } = await gatewright.call(tool, args);
    return normalised(JSON.stringify([text, meta, code]));
  };

  /** A right guess of every length is answered as a wrong one of that length is. */
  const expectNoAnswer = async (
    tool: string,
    args: (guess: string) => Record<string, unknown>,
    value: string,
    lengths: readonly number[] = [1, 2, 5, value.length - 1, value.length],
  ) => {
    for (const length of lengths) {
      const [right, wrong] = [value.slice(0, length), (WRONG[value] ?? '29j4z8q').slice(0, length)];
      const called = `${tool} ${JSON.stringify(args(right))}`;
      expect(await answer(tool, args(right)), called).toEqual(await answer(tool, args(wrong)));
    }
  };

  const text = (guess: string) => ({ text: guess });
  const filter = (guess: string) => ({ filter: guess });
  const name = (guess: string) => ({ name: guess });
  describe('text that is masked', () => {
    it.each([
      ['browser_text_search', text],
      ['browser_text_search', (guess: string) => ({ text: guess, exact: true, limit: 1 })],
      ['browser_text_search', (guess: string) => ({ text: `key is ${guess}` })],
      ['browser_find', (guess: string) => ({ query: guess })],
      ['browser_find', (guess: string) => ({ query: `Copy ${guess}`, limit: 1 })],
      ['browser_inspect', name],
      ['browser_inspect', (guess: string) => ({ role: 'button', name: `Copy ${guess}` })],
      ['browser_inspect', (guess: string) => ({ role: 'option', name: guess })],
      ['browser_inspect', (guess: string) => ({ role: 'option', name: guess, index: 5 })],
      ['browser_hover', (guess: string) => ({ role: 'button', name: `copy ${guess}` })],
      ['browser_screenshot', (guess: string) => ({ role: 'link', name: guess })],
      ['browser_console_read', filter],
      ['browser_console_read', (guess: string) => ({ filter: `key ${guess}` })],
      ['browser_network_read', filter],
      ['browser_network_read', (guess: string) => ({ filter: `key=${guess}`, limit: 1 })],
      ['browser_ws_read', filter],
      ['browser_select', (guess: string) => ({ name: 'Keys', values: [guess] })],
    ] as const)('%s %#', async (tool, args) => {
      await expectNoAnswer(tool, args, KNOWN);
    });

    it.each([
      ['text', (guess: string) => ({ text: guess, seconds: 0.1 })],
      ['gone', (guess: string) => ({ gone: guess, seconds: 0.1 })],
      ['name', (guess: string) => ({ role: 'button', name: `Copy ${guess}`, seconds: 0.1 })],
      ['selector', (guess: string) => ({ selector: `[data-key^="${guess}"]`, seconds: 0.1 })],
    ])('browser_wait_for %s', async (_, args) => {
      await expectNoAnswer('browser_wait_for', args, KNOWN, [2, 5, KNOWN.length]);
    });

    it('browser_choose_option', async () => {
      await expectNoAnswer('browser_choose_option', (guess) => ({ name: 'Keys', option: guess }), KNOWN);
      await expectNoAnswer('browser_choose_option', (guess) => ({ name: 'List', option: guess }), KNOWN, [
        KNOWN.length,
      ]);
    });

    it('a piece of it that stands in an element of its own', async () => {
      const piece = (guess: string) => ({ text: guess, exact: true });
      await expectNoAnswer('browser_text_search', piece, KNOWN.slice(0, 7), [3, 7]);
      await expectNoAnswer('browser_text_search', piece, KNOWN.slice(7), [3, 7]);
    });
  });

  const selectors = (value: string, secret: (guess: string) => string) =>
    [
      (guess: string) => secret(guess),
      (guess: string) => `:is(${secret(guess)})`,
      (guess: string) => `:where(${secret(guess)}, #none)`,
      (guess: string) => `body:has(${secret(guess)}) #plain`,
      (guess: string) => `#plain:not(body:has(${secret(guess)}) *)`,
      (guess: string) => `*:not(:not(${secret(guess)}))`,
      (guess: string) => `${secret(guess)}, #plain`,
      (guess: string) => `form:has(> ${secret(guess)}) #send`,
      (guess: string) => `body:not(:has(${secret(guess)})) #plain`,
      (guess: string) => `${secret(guess)} ~ *`,
      (guess: string) => `:nth-child(1 of ${secret(guess)})`,
    ].map((make) => [make(value.slice(0, 1)), make] as const);

  const inspect = (make: (guess: string) => string) => (guess: string) => ({ selector: make(guess) });
  describe('selectors on attributes that hold it', () => {
    it.each([
      ...selectors(KNOWN, (guess) => `a[href*="${guess}"]`),
      ['data', (guess: string) => `[data-key^="${guess}"]`],
      ['style', (guess: string) => `[style*='${guess}']`],
      ['title', (guess: string) => `div[title ^= "${guess}" s]`],
      ['whole', (guess: string) => `[title="${guess}"]`],
      ['hidden field', (guess: string) => `[name=copy][value^="${guess}"]`],
      ['option', (guess: string) => `select:has(option[value^="${guess}"])`],
      ['any case', (guess: string) => `[DATA-KEY^="${guess}" i]`],
      ['escaped name', (guess: string) => `[d\\61ta-key^="${guess}"]`],
      ['any namespace', (guess: string) => `[*|data-key^="${guess}"]`],
      ['no namespace', (guess: string) => `[|data-key^="${guess}"]`],
      ['comment', (guess: string) => `[/* x */data-key/**/^="${guess}"]`],
    ] as const)('%s', async (_, make) => {
      await expectNoAnswer('browser_inspect', inspect(make), KNOWN, [1, 5, KNOWN.length]);
    });
  });

  describe('selectors on a password field that nobody knows', () => {
    it.each([
      ...selectors(PREFILLED, (guess) => `input[type=password][value^="${guess}"]`),
      ['data', (guess: string) => `[data-value^="${guess}"]`],
      ['placeholder', (guess: string) => `#pw[placeholder*="${guess}"]`],
      ['escaped', (guess: string) => `#pw[\\000076alue^="${guess}"]`],
      ['ends', (guess: string) => `#pw:not([value^="${guess}"])`],
    ] as const)('%s', async (_, make) => {
      await expectNoAnswer('browser_inspect', inspect(make), PREFILLED, [1, 2, PREFILLED.length]);
    });

    it.each(['#pw:valid', '#pw:invalid', '#login:valid', '#login:invalid', '#pw:placeholder-shown', '#pw[value]'])(
      '%s says nothing',
      async (selector) => {
        expect((await gatewright.call('browser_inspect', { selector })).code).toBe('browser.no-match');
      },
    );
  });

  it.each([
    ['#plain', 'Copy'],
    ['button#plain, #none', 'Copy'],
    ['a[href="/orders"]', 'Orders'],
    ['a[href^="/ord" i]', 'Orders'],
    ['input[type=submit]', 'Send'],
    ['input[value="Send"]', 'Send'],
    ['[name=q]', 'Search'],
    ['[name=q][value=found]', 'Search'],
    ['[name=pw]', 'Pass'],
    ['form > input:nth-of-type(2)', 'Pass'],
    ['#login input:not([type=password]):not([type=hidden]):not([type=submit])', 'Search'],
    ['form:has(input[type=submit]) [name=q]', 'Search'],
    ['p > a + a', 'Orders'],
    ['p:nth-of-type(2) a:last-child', 'Orders'],
    ['[data-key]', 'tag: div'],
    ['div[tabindex="0"]', 'tag: div'],
  ])('an ordinary selector works: %s', async (selector, expected) => {
    const { text, code } = await gatewright.call('browser_inspect', { selector });
    expect(code).toBeUndefined();
    expect(text).toContain(expected);
  });

  it.each(['a[', 'a:nonsense', ':host([data-key^=Z]) a', '::slotted([data-key^=Z])', ':-webkit-any([data-key^=Z])'])(
    'a selector that cannot be judged is refused: %s',
    async (selector) => {
      expect((await gatewright.call('browser_inspect', { selector })).code).toBe('call.bad-arguments');
    },
  );

  it('what is shown can be found, the marker too', async () => {
    expect((await gatewright.call('browser_text_search', { text: 'Your key is <KEY>' })).text).toContain('1 found');
    expect((await gatewright.call('browser_inspect', { role: 'button', name: 'Copy <KEY>' })).code).toBeUndefined();
    expect((await gatewright.call('browser_console_read', { filter: 'key <KEY>' })).text).toContain('<KEY>');
    const ref = /button "Copy <KEY>" \[ref=(\w+)\]/u.exec((await gatewright.call('browser_snapshot', {})).text)?.[1];
    expect((await gatewright.call('browser_hover', { ref })).code).toBeUndefined();
  });

  it.each(['#shown', '#area', '#rich'])('keys do not cut %s into pieces that nobody knows', async (selector) => {
    await gatewright.call('browser_navigate', { url: site.url() });
    await gatewright.call('browser_press', { selector, key: 'End' });
    for (const key of ['Backspace', 'Delete', 'x', 'Space', 'Control+Backspace', 'Control+x', 'Control+z']) {
      const reply = await gatewright.call('browser_press', { selector, key });
      expect([key, reply.code]).toEqual([key, 'policy.password-field']);
    }
    const replaced = await gatewright.call('browser_fill', { selector, value: 'plain words' });
    expect(replaced.isError).toBe(false);
    const edited = await gatewright.call('browser_press', { selector, key: 'Backspace' });
    expect(edited.isError).toBe(false);
    expect((await gatewright.call('browser_snapshot', {})).text).toContain('"plain word"');
  });

  it('an address that scrolls to a text searches nothing', async () => {
    const top = async (word: string): Promise<string | undefined> => {
      await gatewright.call('browser_navigate', { url: site.url('/orders') });
      await gatewright.call('browser_navigate', { url: site.url(`/#:~:text=${word}`) });
      const { text } = await gatewright.call('browser_inspect', { selector: 'h1' });
      return /y=(-?\d+)/u.exec(text)?.[1];
    };
    expect(await top('Jzq9')).toBe(await top('Jzq8'));
  });
});
