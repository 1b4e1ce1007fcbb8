import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ElementFacts } from '../../../src/core/index.js';
import { openSnapshotSetup, refusal, type SnapshotSetup } from './snapshot-setup.js';

let setup: SnapshotSetup;
beforeAll(async () => {
  setup = await openSnapshotSetup();
});
afterAll(async () => {
  await setup.close();
});

const facts = async (body: string, selector = '#b'): Promise<ElementFacts> => {
  await setup.show(body);
  return (await setup.view.locate({ by: 'selector', selector })).facts;
};

describe('what a person sees on a control', () => {
  it.each([
    ['a label that lies', '<button id="b" aria-label="Next">Delete account</button>', 'Next', 'Delete account'],
    ['a label that is the text', '<button id="b" aria-label="Next">» next!</button>', 'Next', undefined],
    ['plain text', '<button id="b">Pay <b>now</b></button>', 'Pay now', undefined],
    ['a submit control', '<form><input type="submit" id="b" value="Send"></form>', 'Send', undefined],
    ['a field', '<label>Name <input id="b" value="Delete"></label>', 'Name', undefined],
    [
      'a picture in a button',
      '<button>Delete all <svg id="b" width="20" height="20"></svg></button>',
      '',
      'Delete all',
    ],
    ['the text of a button', '<button><span id="b">Place order</span></button>', '', 'Place order'],
    [
      'the text of a label',
      '<label id="b" for="x">Next</label><button id="x">Delete account</button>',
      '',
      'Next Delete account',
    ],
  ])('%s', async (_, body, name, shown) => {
    expect(await facts(body)).toMatchObject(shown === undefined ? { name } : { name, shown });
    if (shown === undefined) expect(await facts(body)).not.toHaveProperty('shown');
  });

  it('a click on the words in a button is judged as the button', async () => {
    const inside = await facts(
      '<form method="post" action="/pay"><input name="a" value="1"><button name="go" value="2"><i><span id="b">OK</span></i></button></form>',
    );
    expect(inside).toMatchObject({ tag: 'button', type: 'submit', form: { method: 'post' } });
    expect(inside.form?.action).toMatch(/\/pay$/u);
    // The button's own first: it says what the form is sent for.
    expect(inside.form?.fields).toEqual([
      { name: 'go', value: '2' },
      { name: 'a', value: '1' },
    ]);
  });

  it.each([
    ['a class', '<button id="b"><i class="fa fa-trash"></i></button>', 'fa-trash'],
    ['a file', '<button id="b"><img alt="" src="/icons/trash-can.png"></button>', 'trash-can'],
  ])('a nameless one has %s', async (_, body, hint) => {
    expect(await facts(body)).toMatchObject({ name: '', hint });
  });

  it('a type that no browser knows is a submit button', async () => {
    expect(await facts('<form><button id="b" type="harmless">OK</button></form>')).toMatchObject({ type: 'submit' });
  });

  it.each([
    ['autocomplete', '<input id="b" autocomplete=" Street-Address ">', { autocomplete: 'street-address' }],
    ['an editor', '<div class="cm-editor"><div id="b" contenteditable>x</div></div>', { editor: 'code' }],
    ['a download', '<a href="/x" download><b id="b">Report</b></a>', { download: true }],
    [
      'a map',
      '<img usemap="#m" width="90" height="90" src="data:,"><map name="m"><area id="b" href="/delete" coords="0,0,90,90"></map>',
      { tag: 'area' },
    ],
  ])('%s', async (_, body, expected) => {
    expect(await facts(body)).toMatchObject(expected);
  });

  it('a drawn link leads somewhere', async () => {
    const body = '<svg width="90" height="30"><a xlink:href="/delete"><text y="20" id="b">Go</text></a></svg>';
    expect((await facts(body)).href).toBe(setup.site.url('/delete'));
  });
});

