import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { firstQuestion } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const SECRET = 'kx7-Canvas-09-wren';
const ON = 'read,navigation,action,human,secrets,canvas';
const STYLE = '<style>body { margin: 0 } canvas, button { position: absolute; left: 0; top: 0 }</style>';
const CLICK = [{ kind: 'down', x: 50, y: 20 }, { kind: 'up' }];
const DRAG = [{ kind: 'down', x: 50, y: 20 }, { kind: 'move', x: 60, y: 25 }, { kind: 'up' }];

promised('people-decide', () => {
  let site: Site;
  let other: Site;
  let gatewright: Running;
  const call = (tool: string, args: Record<string, unknown>): Promise<Reply> => gatewright.call(tool, args);
  const open = (path: string): Promise<Reply> => call('browser_navigate', { url: site.url(path), snapshot: 'none' });
  beforeAll(async () => {
    other = await startSite({ '/': html('<canvas width="300" height="100"></canvas>', STYLE) });
    const button = '<button style="width:200px;height:60px" onclick="fetch(\'/pressed\')">Delete my account</button>';
    site = await startSite({
      '/button': html(button, STYLE),
      '/swaps': html(
        `<canvas id="c" width="300" height="100" style="z-index:2"></canvas>${button}
        <script>addEventListener('pointermove', () => c.remove())</script>`,
        STYLE,
      ),
      '/crowd': html(
        `${button}<canvas width="640" height="40" style="top:130px"></canvas>${Array.from(
          { length: 31 },
          (_, i) =>
            `<button style="left:${String(20 * i)}px;top:100px;width:18px;height:20px">Harmless ${String(i)}</button>`,
        ).join('')}`,
        STYLE,
      ),
      '/frame': html(`<iframe src="${other.url()}" style="border:0;width:300px;height:100px"></iframe>`, STYLE),
      '/pressed': html('pressed'),
    });
    gatewright = await start({
      args: ['--allow-private', site.host, '--allow-private', other.host],
      env: { GATEWRIGHT_CAPABILITIES: ON },
      config: { network: { allow: [site.origin], load: [other.origin] } },
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    await other.close();
  });

  it('a gesture over a grave button asks a person, as a click there would', async () => {
    for (const steps of [CLICK, DRAG]) {
      await open('/button');
      const asked = call('gesture_chain', { steps });
      const { id } = await firstQuestion(gatewright);
      expect(gatewright.command(['approvals', 'deny', id]).status).toBe(0);
      expect((await asked).code).toMatch(/^approval\./u);
    }
    expect(site.seen.filter(({ path }) => path === '/pressed')).toEqual([]);
  });

  it('the element that is pressed is named first, however many the pointer passes over', async () => {
    await open('/crowd');
    const passed = Array.from({ length: 30 }, (_, i) => ({ kind: 'move', x: 5 + 20 * i, y: 110 }));
    const asked = call('gesture_chain', { steps: [...passed, ...CLICK] });
    const { id } = await firstQuestion(gatewright);
    const { stdout } = gatewright.command(['approvals']);
    expect(gatewright.command(['approvals', 'deny', id]).status).toBe(0);
    expect((await asked).code).toMatch(/^approval\./u);
    expect(stdout).toContain('Delete my account');
    expect(stdout).not.toContain('Harmless');
  });

  it('what presses more elements than a person can be shown is refused, and one element is one', async () => {
    await open('/crowd');
    const presses = (y: number) =>
      Array.from({ length: 25 }, (_, i) => [{ kind: 'down', x: 5 + 20 * i, y }, { kind: 'up' }]).flat();
    const refused = await call('gesture_chain', { steps: [...presses(110), ...CLICK] });
    expect(refused.code).toBe('call.bad-arguments');
    expect(refused.text).toContain('split');
    expect((await call('gesture_chain', { steps: presses(150) })).isError).toBe(false);
    const asked = call('gesture_chain', { steps: [...presses(150), ...CLICK] });
    const { id } = await firstQuestion(gatewright);
    expect(gatewright.command(['approvals', 'deny', id]).status).toBe(0);
    expect((await asked).code).toMatch(/^approval\./u);
    expect(site.seen.filter(({ path }) => path === '/pressed')).toEqual([]);
  });

  it('a page that lays a button under the pointer gets nothing pressed', async () => {
    await open('/swaps');
    const reply = await call('gesture_chain', { steps: CLICK });
    expect(reply.isError).toBe(true);
    expect(site.seen.filter(({ path }) => path === '/pressed')).toEqual([]);
  });

  it('a frame that may only be loaded takes no gesture, nor does the pointer pass over it', async () => {
    await open('/frame');
    for (const steps of [CLICK, DRAG, [{ kind: 'move', x: 50, y: 20 }], [{ kind: 'wheel', x: 50, y: 20, dy: 50 }]])
      expect((await call('gesture_chain', { steps })).code).toBe('policy.origin-not-allowed');
  });
});

promised('secrets-unseen', () => {
  it('a canvas shows no pixels while the page holds a secret, nor pixels of another origin', async () => {
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const other = await startSite({
      '/p.png': (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
    });
    const draw = (text: string): string =>
      `<canvas id="c" width="300" height="80"></canvas><script>c.getContext('2d').fillText(${text}, 10, 40)</script>`;
    const site = await startSite({
      '/plain': html(draw("'hello'")),
      '/text': html(`<p id="p">${SECRET}</p>${draw('p.textContent')}`),
      '/field': html(`<input type="password" id="p" value="hunter2-hunter2">${draw('p.value')}`),
      '/tainted': html(
        `<canvas id="c" width="30" height="30"></canvas><img id="i" src="${other.url('/p.png')}" onload="c.getContext('2d').drawImage(i, 0, 0, 30, 30); document.title = 'drawn'">`,
      ),
    });
    const gatewright = await start({
      args: ['--allow-private', site.host, '--allow-private', other.host],
      env: { GATEWRIGHT_CAPABILITIES: ON },
    });
    const capture = async (path: string, format?: string): Promise<Reply> => {
      await gatewright.call('browser_navigate', { url: site.url(path), snapshot: 'none' });
      return gatewright.call('canvas_capture', { selector: '#c', ...(format === undefined ? {} : { format }) });
    };
    try {
      const plain = await capture('/plain');
      expect(plain.isError, plain.text).toBe(false);
      const id = /id=(img-\w+)/u.exec(plain.text)?.[1] ?? '';
      await gatewright.call('register_secret', { name: 'TOKEN', value: SECRET, scope: [site.origin] });
      const later = await gatewright.call('canvas_diff', { before: id, after: id });
      expect(later.code).toBe('page.secret-shown');
      expect((await capture('/plain')).isError).toBe(false);
      for (const path of ['/text', '/field']) {
        const reply = await capture(path);
        expect(reply.code, path).toBe('page.secret-shown');
        expect(reply.images).toEqual([]);
      }
      for (const format of ['png', '2d-imagedata', 'webgl-framebuffer'])
        expect((await capture('/tainted', format)).code, format).toBe('canvas.tainted');
      expect(gatewright.record().some(({ tool }) => tool === 'canvas_capture')).toBe(true);
    } finally {
      await gatewright.close();
      await site.close();
      await other.close();
    }
  });
});

promised('gate-first', () => {
  it('while the capability is off the tools are unlisted, and refused unread', async () => {
    const gatewright = await start();
    const names = 'canvas_capture gesture_chain canvas_world_to_screen canvas_screen_to_world canvas_query canvas_diff';
    try {
      const { tools } = await gatewright.client.listTools();
      for (const name of names.split(' ')) {
        expect(tools.map((tool) => tool.name)).not.toContain(name);
        expect((await gatewright.call(name, { nonsense: true })).code).toBe('policy.capability-off');
      }
    } finally {
      await gatewright.close();
    }
  });
});
