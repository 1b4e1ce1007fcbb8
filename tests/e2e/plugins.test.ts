import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXCALIDRAW_PAGE, TLDRAW_PAGE } from '../fixtures/drawing-pages.js';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const EXAMPLES = fileURLToPath(new URL('../../examples/plugins/', import.meta.url));

describe('the canvas adapters that ship as examples', () => {
  let site: Site;
  let gatewright: Running;
  const call = (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => gatewright.call(tool, args);
  const open = (path: string): Promise<Reply> => call('browser_navigate', { url: site.url(path), snapshot: 'none' });
  const fenced = ({ text, isError }: Reply): unknown => {
    expect(isError, text).toBe(false);
    const [, origin, inside = ''] = /^<<page \d+ (\S+) untrusted>>\n(.*)\n<<end \d+>>$/su.exec(text) ?? [];
    expect(origin, text).toMatch(/^plugin:/u);
    return JSON.parse(inside);
  };
  beforeAll(async () => {
    site = await startSite({
      '/excalidraw': EXCALIDRAW_PAGE,
      '/tldraw': TLDRAW_PAGE,
      '/plain': html('<canvas width="50" height="50"></canvas>'),
      '/login': html(`<input type="password" value="hunter2">${EXCALIDRAW_PAGE}`),
    });
    gatewright = await start({
      args: ['--allow-private', site.host],
      config: {
        capabilities: ['read', 'navigation', 'canvas'],
        plugins: ['excalidraw', 'tldraw'].map((name) => ({ path: `${EXAMPLES}${name}`, capabilities: ['canvas'] })),
      },
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });

  it('are named at boot, in the record, in doctor and in tools/list', async () => {
    expect(gatewright.stderr()).toMatch(/plugin: excalidraw 1\.0\.0 may use canvas; its tools: excalidraw\.elements/u);
    const started = gatewright.record().filter(({ event }) => event === 'plugin');
    expect(JSON.stringify(started)).toContain('tldraw');
    const { tools } = await gatewright.client.listTools();
    const listed = tools.find(({ name }) => name === 'excalidraw.locate');
    expect(listed?.inputSchema).toMatchObject({ required: ['id'], additionalProperties: false });
    expect(listed?.annotations?.readOnlyHint).toBe(true);
    const { stdout } = gatewright.command(['doctor', '--json']);
    expect(stdout).toContain('tldraw 1.0.0 may use canvas');
  });

  it('tell what an Excalidraw-shaped page draws, by canvas_query and by their own name', async () => {
    await open('/excalidraw');
    const all = fenced(await call('canvas_query', { adapter: 'excalidraw', op: 'elements' }));
    expect(all).toMatchObject([{ id: 'a', text: 'Start' }, { id: 'c' }]);
    const some = await call('canvas_query', { adapter: 'excalidraw', op: 'elements', args: '{"type":"rectangle"}' });
    expect(fenced(some)).toMatchObject([{ id: 'a' }]);
    // zoom 2 around (100, 75) in the middle of a canvas of 400x300 at (20, 30)
    expect(fenced(await call('excalidraw.locate', { id: 'a' }))).toEqual({ x: 220, y: 180 });
    const none = await call('excalidraw.locate', { id: 'zz' });
    expect(none.code).toBe('plugin.failed');
    expect(none.text).toContain('there is no element of this id');
  });

  it('tell what a tldraw-shaped page draws', async () => {
    await open('/tldraw');
    const geo = await call('canvas_query', { adapter: 'tldraw', op: 'shapes', args: '{"type":"geo"}' });
    expect(fenced(geo)).toEqual([{ id: 'shape:1', type: 'geo', x: 100, y: 40, w: 40, h: 20, text: 'Box' }]);
    expect(fenced(await call('tldraw.locate', { id: 'shape:1' }))).toEqual({ x: 90, y: 75 });
  });

  it('refuse what does not fit, each with its code', async () => {
    await open('/plain');
    expect((await call('canvas_query', { adapter: 'excalidraw', op: 'elements' })).code).toBe('plugin.failed');
    expect((await call('canvas_query', { adapter: 'excalidraw', op: 'nothing' })).code).toBe('canvas.no-adapter');
    expect((await call('canvas_query', { adapter: 'sketch', op: 'elements' })).code).toBe('canvas.no-adapter');
    const bad = { adapter: 'excalidraw', op: 'elements', args: '{"kind":1}' };
    expect((await call('canvas_query', bad)).code).toBe('call.bad-arguments');
    expect((await call('canvas_query', { ...bad, args: '[1]' })).code).toBe('call.bad-arguments');
    expect((await call('excalidraw.locate', {})).code).toBe('call.bad-arguments');
    await open('/login');
    const held = await call('canvas_query', { adapter: 'excalidraw', op: 'elements' });
    expect(held.text).toContain('page.secret-shown');
    expect(held.text).not.toContain('hunter2');
  });
});