describe('the form around it', () => {
  const form = async (inside: string, attributes = 'method="post" action="/go"', around = ['', '']) =>
    (await facts(`${around[0] ?? ''}<form ${attributes}>${inside}</form>${around[1] ?? ''}`)).form;
  const FIELD = '<input id="b" name="q">';

  it.each([
    ['its first button', `${FIELD}<button>Pay</button><button>Cancel</button>`, 'Pay'],
    ['a button that is disabled still', `${FIELD}<button disabled>Pay</button><button>Cancel</button>`, 'Pay'],
    ['not what only runs script', `${FIELD}<button type="button">Help</button><button>Send</button>`, 'Send'],
    ['a picture', `${FIELD}<input type="image" alt="Order now"><button>Later</button>`, 'Order now'],
    ['what lies', `${FIELD}<button aria-label="Next">Pay now</button>`, 'Next Pay now'],
    ['what stands elsewhere', `${FIELD}</form><button form="f">Delete</button><form>`, 'Delete', 'id="f"'],
    [
      'what hides behind names',
      `${FIELD}<input name="elements"><input name="getAttribute"><button>Send</button>`,
      'Send',
    ],
  ])('Enter presses %s', async (_, inside, submitName, attributes?: string) => {
    expect(await form(inside, attributes)).toMatchObject({ submitName });
  });

  it('Enter in a browser presses that button, and none where it is disabled', async () => {
    await setup.show(
      '<form onsubmit="document.title = event.submitter.textContent; return false"><input id="b"><button disabled>Pay</button><button>Cancel</button></form>',
    );
    await setup.page.focus('#b');
    await setup.page.keyboard.press('Enter');
    expect(await setup.page.title()).not.toMatch(/Pay|Cancel/u);
    await setup.run('document.querySelector("button").disabled = false');
    await setup.page.keyboard.press('Enter');
    expect(await setup.page.title()).toBe('Pay');
  });

  it('a button of its own sends it elsewhere', async () => {
    const own = await form(`${FIELD}<button formaction="/delete" formmethod="post">Go</button>`, 'action="/search"');
    expect(own).toMatchObject({ method: 'post', action: setup.site.url('/delete') });
  });

  it.each([
    ['a total', '<p>Widget $20.00</p><p>Total: $24.90</p><button id="b">OK</button>', '$24.90'],
    ['in euros', '<p>Gesamtbetrag <b>1.234,50 €</b></p><button id="b">OK</button>', '1.234,50 €'],
    ['in roubles', '<p>Итого: 5 000 ₽</p><button id="b">OK</button>', '5 000 ₽'],
    ['in yuan', '<p>合计 ¥88.00</p><button id="b">OK</button>', '¥88.00'],
    ['any', '<p>$3</p><button id="b">OK</button>', '$3'],
    ['what is sent', '<input type="hidden" name="amount" value="9999"><button id="b">OK</button>', 'amount 9999'],
    ['none', '<p>2 of 30 done</p><button id="b">OK</button>', undefined],
    ['none that is hidden', '<p hidden>Total: $24.90</p><button id="b">OK</button>', undefined],
  ])('%s', async (_, inside, amount) => {
    expect((await form(inside))?.amount).toBe(amount);
  });

  it('an amount beside the form, and none of a filter', async () => {
    const dialog = ['<div role="dialog"><p>Total due: £12</p>', '</div>'];
    expect(await form('<button id="b">OK</button>', 'method="post"', dialog)).toMatchObject({ amount: '£12' });
    const filter = 'From $10 to $50 <input name="max"><button id="b">Apply</button>';
    expect(await form(filter, 'method="get"')).not.toHaveProperty('amount');
  });

  it('says what would be sent, and no secrets', async () => {
    const sent = await form(`<input name="to" value="ann"><input type="password" name="pw" value="hunter2">
      <input type="hidden" name="csrf_token" value="abc"><input type="checkbox" name="all" checked>
      <input type="checkbox" name="none"><select name="s"><option value="1">One</option></select>
      <input disabled name="off" value="1"><button id="b">OK</button>`);
    expect(sent?.fields).toEqual([
      { name: 'to', value: 'ann' },
      { name: 'pw', value: '***', digest: expect.stringMatching(/^[0-9a-f]{64}$/u) as string },
      { name: 'all', value: 'on' },
      { name: 's', value: 'One (1)', digest: expect.any(String) as string },
      { name: 'csrf_token', value: '…', digest: expect.any(String) as string },
    ]);
  });
});

describe('a page that changes between the question and the click', () => {
  const CART = `<form method="post" action="/pay"><p>Total: <b id="sum">$10</b></p><input name="to" id="f" value="ann">
    <input type="hidden" name="plan" value="s"><button id="b" aria-label="Continue"><span id="t">Continue</span></button></form>`;
  it.each([
    ['the text', 't.textContent = "Pay $900"'],
    ['the amount', 'sum.textContent = "$900"'],
    ['the destination', 'document.forms[0].action = "/else"'],
    ['the method', 'document.forms[0].method = "get"'],
    ['the button’s own destination', 'b.formAction = "/else"'],
    ['what is sent', 'f.value = "mallory"'],
    ['what is sent unseen', 'document.forms[0].plan.value = "xxl"'],
    [
      'one more field',
      'document.forms[0].append(Object.assign(document.createElement("input"), { name: "tip", value: "9" }))',
    ],
    ['its form', 'b.setAttribute("form", "other")'],
  ])('%s', async (_, swap) => {
    await setup.show(CART);
    const seen = await setup.view.locate({ by: 'selector', selector: '#b' });
    await setup.view.confirm(seen);
    await setup.run(swap);
    expect((await refusal(setup.view.confirm(seen))).code).toBe('policy.changed');
  });

  it('a field may be filled, but not before anybody began', async () => {
    await setup.show(CART);
    const seen = await setup.view.locate({ by: 'selector', selector: '#f' });
    await setup.run('sum.textContent = "$900"; f.value = "bob"');
    await setup.view.confirm(seen);
    expect((await refusal(setup.view.confirm(seen, true))).code).toBe('policy.changed');
    await setup.run('t.textContent = "Pay"');
    expect((await refusal(setup.view.confirm(seen))).code).toBe('policy.changed');
  });
});

