import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refOf, start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const SPINNER = `<label>Count <input id="n" oninput="this.value = '0'"></label>
  <label>Name <input id="name"></label><label>Prefix <input id="prefix" oninput="this.value = '1' + this.value"></label><label>Phone <input id="phone" oninput="this.value = '(' + this.value.replace(/\\D/g, '') + ')'"></label>`;
const CITIES = `<label>City <input id="city" role="combobox" aria-autocomplete="list"></label><ul id="list" role="listbox"></ul>
  <script>
    let timer;
    document.querySelector('#city').addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        document.querySelector('#list').innerHTML = '<li role="option">Lisbon</li><li role="option">Lisburn</li>';
      }, 300);
    });
  </script>`;
/** A search box of the old kind: nothing but a style sheet and a script knows that it suggests. */
const STREETS = `<label>Street <input id="street" autocomplete="off" oninput="setTimeout(() => { document.querySelector('#s').innerHTML = '<li onclick=1>Park Lane</li>'; }, 250)"></label><ul id="s"></ul>`;
const FOCUS = `<button>First</button><label>Note <input value="kept"></label><div id="t" onclick="document.querySelector('#k').focus()" style="height:80px"><pre id="o">$ </pre><textarea id="k" style="opacity:0;position:absolute;width:1px;height:1px" oninput="document.querySelector('#o').textContent = '$ ' + this.value"></textarea></div><p style="display:none">Some words that a menu keeps</p>`;
const SMALL = '<h1>Kettles</h1><p>Our blue kettle costs 31 EUR.</p><button>Buy</button>';
const BIG = `${SMALL}${Array.from({ length: 400 }, (_, i) => `<p>Paragraph ${String(i)} of some length, with words.</p>`).join('')}`;
const SHORT = `<a href="#part">Part two</a><button onclick="this.remove()">Dismiss</button><button>Menu</button><h2 id="part">Two</h2>`;
const MAILS = `<button onclick="document.querySelector('#m').innerHTML = Array.from({ length: 90 }, (_, i) => '<p>Mail ' + i + ' from somebody</p>').join('')">Load</button><div id="m"></div>`;
const TAGS = `<label>Tag <input id="say" onkeydown="if (event.key === 'Enter') { document.querySelector('#all').append(this.value); this.value = ''; }"></label><p id="all"></p>`;
const PICKER = `<label>Date <input id="d" readonly onclick="open_()" onfocus="open_()"></label><label>Late <input readonly onfocus="this.removeAttribute('readonly')"></label><label>Locked <input readonly value="A1"></label><div id="p"></div><script>function open_() { document.querySelector('#p').innerHTML = '<button>Next month</button>'; }</script>`;
const clock = (body: string): string =>
  `${body}<p id="t">Time left: 99</p><script>let left = 99; setInterval(() => { document.querySelector('#t').textContent = 'Time left: ' + (left -= 1); }, 100);</script>`;
const LOOSE = clock(
  `<label>Name <input></label><label><input type="checkbox"> Fish</label><button onclick="document.title = 'sent'">Go on</button>`,
);
const LOOSE_TWO = clock('<label>Name <input></label><button>Send</button><button>Back</button>');
const LOOSE_TAKEN = `<label>Name <input onkeydown="if (event.key === 'Enter') document.querySelector('#o').textContent = 'Hello 1'"></label><button>Go on</button><p id="o"></p>`;
const FORMED = `<form onsubmit="event.preventDefault()"><label>Name <input></label><button>Go on</button></form>`;
const RENAMED = `<button onclick="ask()">Ask</button><div><p id="l1"></p><input id="i1" aria-label="First"><p id="l2"></p><input id="i2" aria-label="Second"></div><script>function ask() { for (const i of [1, 2]) { document.querySelector('#l' + i).textContent = 'Question ' + i; document.querySelector('#i' + i).value = 'as yet ' + i; } }</script>`;
const COVER = `<button onclick="cover()">Cover</button><script>function cover() { document.body.insertAdjacentHTML('beforeend', '<div style="position:fixed;inset:0;background:#fff"><button onclick="this.parentNode.remove()">Lift</button></div>'); }</script>`;
const overlaid = (count: number): string =>
  Array.from({ length: count }, (_, i) => `<button>Seat ${String(i)}</button>`).join('') + COVER;
