import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const FIELDS = [
  ['password', '<input type="password" aria-label="F0" value="SEKRET-0">'],
  ['new password as text', '<input type="text" autocomplete="new-password" aria-label="F1" value="SEKRET-1">'],
  ['current password', '<input autocomplete="section-a current-password" aria-label="F2" value="SEKRET-2">'],
  ['one-time code', '<input autocomplete="one-time-code" inputmode="numeric" aria-label="F3" value="SEKRET-3">'],
  ['card number', '<input autocomplete="cc-number" aria-label="F4" value="SEKRET-4">'],
  ['card code', '<input autocomplete="billing cc-csc" aria-label="F5" value="SEKRET-5">'],
  [
    'copied placeholder',
    '<input type="password" aria-label="F6" value="SEKRET-6" placeholder="SEKRET-6" title="SEKRET-6">',
  ],
  ['in a shadow root', '<div id="host"></div>'],
  ['shown password', '<input id="swap" type="password" aria-label="F8" value="SEKRET-8">'],
] as const;

/** Too short to be looked for: only its place says that it is a secret. */
const SHORT = 'Qz7~';

const SHORT_FIELDS = [
  '<label>Room <input name="room"></label>',
  '<input type="password" id="desk" aria-label="Desk">',
  '<label>Shelf <textarea></textarea></label>',
  '<input class="bare">',
];

/** What pages do to a field that shows or hides what was typed. */
const MOVES = {
  nothing: '',
  'the field is made a text field': `for (const f of fields()) if (f.tagName === 'INPUT') f.type = 'text'`,
  'a clone stands beside it': `for (const f of fields()) { const c = f.cloneNode(true); c.value = f.value; if (c.type === 'password') c.type = 'text'; f.after(c) }`,
  'a text field takes its place': `for (const f of fields()) { const c = document.createElement(f.tagName); for (const a of f.attributes) if (a.name !== 'type') c.setAttribute(a.name, a.value); c.value = f.value; f.replaceWith(c) }`,
  'it is written anew': `for (const f of fields()) { f.setAttribute('value', f.value); if (f.tagName === 'TEXTAREA') f.textContent = f.value; f.type === 'password' && f.setAttribute('type', 'text'); f.parentElement.innerHTML = f.parentElement.innerHTML }`,
  'its value is an attribute too': `for (const f of fields()) for (const a of ['value', 'placeholder', 'title', 'data-value']) f.setAttribute(a, f.value)`,
} as const;

