import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

promised('sessions-apart', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    site = await startSite({
      '/set': (_, response) =>
        response
          .writeHead(200, { 'set-cookie': 'who=ann', 'content-type': 'text/html' })
          .end(html('<script>localStorage.who = "ann"</script>set')),
      '/get': (request, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(
            html(
              `<p>cookie ${request.headers.cookie ?? 'none'}</p><p id="s"></p><script>s.textContent = 'storage ' + (localStorage.who ?? 'none')</script>`,
            ),
          ),
    });
    gatewright = await start({ transport: 'http', args: ['--allow-private', site.host] });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });
  const look = async (session?: string): Promise<string> =>
    (
      await gatewright.call('browser_navigate', {
        url: site.url('/get'),
        snapshot: 'full',
        ...(session === undefined ? {} : { session }),
      })
    ).text;

  it('two sessions of one caller share neither cookies nor storage', async () => {
    await gatewright.call('browser_navigate', { url: site.url('/set'), session: 'one' });
    expect(await look('one')).toMatch(/cookie who=ann[^]*storage ann/u);
    expect(await look('two')).toMatch(/cookie none[^]*storage none/u);
  });

  it('a session that was closed leaves nothing to the next of its name', async () => {
    await gatewright.call('browser_close', { session: 'one' });
    expect(await look('one')).toMatch(/cookie none[^]*storage none/u);
  });

  it('another principal who uses the same name has another session', async () => {
    await gatewright.call('browser_navigate', { url: site.url('/set') });
    const added = gatewright.command(['token', 'add', 'bob', '--json']);
    expect(added.status).toBe(0);
    const { path } = JSON.parse(added.stdout) as { path: string };
    const token = readFileSync(path, 'utf8').trim();
    const url = /http:\/\/[^\s"']+\/mcp/u.exec(gatewright.url)?.[0] ?? '';
    const bob = new Client({ name: 'bob', version: '1' });
    await bob.connect(
      new StreamableHTTPClientTransport(new URL(url), { authProvider: { token: () => Promise.resolve(token) } }),
    );
    try {
      const tabs = await bob.callTool({ name: 'browser_tabs', arguments: { action: 'list' } });
      expect(JSON.stringify(tabs)).not.toContain(site.host);
      const got = await bob.callTool({
        name: 'browser_navigate',
        arguments: { url: site.url('/get'), snapshot: 'full' },
      });
      expect(JSON.stringify(got)).toMatch(/cookie none/u);
    } finally {
      await bob.close();
    }
  });
});
