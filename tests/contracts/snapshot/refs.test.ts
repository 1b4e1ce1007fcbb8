import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSnapshotSetup, refusal, type SnapshotSetup } from './snapshot-setup.js';

let setup: SnapshotSetup;
beforeAll(async () => {
  setup = await openSnapshotSetup();
});
afterAll(async () => {
  await setup.close();
});

const byRef = (ref: string) => setup.view.locate({ by: 'ref', ref });
const ROWS = ['Ann', 'Bob', 'Cid'].map((name) => `<li><span>${name}</span> <button>Delete</button></li>`).join('');

/** The ref of the button in the row of this name. */
async function deleteRef(name: string): Promise<string> {
  const lines = (await setup.snapshot()).split('\n');
  const at = lines.findIndex((line) => line.includes(name));
  const ref = /\[ref=(e\d+)\]/u.exec(lines.slice(at).find((line) => line.includes('button "Delete"')) ?? '')?.[1];
  if (ref === undefined) throw new Error(`no button for ${name}`);
  return ref;
}

describe('a ref still means its element', () => {
  it('after something was inserted before it', async () => {
    await setup.show(`<ul>${ROWS}</ul>`);
    const bob = await deleteRef('Bob');
    await setup.run(`
      document
        .querySelector('ul')
        .insertAdjacentHTML('afterbegin', '<li><span>Zoe</span> <button>Delete</button></li>');
    `);
    const seen = await byRef(bob);
    expect(await rowOf(seen.node)).toBe('Bob');
  });

  it('after the rows were sorted', async () => {
    await setup.show(`<ul>${ROWS}</ul>`);
    const ann = await deleteRef('Ann');
    await setup.run(`
      const list = document.querySelector('ul');
      for (const row of [...list.children].reverse()) list.append(row);
    `);
    const seen = await byRef(ann);
    expect(await rowOf(seen.node)).toBe('Ann');
    expect(await deleteRef('Ann')).toBe(ann);
  });

  it('after unrelated changes, with the same number', async () => {
    await setup.show('<p id="clock">12:00</p><button>Save</button>');
    const save = await setup.refOf('button "Save"');
    await setup.run(`document.querySelector('#clock').textContent = '12:01'`);
    expect(await setup.refOf('button "Save"')).toBe(save);
    expect((await byRef(save)).facts.name).toBe('Save');
  });
});

