import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSnapshotSetup, type SnapshotSetup } from './snapshot-setup.js';

let setup: SnapshotSetup;
beforeAll(async () => {
  setup = await openSnapshotSetup();
});
afterAll(async () => {
  await setup.close();
});

const items = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i + 1)).join('');
const CHAT = `<div id="box" role="log" aria-label="Chat" style="height:300px;width:400px;overflow-y:auto">${items(
  60,
  (i) => `<p>Message ${i} by Ann.</p>`,
)}</div>`;
const LIST = `<ul id="box" aria-label="Inbox" style="height:200px;overflow:auto">${items(
  40,
  (i) => `<li><span>Mail ${i} of Bob</span> <button>Open ${i}</button></li>`,
)}</ul>`;
const toEnd = `{ const box = document.querySelector('#box'); box.scrollTop = box.scrollHeight; box.scrollLeft = box.scrollWidth; }`;

async function isRead(text: string): Promise<void> {
  expect(await setup.snapshot()).toContain(text);
  expect((await setup.view.reader.read({ format: 'markdown' })).text).toContain(text);
  expect((await setup.view.reader.searchText(text, true, 3)).text).toMatch(/^[1-9]\d* found/u);
  expect((await setup.view.reader.searchText(text, true, 3)).text).not.toContain('[hidden');
}

async function isUnread(text: string): Promise<void> {
  expect(await setup.snapshot()).not.toContain(text);
  expect((await setup.view.reader.read({ format: 'markdown' })).text).not.toContain(text);
  expect((await setup.view.reader.searchText(text, true, 3)).text).toMatch(/^0 found/u);
}

