import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodePng } from '../../src/browser/png.js';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** A drawing board: strokes are drawn, and told in the page's text. */
const BOARD = html(
  `<canvas id="board" width="400" height="300"></canvas><p id="out">none</p>
  <canvas id="gl" width="64" height="32"></canvas><canvas id="none" width="50" height="50"></canvas>
  <canvas id="wide" width="4000" height="100" style="width:400px;height:10px"></canvas><canvas id="huge"></canvas>
  <script>
    const context = board.getContext('2d');
    context.fillStyle = 'rgb(10, 20, 30)';
    context.fillRect(0, 0, 20, 10);
    const log = [];
    let isDown = false;
    board.onpointerdown = (e) => { isDown = true; log.push('down ' + e.offsetX + ',' + e.offsetY); context.beginPath(); context.moveTo(e.offsetX, e.offsetY) };
    board.onpointermove = (e) => { if (isDown) { context.lineTo(e.offsetX, e.offsetY); context.stroke() } };
    board.onpointerup = (e) => { isDown = false; log.push('up ' + e.offsetX + ',' + e.offsetY); out.textContent = log.join(' ') };
    board.onwheel = (e) => { log.push('wheel ' + e.deltaY); out.textContent = log.join(' ') };
    const webgl = gl.getContext('webgl', { preserveDrawingBuffer: true });
    webgl.clearColor(1, 0, 0, 1);
    webgl.clear(webgl.COLOR_BUFFER_BIT);
    webgl.enable(webgl.SCISSOR_TEST);
    webgl.scissor(0, 0, 64, 8);
    webgl.clearColor(0, 0, 1, 1);
    webgl.clear(webgl.COLOR_BUFFER_BIT);
    wide.getContext('2d').fillRect(0, 0, 4000, 100);
    huge.width = 20000; huge.height = 1;
  </script>`,
  '<style>body { margin: 0 } canvas { display: block }</style>',
);