describe('a ref is refused', () => {
  it('when its node was replaced by a twin', async () => {
    await setup.show('<div id="d"><button>Save</button></div>');
    const save = await setup.refOf('button "Save"');
    await setup.run(`document.querySelector('#d').innerHTML = '<button>Save</button>'`);
    const refused = await refusal(byRef(save));
    expect(refused.code).toBe('browser.stale-ref');
    const candidate = /nearest candidate: (e\d+)$/u.exec(refused.hint ?? '')?.[1];
    expect(candidate).toBeDefined();
    expect(candidate).not.toBe(save);
    expect((await byRef(candidate ?? '')).facts.name).toBe('Save');
  });

  it('when it was renamed, and the hint holds no page text', async () => {
    await setup.show('<button>Save</button>');
    const save = await setup.refOf('button "Save"');
    await setup.run(`document.querySelector('button').textContent = 'Delete everything'`);
    const refused = await refusal(byRef(save));
    expect(refused.code).toBe('browser.stale-ref');
    expect(refused.hint).not.toContain('Delete');
    expect(refused.detail?.text).toContain('Delete everything');
    expect(await setup.refOf('Delete everything')).not.toBe(save);
  });

  it('when its role changed', async () => {
    await setup.show('<div role="button" tabindex="0">Go</div>');
    const go = await setup.refOf('button "Go"');
    await setup.run(`
      document.querySelector('div').setAttribute('role', 'link');
    `);
    expect((await refusal(byRef(go))).code).toBe('browser.stale-ref');
  });

  it('when it was moved into another row', async () => {
    await setup.show(`<ul>${ROWS}</ul>`);
    const ann = await deleteRef('Ann');
    await setup.run(`
      const [first, second] = document.querySelectorAll('li');
      const [one, two] = document.querySelectorAll('button');
      first.append(two);
      second.append(one);
    `);
    expect((await refusal(byRef(ann))).hint).toContain('another row');
  });

  it('when a list recycled its nodes for other rows', async () => {
    await setup.show(`<ul>${ROWS}</ul>`);
    const bob = await deleteRef('Bob');
    await setup.run(`
      document.querySelectorAll('li span').forEach((cell, i) => (cell.textContent = ['Xia', 'Yan', 'Zed'][i] ?? ''));
    `);
    expect((await refusal(byRef(bob))).code).toBe('browser.stale-ref');
    expect(await deleteRef('Yan')).not.toBe(bob);
  });

  it('when its page was left, whatever the new one holds', async () => {
    await setup.show('<button>Save</button>');
    const save = await setup.refOf('button "Save"');
    await setup.show('<button>Save</button>');
    expect((await refusal(byRef(save))).code).toBe('browser.stale-ref');
    expect(await setup.refOf('button "Save"')).not.toBe(save);
  });

  it('when it was removed, or never given out', async () => {
    await setup.show('<button>Save</button><p>x</p>');
    const save = await setup.refOf('button "Save"');
    await setup.run(`
      document.querySelector('button').remove();
    `);
    const refused = await refusal(byRef(save));
    expect(refused.code).toBe('browser.stale-ref');
    expect(refused.hint).not.toContain('candidate');
    expect((await refusal(byRef('e99999'))).code).toBe('browser.stale-ref');
  });
});

describe('finding without a ref', () => {
  it('takes the field to fill where a button has the same name, and refuses two fields', async () => {
    const search = { by: 'role', name: 'Search' } as const;
    await setup.show('<form><input type="search" aria-label="Search"><button>Search</button></form>');
    expect((await setup.view.locate(search, { types: true })).facts.role).toBe('searchbox');
    expect((await setup.view.locate({ by: 'text', text: 'Search' }, { types: true })).facts.role).toBe('searchbox');
    expect((await refusal(setup.view.locate(search, {}))).code).toBe('browser.ambiguous');
    await setup.show('<input aria-label="Search"><input type="checkbox" aria-label="Search"><button>Search</button>');
    expect((await refusal(setup.view.locate(search, { types: true }))).code).toBe('browser.ambiguous');
    await setup.show('<button>Search</button><a href="/">Search</a>');
    expect((await refusal(setup.view.locate(search, { types: true }))).code).toBe('browser.ambiguous');
  });

  it('refuses twins with their refs, and takes an index', async () => {
    await setup.show(`<ul>${ROWS}</ul>`);
    const refused = await refusal(setup.view.locate({ by: 'role', role: 'button', name: 'Delete' }));
    expect(refused.code).toBe('browser.ambiguous');
    expect(refused.hint).toMatch(/^3 fit: e\d+, e\d+, e\d+$/u);
    const second = await setup.view.locate({ by: 'role', role: 'button', name: 'Delete', index: 1 });
    expect(await rowOf(second.node)).toBe('Bob');
    expect((await refusal(setup.view.locate({ by: 'role', role: 'button', name: 'Delete', index: 3 }))).code).toBe(
      'browser.no-match',
    );
  });

  it('prefers the exact name, then any case, then a part', async () => {
    await setup.show('<button>Save</button><button>save</button><button>Save as</button><button>Print page</button>');
    expect((await setup.view.locate({ by: 'role', name: 'Save' })).facts.name).toBe('Save');
    expect((await setup.view.locate({ by: 'role', role: 'button', name: 'SAVE AS' })).facts.name).toBe('Save as');
    expect((await setup.view.locate({ by: 'role', name: 'print' })).facts.name).toBe('Print page');
  });

  it('never takes an invisible twin for the visible one', async () => {
    await setup.show('<button style="opacity:0">Next</button><button>Next</button>');
    const seen = await setup.view.locate({ by: 'role', role: 'button', name: 'Next' });
    expect((await setup.view.locate({ by: 'selector', selector: 'button:last-of-type' })).node).toBe(seen.node);
  });

  it('goes by selector, name and place', async () => {
    await setup.show(
      '<button id="b" style="position:absolute;left:50px;top:60px;width:80px;height:30px">Here</button>',
    );
    const seen = await setup.view.locate({ by: 'selector', selector: '#b' });
    expect((await setup.view.locate({ by: 'coords', x: 70, y: 70 })).facts.ref).toBe(seen.facts.ref);
    setup.refs.name('the button', seen.facts.ref);
    expect((await setup.view.locate({ by: 'named', named: 'the button' })).facts.ref).toBe(seen.facts.ref);
    expect(setup.refs.names()).toContainEqual({ name: 'the button', ref: seen.facts.ref });
    expect((await refusal(setup.view.locate({ by: 'selector', selector: '###' }))).code).toBe('call.bad-arguments');
    expect((await refusal(setup.view.locate({ by: 'selector', selector: '#none' }))).code).toBe('browser.no-match');
  });
});

