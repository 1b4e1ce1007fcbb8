import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refOf, start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const ICON = 'display:inline-block;width:20px;height:20px;cursor:pointer';
/** Icons that show another picture under the pointer. */
const SWAPPED = `<style>.i{${ICON}}
  .a{background-image:url(/i/like.svg)} .a:hover{background-image:url(/i/like-hover.svg)}
  .b{background-image:url(/i/pencil.svg)} .b:hover{background-image:url(/i/trash.svg)}</style>
  <span class="i a" onclick="out.textContent = 'liked'"></span> <span class="i b" onclick="out.textContent = 'gone'"></span><p id="out"></p>`;
/** A list that makes room only when the pointer is past the middle of an item, as sortable lists do. */
const SORTED = `<ul id="list">${['One', 'Two', 'Three', 'Four']
  .map((name) => `<li style="height:30px;cursor:move;list-style:none">${name}</li>`)
  .join('')}</ul><p id="out"></p><script>
  let held;
  list.onmousedown = (event) => { held = event.target; event.preventDefault(); };
  onmousemove = ({ clientY }) => {
    if (held === undefined) return;
    const items = [...list.children];
    const over = items.find((item) => { const { top, bottom } = item.getBoundingClientRect(); return clientY > top && clientY < bottom; });
    if (over === undefined || over === held) return;
    const { top, height } = over.getBoundingClientRect();
    if (items.indexOf(over) > items.indexOf(held)) { if (clientY > top + height / 2) over.after(held); }
    else if (clientY < top + height / 2) over.before(held);
  };
  onmouseup = () => { held = undefined; out.textContent = [...list.children].map((item) => item.textContent).join(','); };
</script>`;
/** A menu whose submenu opens a moment after the pointer has come, and a button that opens nothing. */
const MENU = `<ul role="menu"><li role="menuitem" aria-haspopup="true" id="more">More</li></ul><button>Plain</button><div id="sub"></div><script>
  for (const type of ['mouseover', 'click']) more.addEventListener(type, () => setTimeout(() => {
    sub.innerHTML = '<ul role="menu"><li role="menuitem" onclick="1">Archive</li></ul>'; }, 280));
</script>`;

/** A list that marks the item under the pointer when the pointer moves there, and takes the marked one at a click. */
const MARKED = `<ul id="l"><li class="on">Iran</li><li>Iraq</li><li>Ireland</li></ul><p id="out"></p><style>li{cursor:pointer}.on{background:#ddd}</style><script>
  let last;
  for (const type of ['mouseover', 'mousemove']) l.addEventListener(type, ({ target, clientX, clientY }) => {
    const isStill = last === undefined || (last[0] === clientX && last[1] === clientY);
    last = [clientX, clientY];
    if (isStill || target.tagName !== 'LI') return;
    document.querySelector('.on').className = '';
    target.className = 'on';
  });
  l.onclick = () => { out.textContent = 'chosen: ' + document.querySelector('.on').textContent; };
</script>`;

/** A list that opens under the pointer, and marks what came under it there when the pointer moves for the first time. */
const OPENED = `<button id="b" style="position:absolute;left:20px;top:20px">Open</button><ul id="l" hidden
  style="position:absolute;left:10px;top:20px;margin:0;background:#fff"></ul><p id="out" style="margin-top:200px"></p>
  <style>li{cursor:pointer;width:200px}</style><script>
  let isNew = true;
  const mark = (item) => { document.querySelector('.on')?.classList.remove('on'); item.className = 'on'; };
  b.onclick = () => { l.innerHTML = '<li>Iran</li><li>Iraq</li><li>Ireland</li>'; l.hidden = false; };
  l.onmouseover = ({ target }) => {
    if (!isNew) return mark(target);
    isNew = false;
    document.addEventListener('mousemove', () => mark(target), { once: true });
  };
  l.onclick = () => { out.textContent = 'chosen: ' + document.querySelector('.on').textContent; };
</script>`;

/** A menu by style alone: nothing but the pointer opens it. */
const STYLED = `<style>li li{display:none} li:hover li{display:block}</style>
  <ul><li>Products<ul><li><a href="/kettles">Kettles</a></li></ul></li><li>Plain words</li></ul><p>Products are good.</p>`;

describe('what takes the pointer', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    const pages = {
      '/swapped': SWAPPED,
      '/sorted': SORTED,
      '/menu': MENU,
      '/marked': MARKED,
      '/opened': OPENED,
      '/styled': STYLED,
    };
    site = await startSite(Object.fromEntries(Object.entries(pages).map(([path, body]) => [path, html(body)])));
    gatewright = await start({ args: ['--allow-private', site.host] });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });
  const open = (path: string): Promise<Reply> => gatewright.call('browser_navigate', { url: site.url(path) });

  it('an icon is the same one when it shows its picture for the pointer', async () => {
    const { text } = await open('/swapped');
    const reply = await gatewright.call('browser_click', { ref: refOf(text, /like="like"/u) });
    expect(reply.text).toContain('text: "liked"');
  });

  it('but not when the picture becomes that of something else', async () => {
    const { text } = await open('/swapped');
    const reply = await gatewright.call('browser_click', { ref: refOf(text, /like="pencil"/u) });
    expect(reply.text).toContain('policy.changed');
    expect((await gatewright.call('browser_snapshot', {})).text).not.toContain('gone');
  });

  it.each([
    ['down', 'One', 'Three', 'Two,Three,One,Four'],
    ['up', 'Four', 'Two', 'One,Four,Two,Three'],
  ])('an item of a list dragged %s takes the place of the one that it is dropped on', async (_, from, to, order) => {
    await open('/sorted');
    const reply = await gatewright.call('browser_drag', { from, to });
    expect(reply.text).toContain(order);
  });

  it('a list that opens under the pointer gives the item that is clicked', async () => {
    const { text } = await open('/opened');
    const opened = await gatewright.call('browser_click', { ref: refOf(text, /button "Open"/u) });
    const { text: chosen } = await gatewright.call('browser_click', { ref: refOf(opened.text, /Iraq/u) });
    expect(chosen).toContain('chosen: Iraq');
  });

  it.each([{ name: 'Products' }, { role: 'listitem', name: 'Products' }])(
    'a menu that comes by style alone is opened by %o',
    async (target) => {
      const { text } = await open('/styled');
      expect(text).toMatch(/listitem \[ref=e\d+\]: "Products"/u);
      expect(text).toContain('listitem: "Plain words"');
      expect((await gatewright.call('browser_hover', target)).text).toContain('link "Kettles"');
    },
  );

  it('a click takes the item that it is on, not the one that was marked before', async () => {
    await open('/marked');
    const reply = await gatewright.call('browser_click', { name: 'Ireland' });
    expect(reply.text).toContain('chosen: Ireland');
  });

  it.each(['browser_hover', 'browser_click'])(
    '%s tells what a submenu holds that opens a moment later',
    async (tool) => {
      await open('/menu');
      expect((await gatewright.call(tool, { name: 'More' })).text).toContain('menuitem "Archive"');
    },
  );
});
