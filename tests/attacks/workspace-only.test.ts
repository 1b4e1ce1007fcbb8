import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand, start } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

promised('workspace-only', () => {
  let site: Site;
  const base = mkdtempSync(join(tmpdir(), 'gw-only-'));
  beforeAll(async () => {
    site = await startSite({
      '/': html('<a download="evil.sh" href="/file">get</a>'),
      '/file': (_, response) =>
        response.writeHead(200, { 'content-disposition': 'attachment; filename="../../evil.sh"' }).end('x'),
    });
  });
  afterAll(async () => {
    await site.close();
    rmSync(base, { recursive: true, force: true });
  });

  it('the current folder, HOME and the temporary folder stay as they were', async () => {
    const folders = ['cwd', 'home', 'tmp'].map((name) => join(base, name));
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    const [cwd = '', HOME = '', TMPDIR = ''] = folders;
    const workspace = join(base, 'workspace');
    const gatewright = await start({ cwd, workspace, env: { HOME, TMPDIR }, args: ['--allow-private', site.host] });
    await gatewright.call('browser_navigate', { url: site.url() });
    await gatewright.call('browser_click', { name: 'get' });
    await gatewright.call('browser_navigate', { url: site.url('/file') });
    await gatewright.call('browser_screenshot');
    await gatewright.close();
    for (const folder of folders) expect(readdirSync(folder, { recursive: true }), folder).toEqual([]);
    expect(readdirSync(join(workspace, 'run'))).toEqual([]);
  });

  it.each(['audit', 'run', 'tokens'])('a link that leads out of the workspace is refused: %s', (name) => {
    const workspace = mkdtempSync(join(base, 'linked-'));
    const outside = mkdtempSync(join(base, 'outside-'));
    symlinkSync(outside, join(workspace, name));
    const { status, stderr } = runCommand(workspace, ['serve', '--http', '127.0.0.1:0']);
    expect(status).toBe(2);
    expect(stderr).toContain('config.workspace');
    expect(readdirSync(outside)).toEqual([]);
  });
});
