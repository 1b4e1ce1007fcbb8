import { chmodSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBrowser } from '../../src/browser/index.js';
import { REVISIONS } from '../contracts/transports/ends.js';
import { start } from '../fixtures/gatewright.js';
import type { Running, StartOptions } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const CAPABILITIES = ['read', 'navigation', 'action', 'human', 'fetch'];

let site: Site;
let folder: string;
let gatewright: Running | undefined;

beforeEach(async () => {
  site = await startSite({ '/': html('<button>Fine</button>') });
  folder = mkdtempSync(join(tmpdir(), 'gw-without-'));
  chmodSync(folder, 0o755);
});

afterEach(async () => {
  await gatewright?.close();
  gatewright = undefined;
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const begin = async (options: StartOptions, browser: object): Promise<Running> => {
  const config = { capabilities: CAPABILITIES, browser, network: { unsafeAllowPrivate: [site.host] } };
  gatewright = await start({ ...options, config });
  return gatewright;
};
const listed = async ({ client }: Running): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);

describe('browser.provider: none', () => {
  it('has no browser tools, says so to each call of one, and does the rest', async () => {
    const server = await begin({}, { provider: 'none' });
    expect(await listed(server)).toEqual(['await_human', 'web_fetch']);
    for (const tool of ['browser_navigate', 'browser_snapshot', 'browser_close', 'name_ref']) {
      const refused = await server.call(tool, { url: site.url() });
      expect(refused.code).toBe('browser.unavailable');
      expect(refused.text).toContain('browser.provider is none');
    }
    expect(site.seen).toEqual([]);
    expect((await server.call('web_fetch', { url: site.url() })).text).toContain('Fine');
    expect(server.stderr()).toContain('provider: none; there are no browser tools');
    const doctor = server.command(['doctor']);
    expect(doctor.stdout).toMatch(/browser\s.*none: there are no browser tools/u);
    // What is off is still said to be off, and what is nowhere is still unknown.
    expect((await server.call('browser_pdf')).code).toBe('policy.capability-off');
    expect((await server.call('browser_nothing')).code).toBe('call.unknown-tool');
  });
});

describe.each(
  REVISIONS.flatMap((revision) => (['stdio', 'http'] as const).map((transport) => ({ revision, transport }))),
)('a browser that is missing, over $transport, $revision', ({ revision, transport }) => {
  it('is found by the next call when it has come, and the client is told that there are more tools', async () => {
    const executablePath = join(folder, 'chromium');
    const named = process.env['GATEWRIGHT_EXECUTABLE_PATH'];
    const found = findBrowser({ executablePath: named, headless: true, browsersFolders: [] }, process.env);
    // `serve` refuses a path that is wrong from the start: a person is there to correct it.
    symlinkSync(found?.path ?? '', executablePath);
    const server = await begin({ revision, transport }, { executablePath });
    renameSync(executablePath, join(folder, 'gone'));
    expect(await listed(server)).toEqual(['await_human', 'web_fetch']);
    const refused = await server.call('browser_navigate', { url: site.url() });
    expect(refused.code).toBe('browser.unavailable');
    expect(refused.text).toContain('gatewright install-browser');
    let told = 0;
    server.client.setNotificationHandler('notifications/tools/list_changed', () => {
      told += 1;
    });
    if (revision !== REVISIONS[0]) await server.client.listen({ toolsListChanged: true });

    renameSync(join(folder, 'gone'), executablePath);
    expect((await server.call('browser_navigate', { url: site.url() })).text).toContain('button "Fine"');
    expect(await listed(server)).toContain('browser_click');
    await expect.poll(() => told).toBe(1);
  });
});