describe('what was judged is what is done', () => {
  it.each([
    ['its name', "document.querySelector('button').textContent = 'Other'"],
    ['its form’s action', "document.querySelector('form').action = '/other'"],
    ['its own action', "document.querySelector('button').setAttribute('formaction', '/other')"],
    ['its form’s method', "document.querySelector('form').method = 'get'"],
    ['whether it is enabled', "document.querySelector('button').disabled = true"],
    ['its type', "document.querySelector('button').type = 'reset'"],
  ])('confirm refuses when %s changed', async (_, change) => {
    await setup.show('<form action="/pay" method="post"><button>Pay</button></form>');
    const seen = await setup.view.locate({ by: 'role', role: 'button', name: 'Pay' });
    await setup.view.confirm(seen);
    await setup.run(change);
    expect((await refusal(setup.view.confirm(seen))).code).toBe('policy.changed');
  });

  it('confirm refuses when the element is gone', async () => {
    await setup.show('<button>Pay</button>');
    const seen = await setup.view.locate({ by: 'role', role: 'button', name: 'Pay' });
    await setup.show('<button>Pay</button>');
    expect((await refusal(setup.view.confirm(seen))).code).toBe('browser.stale-ref');
  });

  it('facts are the element’s own', async () => {
    await setup.show(
      '<form action="/pay?x=1#y" method="post"><input type="password"><button name="b">Pay</button></form><a href="/go">Go</a>',
    );
    const pay = await setup.view.locate({ by: 'role', role: 'button', name: 'Pay' });
    expect(pay.facts).toMatchObject({
      role: 'button',
      name: 'Pay',
      tag: 'button',
      type: 'submit',
      disabled: false,
      editable: false,
      frameOrigin: setup.site.origin,
      form: { method: 'post', action: `${setup.site.origin}/pay`, hasPassword: true },
    });
    const go = await setup.view.locate({ by: 'role', role: 'link', name: 'Go' });
    expect(go.facts.href).toBe(`${setup.site.origin}/go`);
    const field = await setup.view.locate({ by: 'selector', selector: 'input' });
    expect(field.facts).toMatchObject({ editable: true, sensitive: 'password', type: 'password' });
  });
});

/** The name in the row of the button that the view calls by this number, seen from the page’s own side. */
async function rowOf(node: number): Promise<string> {
  const buttons = await setup.page.locator('li').all();
  for (const row of buttons) {
    const box = await row.locator('button').boundingBox();
    if (box === null) continue;
    const at = await setup.view.locate({ by: 'coords', x: box.x + box.width / 2, y: box.y + box.height / 2 });
    if (at.node === node) return (await row.locator('span').textContent()) ?? '';
  }
  return '';
}
