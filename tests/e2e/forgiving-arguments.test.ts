import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refOf, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { denyFirst, firstQuestion } from '../fixtures/person.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PAGE = html(`
  <p id="log"></p>
  <button onclick="say('first')">Add to cart</button>
  <button onclick="say('second')">Add to cart</button>
  <button onclick="say('deleted')">Delete order</button>
  <label>Search <input name="q"></label>
  <div id="card" role="button" draggable="true" aria-label="Card" style="width:60px;height:30px;background:#ccd">Card</div>
  <div id="tray" role="button" aria-label="Tray" style="width:120px;height:60px;background:#cdc">Tray</div>
  <script>
    const say = (text) => { log.textContent = text };
    card.ondragstart = (e) => e.dataTransfer.setData('text', 'x');
    tray.ondragover = (e) => e.preventDefault();
    tray.ondrop = (e) => { e.preventDefault(); say('dropped') };
  </script>`);

const POINTS = html(`<canvas id="area" width="400" height="2000" style="position:absolute;left:0;top:0"></canvas>
  <div id="end" style="position:absolute;left:0;top:2500px;width:50px;height:50px;background:#ccd"></div>
  <script>
    let from;
    area.onmousedown = (e) => { from = e.offsetX + ',' + e.offsetY };
    area.onmouseup = (e) => { document.title = 'drawn from ' + from + ' to ' + e.offsetX + ',' + e.offsetY };
  </script>`);

describe('arguments as models and client libraries send them', () => {
  let site: Site;
  let gatewright: Running;
  let page = '';
  beforeAll(async () => {
    site = await startSite({ '/': PAGE, '/points': POINTS });
    gatewright = await start({ args: ['--allow-private', site.host] });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });
  beforeEach(async () => {
    page = (await gatewright.call('browser_navigate', { url: site.url(), snapshot: 'full' })).text;
  });
  const ok = async (tool: string, args: Record<string, unknown>) => (await gatewright.ok(tool, args)).text;
  const log = async () => (await gatewright.call('browser_snapshot')).text;

  it.each([
    ['agreeing', { role: 'button', name: 'Add to cart' }],
    ['in another case', { role: 'Button', name: ' add to  cart ' }],
    ['as strict clients fill them', { role: '', name: '', index: 0, selector: '', named: '', coords: { x: 0, y: 0 } }],
    ['absent by null', { role: null, name: null, index: null, selector: null, coords: null, button: null }],
    ['described in words', { element: 'the first Add to cart button' }],
  ])('a ref with role and name %s is that element, also of two that are alike', async (_, beside) => {
    await ok('browser_click', { ref: refOf(page, /Add to cart/u), ...beside });
    expect(await log()).toContain('first');
  });

  it.each([
    ['another name', { name: 'Delete order' }],
    ['a part of the name', { name: 'Add' }],
    ['another role', { role: 'link' }],
  ])('a ref with %s is refused, and nothing is clicked', async (_, beside) => {
    const reply = await gatewright.call('browser_click', { ref: refOf(page, /Add to cart/u), ...beside });
    expect(reply.code).toBe('call.bad-arguments');
    expect(reply.text).toContain('Add to cart');
    expect(await log()).not.toMatch(/first|second|deleted/u);
  });

  it.each(['refs', 'names of the elements', 'names of ours'] as const)('drags by %s', async (which) => {
    await ok('name_ref', { name: 'what', ref: refOf(page, /Card/u) });
    await ok('name_ref', { name: 'where', ref: `[ref=${refOf(page, /Tray/u)}]` });
    const ways = {
      refs: { from: refOf(page, /Card/u), to: `[ref=${refOf(page, /Tray/u)}]` },
      'names of the elements': { from: 'Card', to: 'Tray' },
      'names of ours': { from: 'what', to: 'where' },
    };
    await ok('browser_drag', ways[which]);
    expect(await log()).toContain('dropped');
  });

  it.each([
    ['as text', 'x,y'],
    ['as an object', 'object'],
  ])('drags between two points, %s', async (_, form) => {
    await gatewright.call('browser_navigate', { url: site.url('/points') });
    const at = (x: number, y: number) => (form === 'object' ? { coords: { x, y } } : `${String(x)},${String(y)}`);
    await ok('browser_drag', { from: at(100, 60), to: at(300, 160) });
    expect(await log()).toContain('drawn from 100,60 to 300,160');
  });

  it('a point that a drag would scroll away is refused, and nothing is dragged', async () => {
    await gatewright.call('browser_navigate', { url: site.url('/points') });
    const reply = await gatewright.call('browser_drag', { from: '100,60', to: { selector: '#end' } });
    expect(reply.code).toBe('browser.not-actionable');
    expect(await log()).not.toContain('drawn');
  });

  it('a name that fits two is refused with both', async () => {
    const reply = await gatewright.call('browser_drag', { from: 'Add to cart', to: 'Tray' });
    expect(reply.code).toBe('browser.ambiguous');
  });

  it('fills a form by refs, with numbers and switches as they come', async () => {
    await ok('browser_fill_form', {
      fields: [{ ref: refOf(page, /Search/u), role: null, value: 42 }],
      submit: 'false',
    });
    expect(await log()).toContain('42');
  });

  it('sets one permission and leaves the others', async () => {
    await ok('set_permission_policy', { mode: 'deny' });
    const text = await ok('set_permission_policy', { mode: 'allow', permission: 'geolocation' });
    expect(text).toContain('permission policy of geolocation is allow');
    expect(text).toContain('does not let them be: geolocation');
    await ok('set_permission_policy', { mode: 'raise' });
  });

  it("what the agent calls an element is shown to the person as the agent's words, and is on record", async () => {
    const clicking = gatewright.call('browser_click', { ref: refOf(page, /Delete order/u), element: 'harmless link' });
    const question = await firstQuestion(gatewright);
    expect(JSON.stringify(question)).toContain('"agentSays":"harmless link"');
    expect(JSON.stringify(question)).toContain('Delete order');
    await denyFirst(gatewright);
    expect((await clicking).code).toBe('approval.denied');
    expect(JSON.stringify(gatewright.record())).toContain('harmless link');
  });
});