promised('no-password-values', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    site = await startSite({
      '/': html(`<form>${FIELDS.map(([, field]) => field).join('')}<button type="button" id="show">Show</button></form>
        <iframe src="/frame"></iframe>
        <script>
          document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = '<input type=password aria-label=F7 value=SEKRET-7>';
          document.querySelector('#show').onclick = () => { document.querySelector('#swap').type = 'text' };
        </script>`),
      ...Object.fromEntries(
        Object.values(MOVES).map((move, i) => [
          `/short${i}`,
          html(`<h1>12 items</h1><p>All 12 items of 2024.</p><label>Count <input id="count" value="12"></label>
            <form action="/sent">${SHORT_FIELDS.map((field) => `<div>${field}</div>`).join('')}<button>Go on</button></form>
            <button id="move">Move</button>
            <script>const fields = () => document.querySelectorAll('form input, form textarea');
              document.querySelector('#move').onclick = () => { ${move} }</script>`),
        ]),
      ),
      '/sent': html('<h1>Thank you</h1>'),
      '/frame': html('<input type="password" aria-label="F9" value="SEKRET-9">'),
    });
    gatewright = await start({
      args: ['--allow-private', site.host, '--capabilities', 'read,navigation,action,human,secrets'],
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });

  it.each([
    ['browser_navigate', () => ({ url: site.url(), snapshot: 'full' })],
    ['browser_snapshot', () => ({})],
    ['browser_snapshot', () => ({ hidden: true, mode: 'full' })],
    ['browser_read', () => ({})],
    ['browser_read', () => ({ format: 'tree' })],
    ['browser_read', () => ({ format: 'both' })],
    ['browser_find', () => ({ query: 'SEKRET', limit: 50 })],
    ['browser_find', () => ({ query: 'F0' })],
    ['browser_text_search', () => ({ text: 'SEKRET', limit: 50 })],
    ['browser_inspect', () => ({ name: 'F0' })],
    ['browser_inspect', () => ({ name: 'F4' })],
    ['browser_inspect', () => ({ name: 'F7' })],
    ['browser_screenshot', () => ({ describe: true, marks: true })],
    ['browser_hover', () => ({ name: 'F0' })],
    ['browser_click', () => ({ name: 'F1' })],
    ['browser_press', () => ({ name: 'F2', key: 'End' })],
    ['browser_click', () => ({ name: 'Show' })],
    ['browser_snapshot', () => ({ mode: 'full' })],
    ['browser_inspect', () => ({ name: 'F8' })],
  ])('%s shows no value', async (tool, args) => {
    const reply = await gatewright.call(tool, args());
    expect(JSON.stringify([reply.text, reply.meta])).not.toMatch(/SEKRET-\d/u);
  });

  it('a value of any length is kept, and the answer says what that means', async () => {
    for (const [name, value] of [
      ['PIN', SHORT],
      ['COUNT', '12'],
      ['WORD', 'password'],
    ]) {
      const { text, isError } = await gatewright.call('register_secret', { name, value, scope: [site.origin] });
      expect(isError).toBe(false);
      expect(text).toContain('too short to be masked elsewhere');
      expect(text).toContain('at least six characters');
      expect(text).not.toContain(value);
    }
    const long = { name: 'LONG', value: 'Mtn7-Rvr9q-Lk2', scope: [site.origin] };
    expect((await gatewright.call('register_secret', long)).text).not.toContain('too short');
    for (const value of ['', '   '])
      expect((await gatewright.call('register_secret', { ...long, name: 'EMPTY', value })).isError).toBe(true);
  });

  it.each(Object.keys(MOVES).map((move, i) => [move, i] as const))(
    'a short one stands in no answer while it stands in its field: %s',
    async (_, i) => {
      const replies = [await gatewright.call('browser_navigate', { url: site.url(`/short${i}`), snapshot: 'full' })];
      for (const selector of ['[name=room]', '#desk', 'textarea', '.bare']) {
        const filled = await gatewright.call('browser_fill', { selector, value: '<PIN>' });
        expect(filled.code).toBeUndefined();
        replies.push(filled);
      }
      for (const [tool, args] of [
        ['browser_click', { name: 'Move' }],
        ['browser_snapshot', { mode: 'full', hidden: true }],
        ['browser_read', { format: 'both' }],
        ['browser_find', { query: 'Room' }],
        ['browser_text_search', { text: 'Room' }],
        ['browser_inspect', { selector: '[name=room]', index: 0 }],
        ['browser_inspect', { selector: '#desk', index: 0 }],
        ['browser_inspect', { selector: 'form textarea', index: 0 }],
        ['browser_inspect', { selector: '.bare', index: 0 }],
        ['browser_inspect', { selector: 'form', index: 0 }],
        ['browser_press', { selector: '.bare', index: 0, key: 'End' }],
      ] as const)
        replies.push(await gatewright.call(tool, args));
      const all = JSON.stringify(replies.map(({ text, meta }) => [text, meta]));
      expect(all).not.toContain(SHORT);
      // What is not that field stays as it is, and can be searched.
      expect(all).toContain('All 12 items of 2024.');
      const found = await gatewright.call('browser_text_search', { text: SHORT.slice(1) });
      expect(found.text).toMatch(/nothing|no match|0 /iu);
    },
  );

  it('ordinary text that is the same as a short one stays readable', async () => {
    await gatewright.call('browser_navigate', { url: site.url('/short0') });
    await gatewright.call('browser_fill', { selector: '#desk', value: '<COUNT>' });
    const { text } = await gatewright.call('browser_snapshot', { mode: 'full' });
    expect(text).toContain('12 items');
    expect(text).toMatch(/Count[^\n]*12/u);
    await gatewright.call('browser_fill', { selector: '#count', value: '13' });
    expect((await gatewright.call('browser_snapshot', { mode: 'full' })).text).toMatch(/Count[^\n]*13/u);
  });

  it('nor in the address that its form is sent to', async () => {
    await gatewright.call('browser_navigate', { url: site.url('/short0') });
    await gatewright.call('browser_fill', { selector: '[name=room]', value: '<PIN>' });
    const sent = await gatewright.call('browser_press', { selector: '[name=room]', key: 'Enter' });
    const log = await gatewright.call('browser_network_read');
    expect(site.seen.map(({ path }) => path)).toContain('/sent?room=Qz7%7E');
    expect(JSON.stringify([sent.text, sent.meta, log.text, log.meta])).not.toMatch(/Qz7/u);
  });

  it('and the record has none', () => {
    expect(JSON.stringify(gatewright.record())).not.toMatch(/SEKRET-\d|Qz7~/u);
  });
});
