import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { answerFirst } from '../fixtures/person.js';
import { browserBelow } from '../fixtures/processes.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Handler, Site } from '../fixtures/site.js';

const ANSWERED = 'Amber_Fjord-4417';
const REGISTERED = 'Cobalt+Meadow.9902';
const VALUES = [ANSWERED, REGISTERED];

/** A site that keeps what it is sent, and shows it to whoever comes. */
async function startBoard(): Promise<Site> {
  const notes: string[] = [];
  const save: Handler = (request, response) => {
    notes.push(new URL(request.url ?? '/', 'http://x').searchParams.get('note') ?? '');
    response.writeHead(303, { location: '/' }).end();
  };
  const show: Handler = (_, response) => {
    const list = notes.map((note) => `<li>${note}<li>${Buffer.from(note).toString('base64')}`).join('');
    const script = `<script>document.title = ${JSON.stringify(notes.join(' '))}; console.log(document.title)</script>`;
    const page = html(`<form action="/save"><input name="note" aria-label="Note"><button>Save</button></form>
      <h2>The board</h2><ul>${list}</ul>${script}`);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  };
  return startSite({ '/': show, '/save': save });
}

promised('secrets-unseen', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    site = await startBoard();
    gatewright = await start({
      transport: 'http',
      args: ['--http', '127.0.0.1:0', '--allow-private', site.host],
      config: { capabilities: ['read', 'navigation', 'action', 'human', 'fetch', 'secrets'] },
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });

  /** Everything that the model gets to read about the board in a session. */
  const readIn = async (session: string): Promise<string> => {
    const replies = [];
    for (const [tool, args] of [
      ['browser_navigate', { url: site.url(), snapshot: 'full' }],
      ['browser_read', {}],
      ['browser_read', { format: 'tree' }],
      ['browser_text_search', { text: 'board' }],
      ['browser_console_read', {}],
      ['browser_network_read', {}],
      ['browser_tabs', { action: 'list' }],
    ] as const) {
      const { text, meta } = await gatewright.call(tool, { ...args, session });
      replies.push(JSON.stringify([text, meta]));
    }
    return replies.join('\n');
  };
  const expectMasked = (text: string, ...names: string[]) => {
    for (const value of VALUES) {
      expect(text).not.toContain(value);
      expect(text).not.toContain(Buffer.from(value).toString('base64').slice(0, 12));
    }
    for (const name of names) expect(text).toContain(`<${name}>`);
  };
  const post = async (name: string) => {
    expect((await gatewright.call('browser_fill', { name: 'Note', value: `<${name}>` })).isError).toBe(false);
    await gatewright.call('browser_click', { name: 'Save', role: 'button' });
  };

  it('what a person gave and the site keeps is masked in its own session', async () => {
    await gatewright.call('browser_navigate', { url: site.url() });
    const asked = gatewright.call('await_human', { kind: 'input', prompt: 'The key, please', secret: 'KEY' });
    await answerFirst(gatewright, ANSWERED);
    await asked;
    await post('KEY');
    await gatewright.call('register_secret', { name: 'TOKEN', value: REGISTERED, scope: [site.origin] });
    await post('TOKEN');
    expectMasked(await readIn('default'), 'KEY', 'TOKEN');
  });

  it('and in another session', async () => {
    expectMasked(await readIn('other'), 'KEY', 'TOKEN');
  });

  it('but the name can be used in its own session alone', async () => {
    const { text } = await gatewright.call('browser_fill', { name: 'Note', value: '<KEY>', session: 'other' });
    expect(text).not.toContain(ANSWERED);
    const seen = await gatewright.call('browser_inspect', { selector: 'input', session: 'other' });
    expect(seen.text).toContain('<KEY>');
    await gatewright.call('browser_click', { name: 'Save', role: 'button', session: 'other' });
    await expect.poll(() => site.seen.at(-1)?.path).toBe('/');
    expect(site.seen.map(({ path }) => path)).toContain('/save?note=%3CKEY%3E');
  });

  it('after its session was closed', async () => {
    await gatewright.call('browser_close', {});
    await gatewright.call('browser_close', { session: 'other' });
    expectMasked(await readIn('default'), 'KEY', 'TOKEN');
    expectMasked(await readIn('third'), 'KEY', 'TOKEN');
  });

  it('in a fetch without a browser, with every session closed', async () => {
    for (const session of ['default', 'third']) await gatewright.call('browser_close', { session });
    const { text, meta } = await gatewright.call('web_fetch', { url: site.url() });
    expect(text).toContain('The board');
    expectMasked(JSON.stringify([text, meta]), 'KEY', 'TOKEN');
  });

  it('after the browser crashed', async () => {
    await readIn('default');
    process.kill(browserBelow(gatewright.pid), 'SIGKILL');
    await gatewright.call('browser_read', {});
    expectMasked(await readIn('default'), 'KEY', 'TOKEN');
  });

  it('and it is carried nowhere else by a session that never had it', async () => {
    const elsewhere = await startSite({ '/': 'elsewhere' });
    try {
      const url = `${elsewhere.origin}/?q=${ANSWERED}`;
      for (const [tool, more] of [
        ['browser_navigate', { session: 'fourth' }],
        ['web_fetch', {}],
      ] as const) {
        expect((await gatewright.call(tool, { url, ...more })).code).toBe('policy.secret-leaving');
      }
      expect(elsewhere.seen).toEqual([]);
    } finally {
      await elsewhere.close();
    }
  });

  it('in the record and in what a person is asked, too', async () => {
    const asked = gatewright.call('await_human', { kind: 'confirm', prompt: `Is it ${REGISTERED}?`, session: 'fifth' });
    await expect.poll(() => gatewright.command(['approvals', '--json']).stdout, { timeout: 20_000 }).toContain('Is it');
    const shown = gatewright.command(['approvals', '--json']).stdout;
    await answerFirst(gatewright);
    expectMasked([shown, (await asked).text, JSON.stringify(gatewright.record()), gatewright.stderr()].join('\n'));
  });

  it('another principal is not told that it is somebody’s secret', async () => {
    const added = gatewright.command(['token', 'add', 'bob', '--json']);
    const { path } = JSON.parse(added.stdout) as { path: string };
    const token = readFileSync(path, 'utf8').trim();
    const endpoint = /http:\/\/[^\s"']+\/mcp/u.exec(gatewright.url)?.[0] ?? '';
    const bob = new Client({ name: 'bob', version: '1' });
    await bob.connect(
      new StreamableHTTPClientTransport(new URL(endpoint), { authProvider: { token: () => Promise.resolve(token) } }),
    );
    try {
      const read = await bob.callTool({ name: 'browser_navigate', arguments: { url: site.url(), snapshot: 'full' } });
      expect(JSON.stringify(read)).toContain(ANSWERED);
      // Refused while the arguments are read: before there is a session whose secrets could be hidden.
      const refused = await bob.callTool({ name: 'browser_find', arguments: { query: 'x', [ANSWERED]: 1 } });
      expect(JSON.stringify(refused)).toContain(`no such argument: ${ANSWERED}`);
      expect(JSON.stringify(refused)).not.toContain('<KEY>');
    } finally {
      await bob.close();
    }
  });
});
