import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSnapshotSetup, refusal, type SnapshotSetup } from './snapshot-setup.js';

let setup: SnapshotSetup;
beforeAll(async () => {
  setup = await openSnapshotSetup();
});
afterAll(async () => {
  await setup.close();
});

const read = async (options: Partial<Parameters<SnapshotSetup['view']['reader']['read']>[0]> = {}): Promise<string> =>
  (await setup.view.reader.read({ format: 'markdown', ...options })).text;
const card = (tag: string, i: number, attributes = ''): string =>
  `<${tag} ${attributes} style="display:block;cursor:pointer;border:1px solid"><h3>Kettle number ${i}</h3><p>${'A fine kettle of steel that boils water in a minute and stays warm. '.repeat(2)}</p><span>Price ${i}49.00</span> <span>In stock: ${i}</span></${tag}>`;

describe('a long text in something clickable', () => {
  it.each([
    ['a clickable', 'div', 'onclick="1"'],
    ['a link', 'a', 'href="/x"'],
    ['a button', 'div', 'role="button" tabindex="0"'],
  ])('gives %s a short name, and stands below it', async (_, tag, attributes) => {
    await setup.show([1, 2, 3, 4].map((i) => card(tag, i, attributes)).join(''));
    const text = await setup.snapshot();
    for (const i of [1, 2, 3, 4]) {
      expect(text).toMatch(new RegExp(`"Kettle number ${i}" \\[ref=e\\d+\\]$`, 'mu'));
      expect(text).toContain(`Price ${i}49.00`);
      expect(await read()).toContain(`Price ${i}49.00`);
      expect((await setup.view.reader.searchText(`Price ${i}49.00`, true, 3)).text).toMatch(/^1 found/u);
      expect((await setup.view.reader.find(`In stock: ${i}`, 3)).text).not.toMatch(/^0 found/u);
    }
    expect(text.match(/Kettle number 1/gu)).toHaveLength(1);
    const seen = await setup.view.locate({ by: 'ref', ref: await setup.refOf('Kettle number 2') });
    expect(seen.facts.name).toBe('Kettle number 2');
    expect(`${seen.facts.name} ${seen.facts.shown ?? ''}`).toContain('Price 249.00');
  });

  it('is not lost when it is one line, or a terminal', async () => {
    const lines = Array.from({ length: 30 }, (_, i) => `<div>file-${i}.txt</div>`).join('');
    await setup.show(`<div onclick="1" style="cursor:pointer">${lines}</div><a href="/x">${'word '.repeat(80)}end</a>`);
    const text = await setup.snapshot();
    expect(text).toContain('file-29.txt');
    expect((await setup.view.reader.find('file-29.txt', 3)).text).not.toMatch(/^0 found/u);
    expect((await setup.view.reader.searchText('word end', true, 3)).text).toMatch(/^1 found/u);
    expect(await read()).toContain('word end');
  });

  it('short texts stay names, without lines below', async () => {
    await setup.show('<div onclick="1"><b>Ann</b> <span>wrote to you</span></div><button>Save</button>');
    expect(await setup.snapshot()).toMatch(
      /- clickable "Ann wrote to you" \[ref=e\d+\]\n- button "Save" \[ref=e\d+\]$/u,
    );
  });
});