describe('what scrolling brings into view is content', () => {
  it('all messages of a chat, wherever it is scrolled', async () => {
    await setup.show(`<h1>Room</h1>${CHAT}`);
    for (const script of ['0', toEnd, `document.querySelector('#box').scrollTop = 700`]) {
      await setup.run(script);
      const text = await setup.snapshot();
      for (let i = 1; i <= 60; i += 1) expect(text).toContain(`Message ${i} by Ann.`);
      const read = (await setup.view.reader.read({ format: 'markdown' })).text;
      for (let i = 1; i <= 60; i += 1) expect(read).toContain(`Message ${i} by Ann.`);
      await isRead('Message 3 by Ann.');
      await isRead('Message 59 by Ann.');
    }
  });

  it('all clauses and the last button of a fixed dialog', async () => {
    await setup.show(
      `<p>Page</p><div id="box" role="dialog" aria-label="Terms" style="position:fixed;top:50px;left:100px;width:500px;height:400px;overflow:auto;background:#fff;border:1px solid">
      ${items(60, (i) => `<p>Clause ${i} of the terms.</p>`)}<button>I accept</button></div>`,
    );
    for (const script of ['0', toEnd]) {
      await setup.run(script);
      const text = await setup.snapshot();
      for (let i = 1; i <= 60; i += 1) expect(text).toContain(`Clause ${i} of`);
      expect(text).toMatch(/button "I accept" \[ref=e\d+\]$/mu);
      expect((await setup.view.reader.find('I accept', 3)).text).not.toContain('hidden');
    }
    const seen = await setup.view.locate({ by: 'role', role: 'button', name: 'I accept' });
    await setup.run(`document.querySelector('#box').scrollTop = 0`);
    await setup.view.aim(seen, { needsEnabled: true });
    expect(await setup.run(`document.querySelector('#box').scrollTop > 500`)).toBe(true);
  });

  it('rows that were scrolled out keep their refs', async () => {
    await setup.show(LIST);
    const third = await setup.refOf('button "Open 3"');
    await setup.run(toEnd);
    expect(await setup.refOf('button "Open 3"')).toBe(third);
    expect((await setup.view.locate({ by: 'ref', ref: third })).facts.name).toBe('Open 3');
  });

  it.each([
    [
      'cards to the right',
      `<div style="width:300px;overflow-x:auto;white-space:nowrap">${items(20, (i) => `<span style="display:inline-block;width:200px">Card number ${i}.</span>`)}</div>`,
      'Card number 19.',
    ],
    [
      'a list in a scrolling sidebar that is fixed',
      `<div style="position:fixed;left:0;top:0;bottom:0;width:200px;overflow-y:scroll">${items(80, (i) => `<p>Folder number ${i}.</p>`)}</div>`,
      'Folder number 77.',
    ],
    [
      'a scrolling box in a scrolling box',
      `<div style="height:150px;overflow:auto"><div style="height:900px"></div><div style="height:100px;overflow:auto"><div style="height:500px"></div><p>Deep down words.</p></div></div>`,
      'Deep down words.',
    ],
    [
      'what is scrolled in a page that is locked',
      `<style>html,body{margin:0;height:100%;overflow:hidden}body{display:flex;flex-direction:column}</style><div style="flex:1;overflow:auto"><div style="height:3000px"></div><p>App content words.</p></div>`,
      'App content words.',
    ],
    [
      'a box that scrolls from its end',
      `<div style="display:flex;flex-direction:column-reverse;height:200px;overflow:auto"><p>Newest message words.</p><div style="flex:0 0 900px"></div><p>Oldest message words.</p></div>`,
      'Oldest message words.',
    ],
    [
      'right-to-left cards',
      `<div dir="rtl" style="width:300px;overflow-x:auto;white-space:nowrap">${items(12, (i) => `<span style="display:inline-block;width:200px">Card number ${i}.</span>`)}</div>`,
      'Card number 12.',
    ],
    [
      'under the bar of its own box',
      `<div style="height:200px;overflow:auto"><div style="position:sticky;top:0;height:60px;background:#fff">Bar</div><p style="margin-top:-50px">Under the bar words.</p><div style="height:900px"></div></div>`,
      'Under the bar words.',
    ],
    [
      'below another element that covers the space under the box',
      `<div style="height:100px;overflow:auto"><div style="height:200px"></div><p>Out of the box words.</p></div><div style="height:300px;background:#fff">Footer of the page</div>`,
      'Out of the box words.',
    ],
    [
      'at the end of vertical lines',
      `<style>body{writing-mode:vertical-rl}</style><div style="block-size:9000px"></div><p>The last words.</p>`,
      'The last words.',
    ],
    [
      'at the end of vertical lines that are read from left to right',
      `<style>body{writing-mode:vertical-lr}</style><div style="block-size:9000px"></div><p>The last words.</p>`,
      'The last words.',
    ],
    [
      'in a frame that scrolls',
      `<iframe title="Frame" style="width:300px;height:100px" srcdoc="<div style='height:2000px'></div><p>Framed words here.</p>"></iframe>`,
      'Framed words here.',
    ],
  ])('%s', async (_, body, text) => {
    await setup.show(`<h1>Title</h1>${body}`);
    await isRead(text);
  });

  it('the parts of an image map, where their picture can be seen', async () => {
    const map = `<map name="m"><area shape="rect" coords="0,0,50,50" href="#north" alt="North"><area shape="rect" coords="50,0,100,100" alt="East" onclick="document.title='east'"><p>Words in the map.</p></map>`;
    const picture = (style: string): string =>
      `<img usemap="#m" alt="Map" width="100" height="100" style="${style}" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">`;
    await setup.show(`${map}${picture('')}`);
    const text = await setup.snapshot();
    expect(text).toMatch(/link "North" \[ref=e\d+\]$/mu);
    expect(text).toContain('Words in the map.');
    expect((await setup.view.reader.find('North', 3)).text).not.toContain('hidden');
    const seen = await setup.view.locate({ by: 'role', role: 'link', name: 'North' });
    const aimed = await setup.view.aim(seen, { needsEnabled: true });
    expect(await setup.run(`document.elementFromPoint(${String(aimed.x)}, ${String(aimed.y)}).alt`)).toBe('North');
    await setup.show(`${map}${picture('opacity:0')}`);
    expect(await setup.snapshot()).not.toContain('North');
  });

  it('is found, with the way there', async () => {
    await setup.show(LIST);
    expect((await setup.view.reader.searchText('Mail 39 of', true, 3)).text).toContain('below, in list "Inbox"');
    expect((await setup.view.reader.find('Open 39', 3)).text).toContain('below, in list "Inbox"');
    await setup.run(toEnd);
    expect((await setup.view.reader.searchText('Mail 2 of', true, 3)).text).toContain('above, in list "Inbox"');
    expect((await setup.view.reader.find('Open 39', 3)).text).not.toContain('below');
    await setup.show('<h1>Top</h1><div style="height:4000px"></div><p>Far down words</p>');
    expect((await setup.view.reader.searchText('Far down', true, 3)).text).toContain('(below)');
    expect((await setup.view.reader.searchText('Top', true, 3)).text).not.toContain('below');
  });
});