it('is cheap on a page with ten thousand fields', async () => {
  const many = Array.from({ length: 10_000 }, (_, i) => `<p>$${String(i)} <input name="f${String(i)}"></p>`).join('');
  await setup.show(`<form method="post">${many}<button id="b">OK</button></form>`);
  const seen = await setup.view.locate({ by: 'selector', selector: '#b' });
  const times: number[] = [];
  for (let i = 0; i < 8; i++) {
    const start = performance.now();
    await setup.view.confirm(seen);
    times.push(performance.now() - start);
  }
  // The quickest: others may use the machine meanwhile. Reading every field would take seconds.
  expect(Math.min(...times)).toBeLessThan(250);
  expect(seen.facts.form?.fields).toHaveLength(30);
  expect(seen.facts.form?.moreFields).toBe(9_970);
});

describe('what stands around a control that only says yes', () => {
  it.each([
    [
      'a dialog',
      '<div role="dialog" aria-label="Sure?"><h2>Delete repository</h2><p>This cannot be undone.</p><button>Cancel</button><button id="b">Confirm</button></div>',
      { says: 'Sure? Delete repository. This cannot be undone.' },
    ],
    [
      'a dialog with money in it',
      '<dialog open><p>Transfer to Bob</p><p>Fee 1.00 €</p><p>Total 501.00 €</p><button id="b">OK</button></dialog>',
      { says: 'Transfer to Bob. Fee 1.00 €. Total 501.00 €.', amount: '501.00 €' },
    ],
    [
      'a form with its heading',
      '<main><h1>Delete your account</h1><form method="post"><label>Reason <input></label><button id="b">Confirm</button></form></main>',
      { says: 'Delete your account.' },
    ],
    [
      'not what nobody sees',
      '<dialog open><p>Show more?</p><p style="display:none">Delete</p><button id="b">OK</button></dialog>',
      { says: 'Show more?' },
    ],
    [
      'not a text without end',
      `<dialog open><h2>Terms</h2><p>${'Delete this and that. '.repeat(40)}</p><button id="b">OK</button></dialog>`,
      { says: 'Terms' },
    ],
    [
      'a total where one pays with a card',
      '<div><p>Total: $49.00</p><input autocomplete="cc-number"><button id="b" type="button">Continue</button></div>',
      { amount: '$49.00' },
    ],
    ['nothing elsewhere', '<div><p>Total: $49.00</p><button id="b" type="button">Continue</button></div>', undefined],
    ['nothing for a link', '<dialog open><p>Delete?</p><a id="b" href="/x">OK</a></dialog>', undefined],
  ])('%s', async (_, body, around) => {
    expect((await facts(body)).around).toEqual(around);
  });

  it.each(['Pay within 9:59?|Pay within 9:58?', 'Delete it? Closes in 30 s|Delete it? Closes in 29 s'])(
    'does not change by a clock: %s',
    async (texts) => {
      const [before = '', after = ''] = texts.split('|');
      await setup.show(`<dialog open><p id="t">${before}</p><button id="b">OK</button></dialog>`);
      const seen = await setup.view.locate({ by: 'selector', selector: '#b' });
      await setup.run(`document.querySelector('#t').textContent = '${after}'`);
      await setup.view.confirm(seen);
      expect(seen.facts.around?.says).toContain('…');
    },
  );

  it('is bound: another text is another question', async () => {
    await setup.show('<dialog open><p id="t">Archive it?</p><button id="b">OK</button></dialog>');
    const seen = await setup.view.locate({ by: 'selector', selector: '#b' });
    await setup.run(`document.querySelector('#t').textContent = 'Delete it?'`);
    expect((await refusal(setup.view.confirm(seen))).code).toBe('policy.changed');
  });
});
