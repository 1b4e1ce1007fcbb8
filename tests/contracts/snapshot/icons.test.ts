import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSnapshotSetup, type SnapshotSetup } from './snapshot-setup.js';

let setup: SnapshotSetup;
beforeAll(async () => {
  setup = await openSnapshotSetup();
});
afterAll(async () => {
  await setup.close();
});

const STYLE =
  '<style>i,span,a,button{display:inline-block;min-width:16px;height:16px;cursor:pointer}.r1{background-image:url(/img/reply.png)}.c1::before{content:url(/img/share.svg)}</style>';

describe('nameless icons say what they are', () => {
  it.each([
    ['an icon font', '<button class="btn btn-icon"><i class="fa fa-trash fa-lg"></i></button>', 'fa-trash'],
    [
      'the child of a generic button',
      '<button class="ui-button-icon-only"><span class="ui-icon ui-icon-triangle-1-n"></span></button>',
      'ui-icon-triangle-1-n',
    ],
    ['a class that is not generic', '<button class="btn-icon edit-invoice"></button>', 'edit-invoice'],
    ['a menu of an icon font', '<button><i class="icon icon-menu"></i></button>', 'icon-menu'],
    [
      'the title of a drawing',
      '<span onclick="1"><svg aria-hidden="true" width="9" height="9"><title>Pencil</title></svg></span>',
      'Pencil',
    ],
    ['a sprite', '<button><svg width="9" height="9"><use href="/s.svg#icon-gear"></use></svg></button>', 'icon-gear'],
    ['a background', '<span onclick="1" class="r1"></span>', 'reply'],
    ['generated content', '<span onclick="1" class="c1"></span>', 'share'],
    ['a picture', '<button class="btn"><img alt="" src="/i/archive.png" width="9" height="9"></button>', 'archive'],
    ['a field', '<input name="verify_code" class="form-control input-sm">', 'verify_code'],
    ['a tooltip of its own', '<button data-tooltip="Archive"></button>', 'Archive'],
    ['a tooltip of a library', '<span onclick="1" data-bs-original-title="Mute thread"></span>', 'Mute thread'],
    ['where a link goes', '<a href="/orders/history?x=1" class="btn"></a>', 'history'],
  ])('by %s', async (_, body, hint) => {
    await setup.show(`<h1>T</h1>${STYLE}${body}`);
    expect(await setup.snapshot()).toContain(`[like="${hint}"]`);
  });

  it('a tooltip of the browser is its name, as assistive technology has it', async () => {
    await setup.show(`<h1>T</h1>${STYLE}<button title="Delete"></button><a href="/x" title="Next page"></a>`);
    const text = await setup.snapshot();
    expect(text).toMatch(/button "Delete" \[ref=e\d+\]/u);
    expect(text).toMatch(/link "Next page" \[ref=e\d+\]/u);
  });

  it.each(['btn-icon', 'ui-button-icon-only', 'icon', 'fa', 'w-5 h-5 text-gray-500', 'css-1q2w3e4', 'sc-bdVaJa'])(
    'never by %s',
    async (name) => {
      await setup.show(`<h1>T</h1>${STYLE}<button class="${name}"></button>`);
      expect(await setup.snapshot()).not.toContain('[like=');
    },
  );
});

describe('what only its colour tells apart', () => {
  const SWATCH = 'width:20px;height:20px';
  it('says the colour', async () => {
    await setup.show(
      `<h1>T</h1>${STYLE}<span class="color" onclick="1" style="background:red"></span><button style="background:#00f"></button>`,
    );
    const text = await setup.snapshot();
    expect(text).toMatch(/clickable \[ref=e\d+\] \[like="#ff0000"\]/u);
    expect(text).toMatch(/button \[ref=e\d+\] \[like="#0000ff"\]/u);
  });

  it.each([
    ['a plain button', `<button style="${SWATCH}"></button>`],
    ['what has no ground of its own', `<span onclick="1" style="${SWATCH}"></span>`],
    ['a field', `<input style="background:red">`],
    ['what has words', `<div onclick="1" style="background:red">Go on</div>`],
  ])('not of %s', async (_, body) => {
    await setup.show(`<h1>T</h1>${STYLE}${body}`);
    expect(await setup.snapshot()).not.toContain('[like=');
  });
});

