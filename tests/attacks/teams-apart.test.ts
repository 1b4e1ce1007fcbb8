import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import type { ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refOf, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { addToken, connectTeam } from '../fixtures/team-client.js';
import type { TeamClient } from '../fixtures/team-client.js';

/** What red has; nothing that blue is told may hold it. */
const MARK = 'crimson-7731';

promised('sessions-apart', () => {
  let site: Site;
  let gatewright: Running;
  let red: TeamClient;
  let blue: TeamClient;
  const told: string[] = [];
  const held: ServerResponse[] = [];
  let isHolding = true;
  const ask = async (tool: string, args: Record<string, unknown> = {}) => {
    const reply = await blue.call(tool, args);
    told.push(JSON.stringify([reply.text, reply.meta]));
    return reply;
  };

  beforeAll(async () => {
    site = await startSite({
      '/set': (_, response) =>
        response.writeHead(200, { 'set-cookie': `who=${MARK}`, 'content-type': 'text/html' }).end(
          html(`<title>${MARK}</title><script>localStorage.who = '${MARK}'; console.error('${MARK}');
            new BroadcastChannel('all').onmessage = () => undefined;</script>
            <textarea aria-label="Draft">${MARK}</textarea><button>Save</button><button>Other</button>
            <a href="/file?${MARK}">Download</a>`),
        ),
      '/file': (_, response) =>
        response.writeHead(200, { 'content-disposition': `attachment; filename="${MARK}.txt"` }).end(MARK),
      '/plain': (_, response) =>
        response.writeHead(200, { 'content-disposition': 'attachment; filename="plain.txt"' }).end('plain'),
      '/get': (asked, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(
          html(`<p>cookie ${asked.headers.cookie ?? 'none'}</p><p id="s"></p><textarea aria-label="Draft"></textarea><a href="/plain">Download</a><input type="file" aria-label="File">
            <script>s.textContent = 'storage ' + (localStorage.who ?? 'none')</script>`),
        ),
      '/slow': (_, response) => {
        if (isHolding) held.push(response);
        else response.end('slow');
      },
    });
    const team = { browser: { allowed_domains: [site.origin] } };
    gatewright = await start({
      transport: 'http',
      config: {
        capabilities: ['read', 'navigation', 'action', 'human', 'fetch', 'file-io', 'clipboard'],
        network: { unsafeAllowPrivate: [site.host] },
        approval: { from: 'never' },
        teams: { red: team, blue: team },
      },
    });
    // The same program, and the same names for everything: only the token tells them apart.
    red = await connectTeam(gatewright, addToken(gatewright, 'red'), { name: 'agent' });
    blue = await connectTeam(gatewright, addToken(gatewright, 'blue'), { name: 'agent' });
  }, 60_000);

  afterAll(async () => {
    await red.close();
    await blue.close();
    await gatewright.close();
    await site.close();
  });

  it('what one team has at a site the other sees nothing of, also while both are there', async () => {
    const page = await red.call('browser_navigate', { url: site.url('/set'), snapshot: 'full' });
    expect(page.text).toContain(MARK);
    const ref = refOf(page.text, /button "Save"/u);
    expect((await red.call('name_ref', { name: 'mine', ref })).isError).toBe(false);
    expect((await red.call('list_named_refs')).text).toContain('mine');
    await red.call('browser_press', { selector: 'textarea', key: 'Control+a' });
    expect((await red.call('browser_press', { selector: 'textarea', key: 'Control+c' })).isError).toBe(false);
    expect((await red.call('browser_console_read')).text).toContain(MARK);

    // Before blue has a session of its own.
    expect((await ask('browser_tabs', { action: 'list' })).text).not.toContain(site.host);
    for (const tool of ['browser_snapshot', 'browser_console_read', 'browser_network_read', 'list_named_refs'])
      await ask(tool);
    expect((await ask('browser_click', { ref })).isError).toBe(true);
    expect((await ask('browser_click', { named: 'mine' })).isError).toBe(true);

    // And with one, at the same site.
    const own = await ask('browser_navigate', { url: site.url('/get'), snapshot: 'full' });
    expect(own.text).toMatch(/cookie none[^]*storage none/u);
    for (const tool of ['browser_console_read', 'browser_network_read', 'list_named_refs', 'browser_ws_read'])
      await ask(tool);
    expect((await ask('browser_click', { named: 'mine' })).isError).toBe(true);
    expect((await ask('browser_press', { selector: 'textarea', key: 'Control+v' })).isError).toBe(true);
    expect((await ask('browser_snapshot')).text).not.toContain('crimson');
    await ask('browser_close');
    expect((await red.call('browser_snapshot')).text).toContain(MARK);
  }, 60_000);

  it('what one team copies or writes to its clipboard no other reads or pastes', async () => {
    expect((await red.call('clipboard_write', { text: MARK })).isError).toBe(false);
    expect((await red.call('clipboard_read')).text).toContain(MARK);
    await ask('browser_navigate', { url: site.url('/get') });
    await ask('clipboard_read');
    expect((await ask('clipboard_write', { text: 'of blue' })).isError).toBe(false);
    expect((await ask('clipboard_read')).text).toContain('of blue');
    expect((await red.call('clipboard_read')).text).toContain(MARK);
    await ask('browser_close');
  }, 60_000);

  it('on the record each call stands under its own team', () => {
    const own = gatewright.record().filter(({ principal }) => principal === 'blue');
    expect(own.length).toBeGreaterThan(5);
    expect(JSON.stringify(own)).not.toContain(MARK);
  });

  it('files that one team downloads lie in a folder of its own', async () => {
    const got = await red.call('browser_download', { name: 'Download' });
    expect(got.isError, got.text).toBe(false);
    await ask('browser_navigate', { url: site.url('/get') });
    expect((await ask('browser_download', { name: 'Download' })).isError).toBe(false);
    const folder = join(gatewright.workspace, 'downloads');
    const kept = readdirSync(folder, { recursive: true }).map(String);
    const [ofRed, ofBlue] = [`${MARK}.txt`, 'plain.txt'].map((name) =>
      dirname(kept.find((path) => path.endsWith(name)) ?? ''),
    );
    expect(ofRed).toMatch(/^default-/u);
    expect(ofBlue).toMatch(/^default-/u);
    expect(ofBlue).not.toBe(ofRed);
    for (const path of kept)
      expect((await ask('browser_upload', { selector: 'input', paths: [path] })).isError).toBe(true);
  }, 60_000);

  it('a thousand calls of one team at once are answered, and another team is served meanwhile', async () => {
    await ask('browser_navigate', { url: site.url('/get') });
    // By two ways: fetches that share nothing, and calls that wait for one session of red's.
    const flood = Array.from({ length: 1000 }, (_, id) =>
      post(red.token, id, id % 2 === 0 ? 'web_fetch' : 'browser_navigate'),
    );
    await expect.poll(() => held.length, { timeout: 30_000 }).toBeGreaterThan(0);
    // Red's calls are under way, and stay so: whoever waits behind them waits for ever.
    for (let turn = 0; turn < 5; turn += 1) {
      const reply = await ask('browser_snapshot');
      expect(reply.isError, reply.text).toBe(false);
      // What blue is told does not change with what red does.
      expect(reply.text).not.toMatch(/retryAfterMs|busy|queue|wait/iu);
    }
    isHolding = false;
    for (const response of held.splice(0)) response.end('slow');
    const answers = await Promise.all(flood);
    const busy = answers.filter((text) => text.includes('call.busy'));
    expect(busy.length).toBeGreaterThan(850);
    for (const text of busy) expect(text).toMatch(/retryAfterMs/u);
    const noted = gatewright.record().filter(({ event }) => event === 'calls.refused');
    expect(noted.length).toBeLessThan(100);
  }, 120_000);

  it('and nothing of all that was told to the other', () => {
    expect(told.length).toBeGreaterThan(10);
    expect(told.filter((text) => text.includes('crimson'))).toEqual([]);
    expect(told.filter((text) => /\bred\b/u.test(text))).toEqual([]);
  });

  /** One call of 2026-07-28, on a connection of its own; the text of its answer. */
  function post(token: string, id: number, tool: string): Promise<string> {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { name: tool, arguments: { url: site.url('/slow') }, _meta: meta };
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': tool,
    };
    return new Promise((resolve) => {
      const sent = request(gatewright.url, { method: 'POST', headers, agent: false }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          resolve(text);
        });
      });
      sent.on('error', (error) => {
        resolve(`failed ${error.message}`);
      });
      sent.end(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }));
    });
  }
});
