import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const page = (script: string): string =>
  html(`<style>div[role]{position:absolute;width:120px;height:50px}</style>
  <div role="button" tabindex="0" id="report" draggable="true" style="left:10px;top:10px;background:#ddd">Report</div>
  <div role="button" tabindex="0" id="folder" style="left:10px;top:200px;background:#bbb"><span>Folder</span></div>
  <div role="button" tabindex="0" id="bin" style="left:300px;top:200px;background:#999">Delete forever</div>
  <script>for (const one of [folder, bin]) {
    one.ondragover = (event) => event.preventDefault();
    one.ondrop = () => fetch('/dropped-on-' + one.id);
  }
  const swap = () => { bin.style.left = '10px'; bin.style.zIndex = 5; };
  ${script}</script>`);

/** Boxes of lines only: what is dropped in one arrives at the drawing around it. */
const drawing = (around: string, inside = ''): string =>
  html(`${around}<svg id="drawing" width="400" height="300" style="position:absolute;left:0;top:0">
    <circle id="ball" cx="40" cy="40" r="20" fill="#06c"/><g style="pointer-events:none">
    <rect id="left" x="20" y="120" width="120" height="120" fill="none" stroke="#000"/></g>${inside}</svg>
  <script>
    const at = (event) => (event.clientX > 20 && event.clientX < 140 && event.clientY > 120 ? 'folder' : 'elsewhere');
    let held = false;
    ball.onmousedown = () => { held = true; };
    drawing.onmouseup = (event) => { if (held) fetch('/dropped-on-' + at(event)); };
    for (const one of document.querySelectorAll('.bin')) one.onmouseup = () => fetch('/dropped-on-bin');
  </script>`);
const COVER = '<rect class="bin" x="10" y="110" width="140" height="140" fill="#eee"/>';

promised('input-judged', () => {
  let site: Site;
  let gatewright: Running;
  const dropped: string[] = [];
  beforeAll(async () => {
    const drop = (id: string) => ({
      [`/dropped-on-${id}`]: (_: unknown, response: { end(): unknown }) => {
        dropped.push(id);
        response.end();
      },
    });
    site = await startSite({
      '/enter': page('folder.ondragenter = swap'),
      '/start': page('report.ondragstart = () => setTimeout(swap, 0)'),
      '/plain': page(''),
      '/drawing': drawing(''),
      '/covered': drawing('', COVER),
      '/in-button': drawing('').replace(
        '<g ',
        '<g class="bin" role="button" tabindex="0" aria-label="Delete forever" ',
      ),
      ...drop('folder'),
      ...drop('bin'),
    });
    gatewright = await start({
      args: ['--allow-private', site.host],
      config: { capabilities: ['read', 'navigation', 'action', 'human', 'canvas'], approval: { channels: [] } },
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });
  const open = async (path: string): Promise<void> => {
    dropped.length = 0;
    await gatewright.call('browser_navigate', { url: site.url(path) });
  };
  const STEPS = [
    { kind: 'down', x: 60, y: 30 },
    { kind: 'move', x: 60, y: 60, ms: 50 },
    { kind: 'move', x: 60, y: 220, ms: 150 },
    { kind: 'up' },
  ];

  it.each(['/enter', '/start'])('what slides under a drop gets nothing: %s', async (path) => {
    await open(path);
    expect((await gatewright.call('browser_drag', { from: 'Report', to: 'Folder' })).code).toBe('policy.changed');
    expect(dropped).toEqual([]);
    await open(path);
    expect((await gatewright.call('gesture_chain', { steps: STEPS })).code).toBe('policy.changed');
    expect(dropped).toEqual([]);
  });

  it('a drop where it was meant to go arrives', async () => {
    await open('/plain');
    expect((await gatewright.call('browser_drag', { from: 'Report', to: 'Folder' })).isError).toBe(false);
    await expect.poll(() => dropped, { timeout: 10_000 }).toEqual(['folder']);
  });

  it('a drop in a box of lines only arrives at the drawing, inside the box', async () => {
    await open('/drawing');
    const reply = await gatewright.call('browser_drag', { from: { selector: '#ball' }, to: { selector: '#left' } });
    expect(reply.text).toContain('ok: drag');
    await expect.poll(() => dropped, { timeout: 10_000 }).toEqual(['folder']);
  });

  it('what lies over such a box is a cover, and a control around it is judged with it', async () => {
    const ends = { from: { selector: '#ball' }, to: { selector: '#left' } };
    await open('/covered');
    expect((await gatewright.call('browser_drag', ends)).code).toBe('browser.covered');
    await open('/in-button');
    expect((await gatewright.call('browser_drag', ends)).isError).toBe(true);
    expect(dropped).toEqual([]);
  });

  it('a point is judged by what is there, as it is by its name', async () => {
    for (const to of ['Delete forever', '360,225', { coords: { x: 360, y: 225 } }]) {
      await open('/plain');
      expect((await gatewright.call('browser_drag', { from: 'Report', to })).code, JSON.stringify(to)).toBe(
        'approval.nobody',
      );
    }
    expect(dropped).toEqual([]);
    await open('/plain');
    expect((await gatewright.call('browser_drag', { from: '60,30', to: '60,225' })).isError).toBe(false);
    await expect.poll(() => dropped, { timeout: 10_000 }).toEqual(['folder']);
  });
});
