import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSnapshotSetup, type SnapshotSetup, withoutHeader } from './snapshot-setup.js';

let setup: SnapshotSetup;
beforeAll(async () => {
  setup = await openSnapshotSetup();
});
afterAll(async () => {
  await setup.close();
});

/** The body of a snapshot, refs removed. */
async function body(markup: string, head?: string): Promise<string> {
  await setup.show(markup, head);
  const [, ...lines] = (await setup.snapshot()).split('\n');
  return lines.map((line) => line.replace(/ \[ref=e\d+\]/u, '')).join('\n');
}

describe('structure', () => {
  it('leaves out what says nothing, and keeps what does', async () => {
    const text = await body(
      '<div><div><header><nav aria-label="Main"><ul><li><a href="/a">A</a></li><li><div><a href="/b">B</a></div></li></ul></nav></header><main><section><div><h2>Title</h2><p>Some <b>bold</b> text.</p></div></section></main></div></div>',
    );
    expect(text).toBe(
      [
        '- banner',
        '  - navigation "Main"',
        '    - list',
        '      - link "A"',
        '      - link "B"',
        '- main',
        '  - heading "Title" [level=2]',
        '  - text: "Some bold text."',
      ].join('\n'),
    );
  });

  it('puts a label and its control on one line', async () => {
    const text = await body(
      '<label>Name <input value="Ann"></label><label for="a">Age</label><input id="a" type="number" value="7"><label><input type="checkbox" checked> Agree</label><fieldset><legend>Size</legend><label><input type="radio" name="s"> S</label><label><input type="radio" name="s" checked> M</label></fieldset>',
    );
    expect(text.split('\n')).toEqual([
      '- textbox "Name": "Ann"',
      '- spinbutton "Age": "7"',
      '- checkbox "Agree" [checked]',
      expect.stringContaining('- group "Size"'),
      expect.stringContaining('- radio "S" [unchecked]'),
      expect.stringContaining('- radio "M" [checked]'),
    ]);
  });

  it('shows a paragraph as it is read, and its links under it', async () => {
    const text = await body('<p>See <a href="/a">the terms</a>, or <a href="/b">ask us</a>.</p>');
    expect(text).toBe('- text: "See the terms, or ask us."\n- link "the terms"\n- link "ask us"');
  });

  it('shows a table row by row', async () => {
    const text = await body(
      '<table><tr><th>Name</th><th>Price</th></tr><tr><td>Kettle</td><td>29</td></tr><tr><td>Pan</td><td><button>Buy</button></td></tr></table>',
    );
    expect(text).toContain('- row: "Kettle" | "29"');
    expect(text).toMatch(/- row: "Pan"\n +- button "Buy"/u);
  });

  it('keeps the columns of a row apart where cells hold links', async () => {
    const text = await body(
      '<table><tr><td><a href="/k">Kettle</a></td><td>29</td><td><button>Buy</button> <button>Save</button></td></tr></table>',
    );
    expect(text).toMatch(/- row: … \| "29"\n +- link "Kettle"\n +- button "Buy"\n +- button "Save"/u);
  });

  it('writes a text once, around what can be acted on in it', async () => {
    const page =
      '<p>Phone: <a href="/c">642 5550 1234</a></p><div><button>Previous</button>May 2027<button>Next</button></div>';
    expect(await body(page)).toBe(
      '- text: "Phone:"\n- link "642 5550 1234"\n- button "Previous"\n- text: "May 2027"\n- button "Next"',
    );
  });

  it('writes it whole where what is read in a link is not its name', async () => {
    const text = await body('<p>Ask <a href="/c" aria-label="The people of the shop">us</a> whenever you like to.</p>');
    expect(text).toContain('- text: "Ask us whenever you like to."');
  });

  it('keeps what a field asks for out of the sentence around it', async () => {
    await setup.show(
      '<p>Mail by Ann again <input placeholder="Reply here"> now</p><p>For <select aria-label="Guests"><option>2</select> people <button>Go</button></p>',
    );
    const text = await setup.snapshot();
    expect(text).not.toMatch(/again Reply here|For Guests/u);
    expect(text).toContain('text: "Mail by Ann again now"');
    expect(text).toContain('textbox "Reply here"');
    expect(text).toContain('combobox "Guests"');
  });

  it('does not write the name of a clickable once more below it', async () => {
    await setup.show(
      '<div onclick="1">Dish one <b onclick="1">+</b></div><div onclick="1">Dish two, hot <b onclick="1">+</b></div>',
    );
    const text = await setup.snapshot();
    expect(text.split('Dish one')).toHaveLength(2);
    expect(text.split('Dish two')).toHaveLength(2);
    expect(text.match(/clickable "\+"/gu)).toHaveLength(2);
  });

  it('says states and live values', async () => {
    await setup.show(
      '<input id="t" aria-label="t" value="old"><select id="s" aria-label="s"><option>A<option>B</select><button aria-pressed="true">P</button><button aria-expanded="false">E</button><button disabled>D</button><fieldset disabled><input aria-label="f"></fieldset><div role="tab" aria-selected="true">T</div><input aria-label="r" required><details open><summary>S</summary>x</details><input type="checkbox" aria-label="c"><progress value="3" max="10" aria-label="p"></progress>',
    );
    await setup.run(`
      document.querySelector('#t').value = 'new';
      document.querySelector('#s').value = 'B';
      document.querySelector('[aria-label=c]').indeterminate = true;
    `);
    const text = (await setup.snapshot()).replace(/ \[ref=e\d+\]/gu, '');
    for (const line of [
      'textbox "t": "new"',
      'combobox "s": "B" of "A" | "B"',
      'button "P" [pressed]',
      'button "E" [collapsed]',
      'button "D" [disabled]',
      'textbox "f" [disabled]',
      'tab "T" [selected]',
      'textbox "r" [required]',
      'button "S" [expanded]',
      'checkbox "c" [mixed]',
      'progressbar "p": "3"',
    ])
      expect(text).toContain(line);
  });

  it('goes into open shadow roots and slots', async () => {
    const text = await body(
      '<x-card><span slot="title">Slotted</span>rest</x-card><script>customElements.define("x-card", class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<h3><slot name=title></slot></h3><p>Own <slot></slot></p><button>Inside</button>"; } })</script>',
    );
    expect(text).toContain('- heading "Slotted" [level=3]');
    expect(text).toContain('- text: "Own rest"');
    expect(text).toContain('- button "Inside"');
  });
});