/** What no scrolling of a person brings into view. */
const SECRET = 'Nobody ever reads XYZZY words';
const UNREACHABLE: Readonly<Record<string, string>> = {
  'scrolled by script in a box that hides': `<div id="box" style="height:60px;overflow:hidden"><p>${SECRET}</p><div style="height:900px"></div></div><script>document.querySelector('#box').scrollTop = 500</script>`,
  'below the edge of a box that clips': `<div style="height:60px;overflow:clip"><div style="height:90px"></div><p>${SECRET}</p></div>`,
  'in a scroller of one pixel': `<div style="height:1px;overflow:auto"><p>${SECRET}</p></div>`,
  'in a scroller lower than its letters': `<div style="height:6px;overflow:auto;font-size:20px"><p>${SECRET}</p></div>`,
  'in a scroller that a box around it cuts to a slit': `<div style="height:2px;overflow:hidden"><div style="height:200px;overflow:auto"><p>${SECRET}</p></div></div>`,
  'in a scroller that is clipped away': `<div style="height:0;overflow:hidden"><div style="height:200px;overflow:auto"><div style="height:500px"></div><p>${SECRET}</p></div></div>`,
  'at the end of a scroller whose lower part is cut off': `<div style="height:60px;overflow:hidden"><div style="height:400px;overflow:auto"><div style="height:800px"></div><p>${SECRET}</p></div></div>`,
  'before the beginning of a scroller': `<div style="height:200px;overflow:auto;position:relative"><p style="position:absolute;top:-300px">${SECRET}</p><div style="height:900px"></div></div>`,
  'left of a scroller': `<div style="height:200px;overflow:auto;position:relative"><p style="position:absolute;left:-900px">${SECRET}</p><div style="height:900px"></div></div>`,
  'after the end of a box that scrolls from its end': `<div style="display:flex;flex-direction:column-reverse;height:200px;overflow:auto;position:relative"><div style="flex:0 0 900px"></div><p style="position:absolute;bottom:-400px">${SECRET}</p></div>`,
  'in a scroller off the page': `<div style="position:absolute;left:-900px;width:300px;height:100px;overflow:auto"><div style="height:500px"></div><p>${SECRET}</p></div>`,
  'in a fixed scroller below the view': `<div style="position:fixed;top:5000px;height:100px;overflow:auto"><p>${SECRET}</p></div>`,
  'in a transparent scroller': `<div style="opacity:0;height:100px;overflow:auto"><div style="height:500px"></div><p>${SECRET}</p></div>`,
  'in a scroller under a sheet': `<div style="position:relative;height:100px"><div style="height:100px;overflow:auto"><div style="height:500px"></div><p>${SECRET}</p></div><div style="position:absolute;inset:0;background:#fff">Cover</div></div>`,
  'in a scroller under a sheet that lets clicks through': `<div style="position:relative;height:100px"><div style="height:100px;overflow:auto"><div style="height:500px"></div><p>${SECRET}</p></div><div style="position:absolute;inset:0;background:#fff;pointer-events:none">Cover</div></div>`,
  'under a sheet inside a scroller': `<div style="height:100px;overflow:auto"><div style="height:500px"></div><div style="position:relative"><p>${SECRET}</p><div style="position:absolute;inset:0;background:#fff">Cover</div></div></div>`,
  'under a sheet that stays in its scroller': `<div style="height:100px;overflow:auto;position:relative"><div style="position:sticky;top:0;height:100px;background:#fff;z-index:2">Cover</div><div style="height:500px"></div><p>${SECRET}</p><div style="height:500px"></div></div>`,
  'white on white in a scroller': `<div style="height:100px;overflow:auto"><div style="height:500px"></div><p style="color:#fff">${SECRET}</p></div>`,
  'behind a clip path of a scroller': `<div style="height:100px;overflow:auto;clip-path:inset(0 0 98px 0)"><p>${SECRET}</p><div style="height:500px"></div></div>`,
};

describe('what no scrolling brings into view is hidden', () => {
  it.each(Object.entries(UNREACHABLE))('%s', async (_, body) => {
    await setup.show(`<h1>Title</h1><p>Plain words.</p>${body}`);
    await isUnread('XYZZY');
    expect(await setup.snapshot()).toContain('Plain words.');
  });
});