describe('a cut says how much is behind it', () => {
  it('in texts, names and values', async () => {
    await setup.show(
      `<p>${'Long words here. '.repeat(40)}</p><textarea aria-label="Notes">${'x y '.repeat(300)}</textarea><h2>${'Heading words '.repeat(20)}</h2>`,
    );
    const text = await setup.snapshot();
    expect(text.match(/\[\+\d+ characters\]/gu)).toHaveLength(3);
    expect(text).toContain('browser_read');
    await setup.show('<p>Short</p>');
    expect(await setup.snapshot()).not.toContain('browser_read');
  });

  it('a value of any length is read by its ref, page by page, in whole words', async () => {
    const words = Array.from({ length: 3_000 }, (_, i) => `word${i}`).join(' ');
    await setup.show(`<textarea aria-label="Notes">first line\n${words}\nlast line</textarea>`);
    const ref = await setup.refOf('Notes');
    let [all, cursor]: [string, string | undefined] = ['', undefined];
    for (let i = 0; i < 60; i += 1) {
      const page: string = await read({ ref, maxTokens: 1_000, ...(cursor === undefined ? {} : { cursor }) });
      expect(encode(page).length).toBeLessThanOrEqual(1_000);
      all += `${page}\n`;
      cursor = /\[cursor=([^\]]+)\]$/u.exec(page)?.[1];
      if (cursor === undefined) break;
    }
    for (let i = 0; i < 3_000; i += 1) expect(all).toMatch(new RegExp(`\\bword${i}\\b`, 'u'));
    expect(all).toContain('first line');
    expect(all).toContain('last line');
    // A page is filled before the next one begins: also the first, with a line before the long one.
    expect(encode(await read({ ref, maxTokens: 1_000 })).length).toBeGreaterThan(600);
    expect((await setup.view.reader.searchText('word2999', true, 3)).text).toMatch(/^1 found/u);
    expect((await setup.view.reader.inspect(await setup.view.locate({ by: 'ref', ref }))).text).toMatch(
      /\+\d+ characters: browser_read ref=e\d+/u,
    );
  });

  it('a cursor cannot begin inside a word', async () => {
    await setup.show(`<p id="p">${'abcdefghij '.repeat(2_000)}</p>`);
    const page = await read({ maxTokens: 300, cursor: '0.1504' });
    expect(page).toMatch(/\n…abcdefghij /u);
  });

  it('a text longer than any other is read to its end', async () => {
    await setup.show(`<pre>${Array.from({ length: 6_000 }, (_, i) => `line ${i}`).join('\n')}</pre>`);
    expect((await setup.view.reader.searchText('line 5999', true, 3)).text).toMatch(/^1 found/u);
    const page = await read({ maxTokens: 50_000 });
    expect(page).toContain('line 5999');
  });

  it('the options of a long list are found and read', async () => {
    await setup.show(
      `<select aria-label="Country">${Array.from({ length: 200 }, (_, i) => `<option>Land ${i}</option>`).join('')}</select>`,
    );
    expect(await setup.snapshot()).toContain('… 188 more');
    expect(await read({ ref: await setup.refOf('Country') })).toContain('Land 199');
  });
});

describe('fields say what they are', () => {
  it('password, filled, multiline', async () => {
    await setup.show(
      '<input type="password" aria-label="Key"><input type="password" aria-label="Again" value="abcdef"><textarea aria-label="Text"></textarea><input aria-label="Line">',
    );
    const text = await setup.snapshot();
    expect(text).toMatch(/textbox "Key" \[ref=e\d+\] \[password\]$/mu);
    expect(text).toMatch(/textbox "Again" \[ref=e\d+\] \[password\] \[filled\]$/mu);
    expect(text).toMatch(/textbox "Text" \[ref=e\d+\] \[multiline\]$/mu);
    expect(text).toMatch(/textbox "Line" \[ref=e\d+\]$/mu);
    expect(text).not.toContain('abcdef');
  });
});

const OVERLAY = `const d = document.createElement('div'); d.id = 'over'; d.style = 'position:fixed;inset:0;background:#fff'; d.textContent = 'Wait'; document.body.append(d);`;