describe('whatever can be acted on has a ref', () => {
  it.each([
    ['onclick attribute', '<div onclick="1">Do it</div>'],
    ['pointer cursor', '<span style="cursor:pointer">Do it</span>'],
    ['tabindex', '<div tabindex="0">Do it</div>'],
    ['contenteditable', '<div contenteditable>Do it</div>'],
    ['aria role', '<div role="menuitem">Do it</div>'],
    ['inside another clickable', '<div style="cursor:pointer"><p>Card</p><span onclick="1">Do it</span></div>'],
    ['inside a focusable region', '<div tabindex="0"><p>Region</p><span style="cursor:pointer">Do it</span></div>'],
    [
      'a label of a hidden checkbox',
      '<style>input{display:none}</style><input type="checkbox" id="c"><label for="c">Do it</label>',
    ],
    ['a file field behind its label', '<label>Do it<input type="file" style="opacity:0;position:absolute"></label>'],
    ['summary', '<details><summary>Do it</summary>x</details>'],
    ['draggable', '<div draggable="true">Do it</div>'],
  ])('%s', async (_, markup) => {
    await setup.show(markup);
    const line = (await setup.snapshot()).split('\n').find((one) => one.includes('Do it'));
    expect(line).toMatch(/\[ref=e\d+\]/u);
  });

  it('what only a script knows to be clickable', async () => {
    await setup.show(
      `<div id="a">Alpha</div><div id="b">Beta</div><ul id="u"><li>One</li><li>Two</li></ul><svg width="100" height="50"><circle id="c" cx="20" cy="20" r="10" fill="red"/><rect id="r" x="50" y="5" width="20" height="20" fill="blue"/></svg><main id="m"><p>Prose</p><button>B</button></main>
      <script>for (const id of ['a', 'u', 'c', 'r', 'm']) document.getElementById(id).addEventListener('click', (e) => { document.title = e.target.id || e.target.textContent })</script>`,
    );
    const text = await setup.snapshot();
    expect(
      text
        .replace(/ \[ref=e\d+\]/gu, ' [REF]')
        .split('\n')
        .slice(1),
    ).toEqual([
      '- clickable "Alpha" [REF]',
      '- text: "Beta"',
      '- list [REF]',
      '  - listitem [REF]: "One"',
      '  - listitem [REF]: "Two"',
      '- clickable [REF] [like="circle red"]',
      '- clickable [REF] [like="rect blue"]',
      '- main [REF]',
      '  - text: "Prose"',
      '  - button "B" [REF]',
    ]);
    expect(withoutHeader(await setup.snapshot())).toBe(withoutHeader(text));
    const [, ref = ''] = /\[ref=(e\d+)\] \[like="rect blue"\]/u.exec(text) ?? [];
    const { x, y } = await setup.view.aim(await setup.view.locate({ by: 'ref', ref }), { needsEnabled: true });
    await setup.page.mouse.click(x, y);
    expect(await setup.page.title()).toBe('r');
    await setup.run(`document.getElementById('b').addEventListener('mousedown', () => {})`);
    expect(await setup.snapshot()).toMatch(/clickable "Beta" \[ref=e\d+\]/u);
  });

  it('the paragraphs of an editor stand apart', async () => {
    await setup.show(
      '<div contenteditable aria-label="Note"><h3>Title</h3><p>First <b>line</b></p><p>Second</p></div>',
    );
    expect(await setup.snapshot()).toContain(': "Title First line Second"');
  });

  it('bars without a name say their value, and one that only turns says none', async () => {
    await setup.show(
      '<progress value="40" max="100"></progress><meter value="3" max="5"></meter><progress></progress>',
    );
    const text = await setup.snapshot();
    expect(text).toContain('- progressbar: "40"');
    expect(text).toContain('- meter: "3"');
    expect(text).toMatch(/- progressbar$/mu);
  });

  it('a nameless icon says what it is like', async () => {
    await setup.show(
      '<style>i{display:inline-block;width:16px;height:16px;cursor:pointer}</style><i class="fa fa-trash"></i><i class="icon-folder"></i><button><svg width="16" height="16"><use href="#icon-pencil"></use></svg></button><button><img src="/img/gear.png" width="16" height="16"></button>',
    );
    const text = await setup.snapshot();
    for (const hint of ['fa-trash', 'icon-folder', 'icon-pencil', 'gear']) expect(text).toContain(`[like="${hint}"]`);
  });

  it('icons inside a clickable row have their own', async () => {
    await setup.show(
      '<style>.row{cursor:pointer}i{display:inline-block;width:16px;height:16px}</style><div class="row">Report.txt <i class="icon-trash"></i><i class="icon-edit"></i></div>',
    );
    expect((await setup.snapshot()).match(/\[ref=e\d+\]/gu)).toHaveLength(3);
  });
});

