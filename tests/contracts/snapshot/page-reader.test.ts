import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isShown } from '../../../src/browser/dom/is-shown.js';
import { openSnapshotSetup, type SnapshotSetup } from './snapshot-setup.js';

let setup: SnapshotSetup;
beforeAll(async () => {
  setup = await openSnapshotSetup();
});
afterAll(async () => {
  await setup.close();
});

const LIMITS = { maxTokens: 200, maxRemoved: 2 };

const PAGE = `<nav><a href="/home">Home</a></nav><main><h1>Kettles</h1><p>Our <b>blue</b> kettle has <a href="/terms">terms</a>.</p><p>Second paragraph with enough words to be the main content of this page, and some more.</p>
<ul><li>One</li><li>Two <a href="/two">link</a></li></ul><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table><img alt="A kettle" width="50" height="50" src="data:,"><button>Buy</button></main><footer>Imprint</footer>`;

describe('reading', () => {
  it('markdown of the main content, with refs for links', async () => {
    await setup.show(PAGE);
    const text = (await setup.view.reader.read({ format: 'markdown' })).text.replace(/\(e\d+\)/gu, '(REF)');
    const [, ...blocks] = text.split('\n');
    expect(blocks).toEqual([
      '# Kettles',
      'Our blue kettle has [terms](REF).',
      'Second paragraph with enough words to be the main content of this page, and some more.',
      '- One',
      '- Two [link](REF)',
      '| A | B |',
      '| 1 | 2 |',
      expect.stringContaining('[button: Buy](REF)'),
    ]);
  });

  it('loses no sentence: beside the main content, in captions, headers and layout tables', async () => {
    const main = `<main><h1>Story</h1><p>${'The main text goes on for a while. '.repeat(10)}</p>
      <table><caption>Towns by size</caption><tr><th>Town <a href="/s">source</a> of the count</th><td>9</td></tr></table></main>`;
    await setup.show(
      `<nav><a href="/1">Home</a> <a href="/2">Sent</a></nav>${main}<div>The shop is closed on Sundays and in May.</div>
      <footer><p>No part of this may be printed without a letter.</p><a href="/3">Terms</a></footer>
      <table><tr><td><h2>Left</h2><p>First paragraph of it.</p></td><td><p>Another one on the right side.</p></td></tr></table>`,
    );
    const { text } = await setup.view.reader.read({ format: 'markdown' });
    const [content = '', beside = ''] = text.split('(beside the main content)');
    expect(content).toContain('Towns by size');
    expect(content).toMatch(/\| Town \[source\]\(e\d+\) of the count \| 9 \|/u);
    expect(content).not.toContain('Sundays');
    expect(beside).toContain('The shop is closed on Sundays and in May.');
    expect(beside).toContain('No part of this may be printed without a letter.');
    expect(beside).toMatch(/^Another one on the right side\.$/mu);
    expect(text).not.toMatch(/Home|Sent|Terms/u);
  });

  it('writes cells with headings and paragraphs as what they are', async () => {
    await setup.show(
      '<table><tr><td><h2>Left</h2><p>One.</p><p>Two.</p></td><td><ul><li>Three</li></ul></td></tr><tr><td>Plain</td><td>row</td></tr></table>',
    );
    const { text } = await setup.view.reader.read({ format: 'markdown' });
    expect(text.split('\n').slice(1)).toEqual(['## Left', 'One.', 'Two.', '- Three', '| Plain | row |']);
  });

  it('a tree for programs', async () => {
    await setup.show(PAGE);
    const tree = JSON.parse((await setup.view.reader.read({ format: 'tree' })).text) as {
      children: { role: string }[];
      interactive_elements: { ref: string; role: string; name: string }[];
    };
    expect(tree.children.map(({ role }) => role)).toEqual(['navigation', 'main', 'contentinfo']);
    expect(tree.interactive_elements.map(({ name }) => name)).toEqual(['Home', 'terms', 'link', 'Buy']);
    expect(tree.interactive_elements.every(({ ref }) => /^e\d+$/u.test(ref))).toBe(true);
  });

  it('finds by name, text, hint and address, best first', async () => {
    await setup.show(
      '<h2>Save your work</h2><button>Save</button><button>Save as draft</button><a href="/saved-items">Things</a><p>Nothing to save here</p><button title="x"><i class="icon-save" style="display:inline-block;width:9px;height:9px"></i></button>',
    );
    const [head, ...lines] = (await setup.view.reader.find('save', 10)).text.split('\n');
    expect(head).toMatch(/^[45] found/u);
    expect(lines[0]).toMatch(/button "Save" \[ref=e\d+\]/u);
    expect(lines.join('\n')).toContain('link "Things"');
    expect((await setup.view.reader.find('draft save', 10)).text).toContain('Save as draft');
    expect((await setup.view.reader.find('nothing like this', 10)).text).toMatch(/^0 found/u);
  });

  it('find says what an icon shows, and gives the text where no element has the words', async () => {
    await setup.show(
      '<span onclick="1" style="cursor:pointer"><i class="icon-trash" style="display:inline-block;width:9px;height:9px"></i></span><p><b>Ice</b> cream <i>sundae</i> with nuts</p>',
    );
    expect((await setup.view.reader.find('trash', 5)).text).toMatch(/clickable "" \[ref=e\d+\] \[like="[^"]*trash"\]/u);
    const { text } = await setup.view.reader.find('cream sundae with', 5);
    expect(text).toMatch(/^0 elements found; as text:\n- "[^"]*Ice cream sundae with nuts"/u);
  });

  it('find also has what a closed menu keeps, later and marked, and forgives a word of a long sentence', async () => {
    await setup.show(`<nav><div style="display:none"><a href="/bin">Empty the paper bin</a></div></nav>
      <button>Empty the paper basket</button><p style="display:none">paper that nobody sees</p>
      <button>Show me every invoice of the last quarter</button>`);
    const found = (await setup.view.reader.find('empty the paper', 10)).text.split('\n');
    const at = (text: string) => found.findIndex((line) => line.includes(text));
    expect(at('basket')).toBeGreaterThan(0);
    expect(at('bin')).toBeGreaterThan(at('basket'));
    expect(found[at('bin')]).toContain('hidden');
    expect(found.join()).not.toContain('nobody sees');
    const forgiven = await setup.view.reader.find('show me all invoice of the last quarter', 5);
    expect(forgiven.text).toContain('every invoice');
    expect((await setup.view.reader.find('show invoice cats dogs', 5)).text).toMatch(/^0 found/u);
  });

  it('searches text, exact or not, and says where', async () => {
    await setup.show('<h1>One</h1><p>The Blue kettle</p><p>A blue pan</p><main><p>deep blue</p></main>');
    expect((await setup.view.reader.searchText('blue', false, 10)).text).toMatch(/^3 found/u);
    expect((await setup.view.reader.searchText('Blue', true, 10)).text).toMatch(/^1 found/u);
    expect((await setup.view.reader.searchText('blue', false, 1)).text).toMatch(
      /^3 found, first 1\n- "The Blue kettle"$/u,
    );
  });

  it('inspects one element', async () => {
    await setup.show('<a id="a" href="/x?token=1#frag" class="c" data-token="t0ken">Go</a>');
    const { text } = await setup.view.reader.inspect(await setup.view.locate({ by: 'selector', selector: '#a' }));
    expect(text).toContain('link "Go"');
    expect(text).toContain('class="c"');
    expect(text).not.toContain('t0ken');
    expect(text).not.toContain('#frag');
  });

  it('shows marks of what is in the viewport, with boxes', async () => {
    await setup.show(
      '<button style="position:absolute;left:10px;top:20px;width:80px;height:30px">In</button><button style="position:absolute;top:3000px">Out</button>',
    );
    const marks = await setup.view.marks();
    expect(marks).toHaveLength(1);
    expect(marks[0]).toMatchObject({ role: 'button', name: 'In', x: 10, y: 20, width: 80, height: 30 });
    expect(await setup.snapshot()).toContain(`button "In" [ref=${marks[0]?.ref ?? ''}]`);
  });

  it('says what an action changed', async () => {
    await setup.show('<p id="p">Empty</p><button>Add</button><button id="x">Other</button>');
    const mark = await setup.view.reader.mark();
    await setup.run(`
      document.querySelector('#p').textContent = '1 item';
      document.querySelector('#x').remove();
      document.body.insertAdjacentHTML('beforeend', '<div role="alert">Added</div>');
    `);
    const { appeared, removed } = await setup.view.reader.changesSince(mark, LIMITS);
    expect(appeared.join('\n')).toContain('"1 item"');
    expect(appeared.join('\n')).toContain('Added');
    expect(removed.join('\n')).toContain('button "Other"');
    expect(removed.join('\n')).toContain('"Empty"');
    expect((await setup.view.reader.changesSince(await setup.view.reader.mark(), LIMITS)).appeared).toEqual([]);
  });

  it('says what it cut, keeps the order, and finds new click handlers', async () => {
    await setup.show('<div id="list"><p>Old 1</p><p>Old 2</p><p>Old 3</p></div>');
    const mark = await setup.view.reader.mark();
    await setup.run(`
      const list = document.querySelector('#list');
      list.innerHTML = '<ul>' + Array.from({ length: 60 }, (_, i) => '<li><b>Item ' + i + '</b><i class="bin">x</i></li>').join('') + '</ul>';
      for (const bin of list.querySelectorAll('.bin')) bin.addEventListener('click', () => undefined);
    `);
    const { appeared, removed, more } = await setup.view.reader.changesSince(mark, LIMITS);
    expect(removed).toHaveLength(2);
    expect(more.removed).toBe(1);
    expect(more.appeared).toBeGreaterThan(30);
    expect(appeared.join('\n')).toMatch(/list[^]*Item 0[^]*\[ref=e\d+\][^]*Item 1/u);
    expect(appeared.join('\n')).toMatch(/\n {2}/u);
  });

  it('takes the focus for no change', async () => {
    await setup.show('<button id="a">A</button><button id="b">B</button><input id="c" aria-label="C">');
    await setup.run(`document.querySelector('#a').focus()`);
    const mark = await setup.view.reader.mark();
    await setup.view.reader.snapshot({});
    await setup.run(`document.querySelector('#b').focus()`);
    expect(await setup.view.reader.changesSince(mark, LIMITS)).toMatchObject({
      appeared: [],
      changed: [],
      removed: [],
    });
    expect((await setup.view.reader.snapshot({ mode: 'diff' })).text).toBe('');
    await setup.run(`document.querySelector('#c').value = 'typed'; document.querySelector('#c').focus()`);
    const { appeared, changed } = await setup.view.reader.changesSince(mark, LIMITS);
    expect([appeared, changed]).toEqual([[], [expect.stringContaining('textbox "C"')]]);
  });

  it('gives tree and markdown in one answer, page by page', async () => {
    const items = Array.from({ length: 60 }, (_, i) => `<p>Paragraph ${String(i)} of some length.</p>`).join('');
    await setup.show(`<h1>Head</h1><textarea aria-label="Bio">x</textarea><input aria-label="Name">
      <div contenteditable role="textbox" aria-label="Note">n</div><button>Save</button>${items}`);
    const read = async (cursor?: string) =>
      JSON.parse(
        (await setup.view.reader.read({ format: 'both', maxTokens: 800, ...(cursor === undefined ? {} : { cursor }) }))
          .text,
      ) as { [key: string]: unknown; text_content: string; cursor?: string };
    const first = await read();
    expect(first).toMatchObject({ role: 'RootWebArea', name: 'Test', url: expect.stringContaining(':') as string });
    expect(first['interactive_elements']).toContainEqual(expect.objectContaining({ role: 'button', name: 'Save' }));
    const tree = JSON.stringify(first['children']);
    expect(tree).toMatch(/"name":"Bio"[^}]*"multiline":true/u);
    expect(tree).toMatch(/"name":"Note"[^}]*"multiline":true/u);
    expect(tree).not.toMatch(/"name":"Name"[^}]*"multiline"/u);
    expect(first.text_content).toContain('# Head');
    let [pages, texts, trees] = [1, first.text_content, tree];
    for (let { cursor } = first; cursor !== undefined && pages < 30; pages += 1) {
      const next = await read(cursor);
      texts += next.text_content;
      trees += JSON.stringify(next['children']);
      cursor = next.cursor;
    }
    expect(pages).toBeGreaterThan(1);
    for (let i = 0; i < 60; i += 1) {
      expect(texts.split(`Paragraph ${String(i)} of`)).toHaveLength(2);
      expect(trees.split(`Paragraph ${String(i)} of`)).toHaveLength(2);
    }
  });

  it('knows whether something shows', async () => {
    await setup.show('<p>Here</p><p style="opacity:0">Not here</p><button id="b">B</button>');
    expect(await isShown(setup.view, { text: 'Here' })).toBe(true);
    expect(await isShown(setup.view, { text: 'Not here' })).toBe(false);
    expect(await isShown(setup.view, { locator: { by: 'role', role: 'button', name: 'B' } })).toBe(true);
    expect(await isShown(setup.view, { locator: { by: 'selector', selector: '#none' } })).toBe(false);
    expect(await isShown(setup.view, { locator: { by: 'selector', selector: '#b' } })).toBe(true);
  });
});