describe('the canvas tools on a real page', () => {
  let site: Site;
  let gatewright: Running;
  const call = (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => gatewright.call(tool, args);
  const ok: Running['ok'] = (tool, args) => gatewright.ok(tool, args);
  const pixelOf = (reply: Reply, x: number, y: number): readonly number[] => {
    const { width, channels, bytes } = decodePng(Buffer.from(reply.images[0]?.data ?? '', 'base64'));
    return [...bytes.subarray((y * width + x) * channels, (y * width + x) * channels + 3)];
  };
  const open = (path = '/'): Promise<Reply> => ok('browser_navigate', { url: site.url(path), snapshot: 'none' });
  const app = (script: string): string =>
    html(
      `<canvas id="c" width="200" height="100" style="position:absolute;left:30px;top:40px"></canvas><script>${script}</script>`,
    );
  beforeAll(async () => {
    site = await startSite({
      '/': BOARD,
      '/viewport': app('window.app = { viewport: { zoom: 2, center: { x: 10, y: 5 } } }'),
      '/offset': app('window.editor = { scale: 0.5, offset: { x: 7, y: 9 } }'),
      '/matrix': app('window.app = { transform: { matrix: [1, 0, 0, 1, 3, 4] } }'),
      '/nothing': app('window.app = { viewport: { zoom: "2", center: {} } }'),
    });
    gatewright = await start({
      args: ['--allow-private', site.host],
      env: { GATEWRIGHT_CAPABILITIES: 'read,navigation,action,human,canvas' },
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });
  beforeEach(async () => {
    await open();
  });

  it('says at boot what it exposes, and names a canvas in a snapshot with its size', async () => {
    expect(gatewright.stderr()).toContain('pixels and gestures on canvases');
    const { text } = await ok('browser_snapshot');
    expect(text).toMatch(/canvas \[ref=e\d+\] \[400x300\][^\n]*: nothing to read here/u);
  });

  it('captures what a canvas shows, by each of the three ways', async () => {
    const plain = await ok('canvas_capture', { selector: '#board' });
    expect(plain.text).toContain('canvas 400x300');
    expect(pixelOf(plain, 5, 5)).toEqual([10, 20, 30]);
    const exact = await ok('canvas_capture', { selector: '#board', format: '2d-imagedata' });
    expect(pixelOf(exact, 19, 9)).toEqual([10, 20, 30]);
    for (const format of ['png', 'webgl-framebuffer']) {
      const drawn = await ok('canvas_capture', { selector: '#gl', format });
      expect(pixelOf(drawn, 3, 3), format).toEqual([255, 0, 0]);
      expect(pixelOf(drawn, 3, 30), format).toEqual([0, 0, 255]);
    }
    const wide = await ok('canvas_capture', { selector: '#wide', format: '2d-imagedata' });
    expect(wide.text).toContain('canvas 4000x100, shown as 1568x39');
    expect(pixelOf(wide, 1500, 20)).toEqual([0, 0, 0]);
  });

  it('refuses what is no canvas, of another kind, or too large, and gives none a context', async () => {
    expect((await call('canvas_capture', { selector: '#out' })).code).toBe('browser.not-actionable');
    expect((await call('canvas_capture', { selector: '#gl', format: '2d-imagedata' })).code).toBe('call.bad-arguments');
    expect((await call('canvas_capture', { selector: '#huge' })).code).toBe('canvas.too-large');
    const blank = await ok('canvas_capture', { selector: '#none', format: 'webgl-framebuffer' });
    expect(blank.text).toContain('blank');
    await ok('canvas_capture', { selector: '#none', format: '2d-imagedata' });
  });

  it('draws a stroke, and says what it changed', async () => {
    const idOf = (reply: Reply): string => /id=(img-\w+)/u.exec(reply.text)?.[1] ?? '';
    const before = idOf(await ok('canvas_capture', { selector: '#board' }));
    const steps = [
      { kind: 'down', x: 100, y: 100 },
      { kind: 'move', x: 150, y: 120, ms: 60 },
      { kind: 'wait', ms: 20 },
      { kind: 'move', x: 200, y: 100 },
      { kind: 'up' },
      { kind: 'wheel', x: 50, y: 50, dy: 30 },
    ];
    await ok('gesture_chain', { steps });
    await ok('browser_wait_for', { text: 'down 100,100 up 200,100 wheel 30', seconds: 10 });
    const after = idOf(await ok('canvas_capture', { selector: '#board' }));
    const changed = await ok('canvas_diff', { before, after });
    const { box, changed: count } = JSON.parse(changed.text.split('\n')[0] ?? '{}') as {
      box: { x: number; y: number; width: number; height: number };
      changed: number;
    };
    expect(count).toBeGreaterThan(50);
    expect(box.x).toBeGreaterThanOrEqual(97);
    expect(box.x + box.width).toBeLessThanOrEqual(204);
    expect(box.y).toBeGreaterThanOrEqual(97);
    expect(changed.images).toHaveLength(1);
    expect((await ok('canvas_diff', { before, after: before })).text).toContain('"changed":0');
    expect((await ok('canvas_diff', { before, after, threshold: 1 })).text).toContain('"changed":0');
    expect((await call('canvas_diff', { before, after: 'img-000000' })).code).toBe('session.no-such-picture');
  });

  it('keeps to its limits, and says which step is wrong', async () => {
    const bad = async (steps: readonly object[]): Promise<string> => {
      const reply = await call('gesture_chain', { steps });
      expect(reply.code).toBe('call.bad-arguments');
      return reply.text;
    };
    const move = { kind: 'move', x: 10, y: 10 };
    expect(await bad([{ kind: 'down' }])).toContain('steps.0: the first point needs x and y');
    expect(await bad([{ kind: 'down', x: 1, y: 1 }])).toContain('a down without an up');
    expect(await bad([move, { kind: 'up' }])).toContain('steps.1: the pointer is not down');
    expect(await bad(Array.from({ length: 201 }, () => move))).toContain('steps');
    const wait = { kind: 'wait', ms: 9000 };
    expect(await bad([wait])).toContain('none of them has a point');
    expect(await bad([move, wait, wait, wait])).toContain('15000 ms');
    const began = performance.now();
    const stroke = Array.from({ length: 198 }, (_, i) => ({ kind: 'move', x: 20 + i, y: 50 + (i % 40) }));
    await ok('gesture_chain', { steps: [{ kind: 'down', x: 20, y: 50 }, ...stroke, { kind: 'up' }] });
    expect(performance.now() - began).toBeGreaterThan(198 * 5);
  });

  it('maps points by a transform that is given, or found in the app', async () => {
    const transform = { scale: 2, panX: 5, panY: 6, originX: 100 };
    const screen = await ok('canvas_world_to_screen', { points: [{ x: 10, y: 20 }], transform });
    expect(JSON.parse(screen.text)).toEqual({ points: [{ x: 125, y: 46 }] });
    const world = await ok('canvas_screen_to_world', { points: [{ x: 125, y: 46 }], transform });
    expect(JSON.parse(world.text)).toEqual({ points: [{ x: 10, y: 20 }] });
    for (const [path, x, y] of [
      ['/viewport', 130 + 2, 90 + 2],
      ['/offset', 30 + 7 + 5.5, 40 + 9 + 3],
      ['/matrix', 30 + 3 + 11, 40 + 4 + 6],
    ] as const) {
      await open(path);
      const there = await ok('canvas_world_to_screen', { points: [{ x: 11, y: 6 }], selector: '#c' });
      expect(JSON.parse(there.text), path).toMatchObject({ points: [{ x, y }] });
      const back = await ok('canvas_screen_to_world', { points: [{ x, y }] });
      expect(JSON.parse(back.text), path).toMatchObject({ points: [{ x: 11, y: 6 }] });
    }
    await open('/nothing');
    expect((await call('canvas_world_to_screen', { points: [{ x: 1, y: 1 }] })).code).toBe('canvas.no-transform');
    const none = { points: [{ x: 1, y: 1 }], transform: { scale: 0, panX: 0, panY: 0 } };
    expect((await call('canvas_screen_to_world', none)).code).toBe('canvas.no-transform');
  });

  it('an adapter that nobody added is none', async () => {
    expect((await call('canvas_query', { adapter: 'sketch', op: 'shapes' })).code).toBe('canvas.no-adapter');
  });
});