describe('modes', () => {
  it('interactive shows only what can be acted on, headings, landmarks and alerts', async () => {
    await setup.show(
      '<main><h1>T</h1><p>Prose</p><button>B</button><div role="alert">Careful</div><ul><li>Plain</li></ul></main>',
    );
    const text = await setup.snapshot({ mode: 'interactive' });
    expect(text).toContain('button "B"');
    expect(text).toContain('heading "T"');
    expect(text).toContain('alert');
    expect(text).not.toContain('Prose');
    expect(text).not.toContain('Plain');
  });

  it('an unchanged page is the same to the byte, and its diff is empty', async () => {
    await setup.show('<h1>T</h1><p>One <a href="/x">two</a></p><button>B</button><input aria-label="i" value="v">');
    const first = await setup.snapshot();
    const again = await setup.snapshot();
    // The address is said once.
    expect(withoutHeader(again)).toBe(withoutHeader(first));
    expect(await setup.snapshot()).toBe(again);
    expect(await setup.snapshot({ mode: 'diff' })).toBe('');
  });

  it('diff says what came, went and changed', async () => {
    await setup.show('<p id="a">First</p><button>B</button><ul><li>x</li></ul>');
    await setup.snapshot();
    await setup.run(`
      document.querySelector('#a').remove();
      document.body.insertAdjacentHTML('beforeend', '<button>New</button>');
      document.querySelector('button').disabled = true;
    `);
    const lines = (await setup.snapshot({ mode: 'diff' }))
      .split('\n')
      .map((line) => line.replace(/ \[ref=e\d+\]/u, ''));
    expect(lines).toEqual(expect.arrayContaining(['+ button "New"', '~ button "B" [disabled]', '- text: "First"']));
    expect(await setup.snapshot({ mode: 'diff' })).toBe('');
  });

  it('a ref opens a part, and depth closes what is below', async () => {
    await setup.show(
      '<nav aria-label="N"><a href="/a">A</a></nav><main><section aria-label="S"><h2>H</h2><p>P</p><p>Q</p><p>R</p></section></main>',
    );
    const ref = await setup.refOf('region "S"');
    const part = await setup.snapshot({ ref });
    expect(part).toContain('heading "H"');
    expect(part).not.toContain('link "A"');
    const flat = await setup.snapshot({ depth: 1 });
    expect(flat).toContain('region "S"');
    expect(flat).not.toContain('heading "H"');
    expect(flat).toContain(`[expand=${ref}]`);
  });
});