describe('a dialog that is open', () => {
  const article = `<main><h1>News</h1><p>${'Long article words here. '.repeat(30)}</p></main>`;
  it.each(['<dialog id="d" open>', '<div role="dialog" aria-modal="true" aria-label="Sure?">'])(
    'is read first and whole, however short: %s',
    async (begin) => {
      const end = begin.startsWith('<dialog') ? '</dialog>' : '</div>';
      await setup.show(`${article}${begin}<p>Delete it?</p><button>Keep it</button>${end}`);
      const { text } = await setup.view.reader.read({ format: 'markdown' });
      expect(text).toContain('Delete it?');
      expect(text).toMatch(/\[button: Keep it\]\(e\d+\)/u);
      expect(text.indexOf('Delete it?')).toBeLessThan(text.indexOf('# News'));
      expect(text.match(/Delete it/gu)).toHaveLength(1);
    },
  );
});

describe('announcements for screen readers', () => {
  const unseen = 'position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)';
  it('of suggestions and of what was added are left out; other words for them stay', async () => {
    await setup.show(
      `<p>Shop</p><div role="status" style="${unseen}">5 results are available</div><div aria-live="polite" style="${unseen}"><span>Added to the basket</span></div><div role="alert" style="${unseen}">Card refused</div><span style="${unseen}">Skip the menu</span><div role="status">Saved today</div><span aria-live="assertive" style="${unseen}">Paris is focused</span>`,
    );
    const text = await setup.snapshot();
    expect(text).not.toMatch(/results are available|Added to the basket|Paris is focused/u);
    expect(text).toContain('Card refused');
    expect(text).toContain('Skip the menu');
    expect(text).toContain('Saved today');
    expect(await setup.snapshot({ hidden: true })).toContain('results are available');
  });

  it('what nobody can act on has no ref and one mark; what has the focus, or takes a file, keeps its ref', async () => {
    await setup.show(
      `<a href="#m" style="${unseen}">Skip to content</a><div style="${unseen}"><input aria-label="Proxy"></div><input type="file" aria-label="Photo" style="${unseen}"><input id="t" aria-label="Keys" style="${unseen}"><p id="m">Main</p>`,
    );
    const text = await setup.snapshot();
    expect(text).toContain('- link "Skip to content" [screen-reader]\n');
    expect(text).toMatch(/textbox "Proxy" \[screen-reader\]/u);
    expect(text).toMatch(/"Photo" \[ref=e\d+\]/u);
    await setup.run(`document.querySelector('#t').focus()`);
    expect(await setup.snapshot()).toMatch(/textbox "Keys" \[ref=e\d+\] \[focused\]/u);
    expect((await setup.view.reader.find('skip to content', 3)).text).not.toContain('[ref=]');
  });
});
