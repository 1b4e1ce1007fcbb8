import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Those of Python need their packages: `npm run test:clients -- examples` runs them. */
describe('the examples in TypeScript', () => {
  let site: Site;
  let folder: string;

  beforeAll(async () => {
    site = await startSite({
      '/': html(`<h1>Shop</h1><button onclick="this.textContent='Added'">Add to cart</button>`),
      '/pay': html('<form method="post" action="/paid"><button>Delete account</button></form>'),
    });
    folder = mkdtempSync(join(tmpdir(), 'gw-examples-'));
    cpSync(join(ROOT, 'examples', 'typescript'), folder, { recursive: true });
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules', 'gatewright'));
    symlinkSync(
      join(ROOT, 'node_modules', '@modelcontextprotocol'),
      join(folder, 'node_modules', '@modelcontextprotocol'),
    );
  });

  afterAll(async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('mcp-client.mjs clicks a button over stdio', async () => {
    const ran = await run('mcp-client.mjs', site.url());
    expect(ran).toMatch(/^\d+ tools/u);
    expect(ran).toContain('Added');
  });

  it('sdk.mjs clicks a button, and asks its person before something grave', async () => {
    expect(await run('sdk.mjs', site.url())).toContain('Added');
    const asked = await run('sdk.mjs', site.url('/pay'));
    expect(asked).toContain('Delete account');
    expect(asked).toContain('approval.denied');
    expect(site.seen.some(({ path }) => path === '/paid')).toBe(false);
  });

  function run(script: string, url: string): Promise<string> {
    const workspace = join(folder, 'workspace');
    const GATEWRIGHT = `${process.execPath} ${COMMAND} --allow-private ${site.host}`;
    const env = { ...process.env, GATEWRIGHT, GATEWRIGHT_WORKSPACE: workspace };
    const child = spawn(process.execPath, [join(folder, script), url], { env, cwd: folder });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    return new Promise((resolve) => {
      child.once('close', () => {
        resolve(text);
      });
    });
  }
});
