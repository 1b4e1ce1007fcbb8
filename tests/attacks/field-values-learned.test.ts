import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Handler, Site } from '../fixtures/site.js';

const FORMS = [
  ['password', '<input type="password" name="pw" value="Mtn7-Rvr9q">', ['Mtn7-Rvr9q']],
  ['a plain word', '<input type="password" name="word" value="sunflower">', ['sunflower']],
  ['a short one', '<input type="password" name="short" value="ab1">', ['short=ab1']],
  ['one-time code', '<input autocomplete="one-time-code" name="otp" value="604213">', ['604213']],
  [
    'card',
    '<input autocomplete="cc-number" name="card" value="4111 1111 1111 1111">',
    ['4111+1111', '4111 1111', '4111111'],
  ],
  ['card code', '<input autocomplete="cc-csc" name="cvc" value="731">', ['cvc=731']],
  [
    'code in boxes',
    `<fieldset><legend>Enter the code</legend>${Array.from('835209', (digit, i) => `<input maxlength="1" name="d${i}" value="${digit}">`).join('')}</fieldset>`,
    ['d0=8', 'd0=8&d1=3', '835209'],
  ],
  ['API secret', '<label>API secret <input name="api" value="rk_live_8Qz77bd"></label>', ['rk_live_8Qz77bd']],
] as const;

/** Shows what it was sent in its title, its text, its console and a request. */
const echo: Handler = (request, response) => {
  const query = new URL(request.url ?? '/', 'http://x').search.slice(1);
  const values = [...new URLSearchParams(query).values()].join(' ');
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
    html(`<title>Sent ${values}</title><h1>Thank you</h1><p>The sunshine of 2024 costs 731 today.</p>
      <p id="echo">You sent ${values}.</p><script>console.log('sent ${query}'); fetch('/api?${query}')</script>`),
  );
};

const said = ({ text, meta }: Reply): string => JSON.stringify([text, meta]);

