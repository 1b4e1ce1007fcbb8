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
});