describe('equal names carry their row', () => {
  const ORDERS = `<table>${[1001, 1002]
    .map((i) => `<tr><td>Order ${i}</td><td>5 pieces</td><td><button>Delete</button></td></tr>`)
    .join('')}</table><ul>${['Ann', 'Bob']
    .map((name) => `<li><span>${name}</span> <a href="/${name}">Open</a></li>`)
    .join('')}</ul><button>Only one</button>`;

  it('in tables and lists, where the line of the row is not shown', async () => {
    await setup.show(ORDERS);
    const text = await setup.snapshot({ mode: 'interactive' });
    expect(text).toMatch(/button "Delete" \(row "Order 1002"\) \[ref=e\d+\]/u);
    expect(text).toMatch(/link "Open" \(row "Bob"\) \[ref=e\d+\]/u);
    expect(text).toMatch(/button "Only one" \[ref=e\d+\]$/mu);
  });

  it('or stand under the line that says it', async () => {
    await setup.show(ORDERS);
    const text = await setup.snapshot();
    expect(text).toMatch(/- row: "Order 1002" \| "5 pieces"\n +- button "Delete" \[ref=e\d+\]$/mu);
    expect(text).toMatch(/- text: "Bob"\n +- link "Open" \[ref=e\d+\]$/mu);
  });

  it('but not where the name is the only one', async () => {
    await setup.show('<ul><li>Ann <button>Delete</button></li><li>Bob <button>Open</button></li></ul>');
    expect(await setup.snapshot()).not.toContain('(row');
  });
});

describe('nothing is said twice', () => {
  it('a row that is named by its words does not repeat them, and keeps its controls', async () => {
    await setup.show(
      '<style>.row,i{cursor:pointer}i{display:inline-block;width:9px;height:9px}</style><div class="row"><b>Ann</b><p>Lunch on Friday</p><i class="fa fa-trash"></i></div>',
    );
    const text = await setup.snapshot();
    expect(text).toMatch(
      /- clickable "Ann Lunch on Friday" \[ref=e\d+\]\n +- clickable \[ref=e\d+\] \[like="fa-trash"\]/u,
    );
    expect(text.match(/Lunch/gu)).toHaveLength(1);
  });

  it('pictures and sentences with controls in them stay below', async () => {
    await setup.show(
      '<style>.row{cursor:pointer}</style><div class="row">Soup <img alt="vegan" src="/v.png" width="9" height="9"><p>By <a href="/ann">Ann</a> today</p></div>',
    );
    const text = await setup.snapshot();
    expect(text).toContain('img "vegan"');
    expect(text).toContain('text: "By Ann today"');
    expect(text).toContain('link "Ann"');
  });

  it('an item with words needs no hint of its icon', async () => {
    await setup.show('<ul><li onclick="1"><i class="fa fa-file"></i><div>Report</div></li></ul>');
    const text = await setup.snapshot();
    expect(text).toContain('Report');
    expect(text).not.toContain('[like=');
  });

  it('a container is not named by its items', async () => {
    await setup.show(
      '<div onclick="1" style="cursor:pointer"><button>Copy link</button><button>Report</button></div><ul role="menu" tabindex="0"><li role="menuitem">Save</li><li role="menuitem">Print</li></ul>',
    );
    const text = await setup.snapshot();
    expect(text.match(/Copy link/gu)).toHaveLength(1);
    expect(text.match(/Print/gu)).toHaveLength(1);
  });

  it('a line and its only child of the same name are one', async () => {
    await setup.show(
      '<h2><a href="/a">First story</a></h2><ul role="menu"><li role="menuitem"><a href="/h">Home</a></li></ul><div onclick="1"><a href="/c">Third story</a></div>',
    );
    const text = await setup.snapshot();
    expect(text).toMatch(/- heading > link "First story" \[ref=e\d+\] \[level=2\]/u);
    for (const name of ['First story', 'Home', 'Third story']) expect(text.split(name)).toHaveLength(2);
  });

  it('empty cells and rows have no lines', async () => {
    await setup.show(
      '<table><tr><td></td><td> </td></tr><tr><td><a href="/x">Go</a></td><td></td><td>End</td></tr></table>',
    );
    const text = await setup.snapshot();
    expect(text).not.toMatch(/^\s*- cell$|""$/mu);
    expect(text.match(/^\s*- row/gmu)).toHaveLength(1);
    expect(text).toContain('link "Go"');
  });

  it('links beyond the first eight of a run come after text', async () => {
    const links = Array.from({ length: 300 }, (_, i) => `<a href="/k${i}">reader-${i}</a>`).join(', ');
    await setup.show(`<div style="height:2000px"></div><div>${links}</div><p>The text of the story itself.</p>`);
    const text = await setup.snapshot({ maxTokens: 500 });
    expect(text).toContain('The text of the story itself.');
    expect(text).toContain('reader-7"');
  });
});