describe('names and refs do not depend on what lies above', () => {
  it('of clickables, links and buttons', async () => {
    await setup.show(
      '<div onclick="1" style="cursor:pointer">Alpha dish</div><div onclick="1" style="cursor:pointer">Beta dish</div><a href="/g">Gamma dish</a><button>Delta dish</button>',
    );
    const names = ['Alpha', 'Beta', 'Gamma', 'Delta'];
    const refs = await Promise.all(names.map((name) => setup.refOf(`"${name} dish"`)));
    await setup.run(OVERLAY);
    const covered = await setup.snapshot();
    for (const [i, name] of names.entries()) {
      expect(covered).toMatch(new RegExp(`"${name} dish" \\[ref=${refs[i] ?? ''}\\].*\\[covered\\]`, 'u'));
      expect((await setup.view.locate({ by: 'ref', ref: refs[i] ?? '' })).facts.name).toBe(`${name} dish`);
    }
    await setup.run(`document.querySelector('#over').remove()`);
    const after = await setup.snapshot();
    for (const [i, name] of names.entries())
      expect(after).toMatch(new RegExp(`"${name} dish" \\[ref=${refs[i] ?? ''}\\]$`, 'mu'));
  });

  it('of what holds controls, of signs and of icons', async () => {
    await setup.show(
      '<div onclick="1">Dish one <b onclick="1">+</b></div><button>×</button><a href="/cart"><svg width="20" height="20"><use href="#cart"/></svg></a>',
    );
    const lines = ['clickable "Dish one"', 'clickable "+"', 'button "×"', 'link'];
    const refs = await Promise.all(lines.map((line) => setup.refOf(line)));
    await setup.run(OVERLAY);
    const covered = (await setup.snapshot()).split('\n');
    for (const ref of refs) expect(covered.find((line) => line.includes(`[ref=${ref}]`))).toContain('[covered]');
    await setup.run(`document.querySelector('#over').remove()`);
    expect(await setup.snapshot()).not.toContain('[covered]');
  });

  it('of a terminal with a field that nobody sees, by ref, selector and snapshot alike', async () => {
    await setup.show(
      '<div id="t" onclick="1" style="height:200px">$ <textarea style="opacity:0;position:absolute;width:1px;height:1px"></textarea></div>',
    );
    const ref = await setup.refOf('clickable');
    expect((await setup.view.locate({ by: 'selector', selector: '#t' })).facts.ref).toBe(ref);
    expect(await setup.refOf('clickable')).toBe(ref);
  });

  it('of cards with long texts', async () => {
    await setup.show([1, 2].map((i) => card('div', i, 'onclick="1"')).join(''));
    const ref = await setup.refOf('Kettle number 2');
    await setup.run(OVERLAY);
    expect(await setup.refOf('Kettle number 2')).toBe(ref);
    expect(await setup.snapshot()).not.toContain('Price 249.00');
  });
});

describe('a refused ref', () => {
  const ROWS = ['Ann', 'Bob'].map((name) => `<li><span>${name}</span> <b>1</b> <button>Delete</button></li>`).join('');

  it('offers no twin of another row', async () => {
    await setup.show(`<ul>${ROWS}${ROWS}</ul>`);
    const lines = (await setup.snapshot()).split('\n').filter((line) => line.includes('button "Delete"'));
    const ref = /\[ref=(e\d+)\]/u.exec(lines[1] ?? '')?.[1] ?? '';
    await setup.run(`document.querySelectorAll('li')[1].remove()`);
    const refused = await refusal(setup.view.locate({ by: 'ref', ref }));
    expect(refused.hint).not.toContain('candidate');
    expect(refused.hint).toContain('take a new snapshot');
  });

  it('is none when only a count in its row, or case and dots of its name changed', async () => {
    await setup.show(`<ul>${ROWS}</ul><button id="s">Save</button>`);
    const ref = await setup.refOf('button "Delete"');
    const save = await setup.refOf('button "Save"');
    await setup.run(
      `document.querySelector('li b').textContent = '2'; document.querySelector('#s').textContent = 'SAVE…';`,
    );
    expect((await setup.view.locate({ by: 'ref', ref })).facts.name).toBe('Delete');
    expect((await setup.view.locate({ by: 'ref', ref: save })).facts.name).toBe('SAVE…');
    await setup.run(`document.querySelector('#s').textContent = 'Save 2'`);
    expect((await refusal(setup.view.locate({ by: 'ref', ref: save }))).code).toBe('browser.stale-ref');
  });
});