promised('no-password-values', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    const forms = Object.fromEntries(
      FORMS.map(([, field], i) => [
        `/f${i}`,
        html(`<form action="/sent" method="get">${field}<button>Go on</button></form>`),
      ]),
    );
    site = await startSite({
      ...forms,
      '/sent': echo,
      '/api': '{}',
      '/later': html('<p>The key Mtn7-Rvr9q is printed later, and sunflower oil is sold.</p>'),
      '/cleared': html(
        `<input id="f" type="password" value="Clr-9-Value-x"><button onclick="const v = f.value; f.value = ''; f.removeAttribute('value'); out.textContent = 'It was ' + v">Clear</button><p id="out"></p>`,
      ),
      '/editable': html(`<div contenteditable role="textbox" aria-label="Password">Edt-44-Secret-y</div>
        <div contenteditable style="-webkit-text-security: disc" aria-label="Key">Hid-55-Secret-z</div>
        <div contenteditable role="textbox" aria-multiline="true" aria-label="Mail about the password reset">Dear all</div>`),
      '/at-once': html(
        '<form id="f" action="/sent"><input type="password" name="pw" value="Unl0oked-77x"></form><script>f.submit()</script>',
      ),
      '/by-script': html(
        '<input id="p" type="password" value="Unl0oked-88x"><script>location.href = "/sent?pw=" + p.value</script>',
      ),
      '/framed': html('<h1>Outside</h1><iframe src="/at-once-2"></iframe>'),
      '/at-once-2': html(
        '<form id="f" action="/sent"><input type="password" name="pw" value="Unl0oked-99x"></form><script>f.submit()</script>',
      ),
      '/puzzle':
        html(`<h1>Crossword</h1><div>${'<div><input maxlength="1" value="a"><input maxlength="1" value="b"><input maxlength="1" value="c"><input maxlength="1" value="d"><input maxlength="1" value="e"></div>'.repeat(5)}</div>
        <label>Quantity <input maxlength="1" value="3"></label>`),
      '/word': html(
        '<p>Guess</p><div>' + Array.from('house', (c) => `<input maxlength="1" value="${c}">`).join('') + '</div>',
      ),
    });
    gatewright = await start({ args: ['--allow-private', site.host] });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });

  it.each(FORMS.map(([name, , hidden], i) => [name, i, hidden] as const))(
    'the value of a form that was sent stands nowhere: %s',
    async (_, i, hidden) => {
      const replies = [await gatewright.call('browser_navigate', { url: site.url(`/f${i}`), snapshot: 'full' })];
      replies.push(await gatewright.call('browser_click', { role: 'button', name: 'Go on' }));
      expect(replies.at(-1)?.isError).toBe(false);
      for (const [tool, args] of [
        ['browser_snapshot', {}],
        ['browser_tabs', { action: 'list' }],
        ['browser_read', {}],
        ['browser_network_read', {}],
        ['browser_console_read', {}],
        ['browser_inspect', { selector: 'h1' }],
      ] as const)
        replies.push(await gatewright.call(tool, args));
      const all = replies.map(said).join('\n');
      expect(all).toContain('Thank you');
      for (const value of hidden) expect(all).not.toContain(value);
      // Ordinary text stays as it is.
      expect(all).toContain('The sunshine of 2024 costs 731 today.');
      expect(JSON.stringify(gatewright.record())).not.toContain(hidden[0]);
    },
  );

  it.each(['/at-once', '/by-script', '/framed'])(
    'a page that goes on before anybody looked at it: %s',
    async (path) => {
      const replies = [await gatewright.call('browser_navigate', { url: site.url(path), snapshot: 'full' })];
      await expect
        .poll(async () => (await gatewright.call('browser_snapshot')).text, { timeout: 10_000 })
        .toContain('Thank you');
      for (const tool of ['browser_snapshot', 'browser_read', 'browser_network_read', 'browser_console_read'])
        replies.push(await gatewright.call(tool));
      replies.push(await gatewright.call('browser_tabs', { action: 'list' }));
      expect(replies.map(said).join('\n')).not.toContain('Unl0oked');
      expect(JSON.stringify(gatewright.record())).not.toContain('Unl0oked');
    },
  );

  it('a page that prints it later, in another session too', async () => {
    const { text } = await gatewright.call('browser_navigate', {
      url: site.url('/later'),
      session: 'b',
      snapshot: 'full',
    });
    expect(text).toContain('The key <FIELD_PASSWORD> is printed later');
  });

  it('a field that was emptied, whose value is shown elsewhere', async () => {
    await gatewright.call('browser_navigate', { url: site.url('/cleared') });
    const clicked = await gatewright.call('browser_click', { name: 'Clear' });
    expect(said(clicked)).toContain('It was <FIELD_PASSWORD>');
    expect(said(clicked)).not.toContain('Clr-9');
  });

  it.each([
    ['browser_snapshot', { mode: 'full' }],
    ['browser_read', {}],
    ['browser_read', { format: 'tree' }],
    ['browser_inspect', { name: 'Password' }],
    ['browser_inspect', { name: 'Key' }],
    ['browser_text_search', { text: 'Secret' }],
  ])('a field that is an editable element: %s %j', async (tool, args) => {
    await gatewright.call('browser_navigate', { url: site.url('/editable') });
    const all = said(await gatewright.call(tool, args));
    expect(all).not.toMatch(/Edt-44|Hid-55/u);
    if (tool === 'browser_snapshot') expect(all).toContain('Dear all');
  });

  it.each(['Password', 'Key'])('nothing is typed into it: %s', async (name) => {
    await gatewright.call('browser_navigate', { url: site.url('/editable') });
    expect((await gatewright.call('browser_fill', { name, value: 'abc' })).code).toBe('policy.password-field');
  });

  it('boxes of a puzzle, a word and a quantity are no code', async () => {
    await gatewright.call('browser_navigate', { url: site.url('/puzzle') });
    expect((await gatewright.call('browser_snapshot', { mode: 'full' })).text).toMatch(/Quantity.*3/u);
    expect((await gatewright.call('browser_fill', { name: 'Quantity', value: '4' })).code).toBeUndefined();
    expect((await gatewright.call('browser_inspect', { selector: 'input:first-child', index: 0 })).text).toBeDefined();
    const { text } = await gatewright.call('browser_snapshot', { mode: 'full' });
    for (const letter of 'abcde') expect(text).toMatch(new RegExp(`textbox.*"?${letter}"?`, 'u'));
    const word = await gatewright.call('browser_navigate', { url: site.url('/word'), snapshot: 'full' });
    expect(word.text).toMatch(/textbox[^\n]*u/u);
  });
});