const PRETENDED = `<button onclick="for (const p of document.querySelectorAll('p')) p.firstChild.firstChild.textContent += ' [covered]'">Pretend</button>${Array.from({ length: 7 }, (_, i) => `<p><b role="button" tabindex="0">Seat ${String(i)}</b></p>`).join('')}`;
const MONTH = `<button onclick="show()">Next</button><div id="month"></div><script>
  let month = 0;
  function show() {
    month += 1;
    const weeks = [0, 7, 14, 21].map((first) => '<tr>' + [1, 2, 3, 4, 5, 6, 7].map((day) => '<td><a href="#d">' + (first + day) + '</a></td>').join('') + '</tr>');
    document.querySelector('#month').innerHTML = '<h2>Month ' + month + '</h2><table>' + weeks.join('') + '</table>';
  }
  show();
</script>`;

describe('the answer of an action', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    const pages = {
      '/spinner': SPINNER,
      '/cities': CITIES,
      '/small': SMALL,
      '/short': SHORT,
      '/big': BIG,
      '/mails': MAILS,
      '/tags': TAGS,
      '/month': MONTH,
      '/streets': STREETS,
      '/focus': FOCUS,
      '/picker': PICKER,
      '/renamed': RENAMED,
      '/overlaid': overlaid(12),
      '/overlaid-few': overlaid(3),
      '/pretended': PRETENDED,
      '/loose': LOOSE,
      '/loose-two': LOOSE_TWO,
      '/loose-taken': LOOSE_TAKEN,
      '/formed': FORMED,
    };
    site = await startSite(Object.fromEntries(Object.entries(pages).map(([path, body]) => [path, html(body)])));
    gatewright = await start({ args: ['--allow-private', site.host] });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });
  const open = (path: string): Promise<Reply> => gatewright.call('browser_navigate', { url: site.url(path) });

  it('says in its first words that a field did not take the text', async () => {
    await open('/spinner');
    const reply = await gatewright.call('browser_fill', { name: 'Count', value: '3' });
    expect(reply.text).toMatch(/^the field did not take the text: fill/u);
    expect(reply.text).toContain('value "0"');
    expect(reply.meta).toMatchObject({ element: { tookText: false } });
  });

  it('says that a field is read-only, and what it opened', async () => {
    await open('/picker');
    const picked = await gatewright.call('browser_fill', { name: 'Date', value: '12/03/2027' });
    expect(picked.text.split('\n')[0]).toContain(
      'the field did not take the text: it is read-only; what it opened is marked +',
    );
    expect(picked.text).toContain('+ button "Next month"');
    const locked = await gatewright.call('browser_type', { name: 'Locked', text: 'B2' });
    expect(locked.text).toMatch(/^the field did not take the text: it is read-only\b/u);
    expect(locked.text).toContain('value "A1"');
    const fields = ['Late', 'Locked'].map((name) => ({ name, value: 'B2' }));
    const { text } = await gatewright.call('browser_fill_form', { fields, submit: true });
    expect(text).toMatch(/^filled but for e\d+, which is read-only and did not take the text; not submitted\b/u);
  });

  it('takes a field that may be written to once it has the focus for any other', async () => {
    await open('/picker');
    expect((await gatewright.call('browser_fill', { name: 'Late', value: 'Ada' })).text).toMatch(/^ok: fill/u);
  });

  it('says that Enter in a form that is none submitted nothing, and which button there is', async () => {
    const opened = await open('/loose');
    const fields = [
      { name: 'Name', value: 'Ada' },
      { name: 'Fish', value: 'true' },
    ];
    const { text } = await gatewright.call('browser_fill_form', { fields, submit: true });
    const said = 'filled, not submitted: no form took Enter; press its button';
    expect(text.split('\n')[0]).toBe(`${said} [ref=${refOf(opened.text, /button "Go on"/u)}]`);
    await open('/loose-two');
    const two = await gatewright.call('browser_fill_form', { fields: fields.slice(0, 1), submit: true });
    expect(two.text.split('\n')[0]).toBe(said);
  });

  it.each(['/loose-taken', '/formed'])('says nothing of the kind where Enter was taken: %s', async (path) => {
    await open(path);
    const fields = [{ name: 'Name', value: 'Ada' }];
    const { text } = await gatewright.call('browser_fill_form', { fields, submit: true });
    expect(text).toMatch(/^ok: fill_form/u);
  });

  it('says the same where the value only ends with the text', async () => {
    await open('/spinner');
    const reply = await gatewright.call('browser_fill', { name: 'Prefix', value: '7' });
    expect(reply.text).toMatch(/^the field did not take the text: fill/u);
    expect(reply.text).toContain('value "17"');
  });

  it('takes a field that is empty again for one that took the text', async () => {
    await open('/tags');
    const reply = await gatewright.call('browser_type', { name: 'Tag', text: 'garden tools', submit: true });
    expect(reply.text).toMatch(/^ok: type/u);
    expect(reply.text).toContain('+ text: "garden tools"');
  });

  it.each([
    ['an action', 'none', (): Promise<Reply> => gatewright.call('browser_click', { name: 'Ask' })],
    [
      'a diff',
      'full',
      async (): Promise<Reply> => {
        await gatewright.call('browser_click', { name: 'Ask' });
        return gatewright.call('browser_snapshot', { mode: 'diff' });
      },
    ],
  ])('keeps what is new and what changed in the order of the page: %s', async (_, snapshot, act) => {
    await gatewright.call('browser_navigate', { url: site.url('/renamed'), snapshot });
    const { text } = await act();
    const places = ['Question 1', 'as yet 1', 'Question 2', 'as yet 2'].map((each) => text.indexOf(each));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('counts the elements that an overlay covers, and that it covers no longer', async () => {
    await open('/overlaid');
    const covered = await gatewright.call('browser_click', { name: 'Cover' });
    expect(covered.text).toContain('~ 13 elements are now covered');
    expect(covered.text).toContain('+ button "Lift"');
    expect(covered.text).not.toContain('Seat 3');
    const lifted = await gatewright.call('browser_click', { name: 'Lift' });
    expect(lifted.text).toContain('~ 13 elements are no longer covered');
    expect(lifted.text).not.toContain('Seat 3');
  });

  it('names a few of them, and words of a page that only read like the mark', async () => {
    await open('/overlaid-few');
    expect((await gatewright.call('browser_click', { name: 'Cover' })).text).toMatch(/~ button "Seat 2".*\[covered\]/u);
    await open('/pretended');
    const pretended = await gatewright.call('browser_click', { name: 'Pretend' });
    expect(pretended.text).toContain('"Seat 6 [covered]"');
    expect(pretended.text).not.toContain('elements are');
  });

  it('says once that a page was not shown yet, and nothing of it where it was', async () => {
    const said = 'this page has not been shown yet [browser_snapshot]';
    await gatewright.call('browser_navigate', { url: site.url('/short'), snapshot: 'none' });
    expect((await gatewright.call('browser_hover', { name: 'Menu' })).text.split('\n')[0]).toBe(`ok: hover; ${said}`);
    expect((await gatewright.call('browser_hover', { name: 'Menu' })).text).toBe('ok: hover');
    await gatewright.call('browser_navigate', { url: site.url('/small'), snapshot: 'none' });
    await gatewright.call('browser_snapshot');
    expect((await gatewright.call('browser_hover', { name: 'Buy' })).text).not.toContain(said);
  });

  it('shows a region that was replaced whole', async () => {
    await open('/month');
    const { text } = await gatewright.call('browser_click', { name: 'Next' });
    for (let day = 1; day <= 28; day += 1)
      expect(text).toMatch(new RegExp(`\\+ +link "${String(day)}" \\[ref=e\\d+\\]`, 'u'));
    expect(text).not.toContain('browser_snapshot mode=diff');
  });

  it('shows a value that the page wrote in a form of its own, without a warning', async () => {
    await open('/spinner');
    const reply = await gatewright.call('browser_fill', { name: 'Phone', value: '555 123' });
    expect(reply.text).toMatch(/^ok: fill/u);
    expect(reply.text).toContain('value "(555123)"');
  });

  it('does not repeat what the agent typed, nor fence it', async () => {
    await open('/spinner');
    const reply = await gatewright.call('browser_type', { name: 'Name', text: 'Ada Lovelace' });
    expect(reply.text).toMatch(/^ok: type/u);
    expect(reply.text).not.toContain('Ada');
    expect(reply.text).not.toContain('<<page');
  });

  it('holds the suggestions that a page shows a little later', async () => {
    await open('/cities');
    const reply = await gatewright.call('browser_type', { name: 'City', text: 'Lis' });
    expect(reply.text).toContain('option "Lisbon"');
    expect(refOf(reply.text, /option "Lisburn"/u)).toMatch(/^e\d+$/u);
  });

  it('holds them also where only a script knows that the field suggests', async () => {
    await open('/streets');
    expect((await gatewright.call('browser_type', { name: 'Street', text: 'Par' })).text).toContain('Park Lane');
  });

  it('says what has the focus after a key, by a name and a ref that stays', async () => {
    const opened = await open('/focus');
    const first = await gatewright.call('browser_press', { key: 'Tab' });
    expect(first.text).toContain(`focus on button "First" [ref=${refOf(opened.text, /button "First"/u)}]`);
    expect(first.text.split('\n')[0]).toBe('ok: press');
    const second = await gatewright.call('browser_press', { key: 'Tab' });
    expect(second.text).toContain(`focus on textbox "Note" [ref=${refOf(opened.text, /textbox "Note"/u)}]`);
    expect(second.meta).toMatchObject({ element: { ref: refOf(opened.text, /textbox "Note"/u), focused: true } });
  });

  it('names no element that the agent was never shown, and repeats no value that stayed', async () => {
    const opened = await open('/focus');
    await gatewright.call('browser_click', { ref: refOf(opened.text, /clickable "\$"/u) });
    const typed = await gatewright.call('browser_type', { text: 'ls' });
    expect(typed.text.split('\n')[0]).toBe('ok: type');
    expect(typed.text).toContain('clickable "$ ls"');
    const clicked = await gatewright.call('browser_click', { name: 'Note' });
    expect(clicked.text).not.toContain('kept');
    const pressed = await gatewright.call('browser_press', { name: 'Note', key: 'x' });
    expect(pressed.text.split('"xkept"').length + pressed.text.split('"keptx"').length).toBe(3);
  });

  it('counts hidden texts when their number is new', async () => {
    const opened = await open('/focus');
    expect(opened.text).toContain('1 hidden text left out');
    expect((await gatewright.call('browser_snapshot')).text).not.toContain('hidden text');
    expect((await open('/focus')).text).toContain('1 hidden text left out');
  });

  it('shows a small page whole, and of a large one what can be acted on', async () => {
    const small = await open('/small');
    expect(small.text).toContain('31 EUR');
    const big = await open('/big');
    expect(big.text).toContain('button "Buy"');
    expect(big.text).not.toContain('Paragraph 3 ');
  });

  it('says the address once', async () => {
    const opened = await open('/small');
    expect(opened.text.split('/small')).toHaveLength(2);
    expect((await gatewright.call('browser_snapshot')).text).not.toContain('/small');
    await open('/mails');
    expect((await open('/small')).text).toContain('/small');
  });

  it('says nothing of an element that is as it was, and that one is gone', async () => {
    await open('/short');
    const hovered = await gatewright.call('browser_hover', { name: 'Menu' });
    expect(hovered.text).toBe('ok: hover');
    const ref = refOf((await gatewright.call('browser_snapshot')).text, /button "Dismiss"/u);
    const dismissed = await gatewright.call('browser_click', { ref });
    expect(dismissed.text.split('\n')[0]).toBe(`ok: click; ${ref} is gone`);
  });

  it('says of another place in the page that it is one, and no address', async () => {
    await open('/short');
    const { text } = await gatewright.call('browser_click', { name: 'Part two' });
    expect(text).toContain('same page, another fragment');
    expect(text).not.toContain(site.origin);
    const small = await open('/small');
    expect(small.text).toContain(site.url('/small'));
  });

  it('says that it was cut, and how to get the rest', async () => {
    await open('/mails');
    const reply = await gatewright.call('browser_click', { name: 'Load' });
    expect(reply.text).toContain('+ text: "Mail 0 from somebody"');
    expect(reply.text).toMatch(/… \d+ more changed lines \[browser_snapshot mode=diff\]/u);
  });
});
