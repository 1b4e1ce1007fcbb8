import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const COOKIE = 'Vault.Heron_6620-quay';
const HEADER = 'Bearer Slate/Otter-3391';
const FORMS = [COOKIE, HEADER, 'Slate/Otter-3391'].flatMap((value) => [
  value,
  encodeURIComponent(value),
  Buffer.from(value).toString('base64').slice(0, 16),
]);

/** Signed in at `/keep` a visitor leaves what they came with on a board that everybody sees. */
async function startBoard(): Promise<Site> {
  const notes = new Set<string>();
  return startSite({
    '/keep': ({ headers }, response) => {
      const cookie = /remembered=([^;]*)/u.exec(headers.cookie ?? '')?.[1];
      for (const note of [cookie, headers.authorization]) if (note !== undefined) notes.add(note);
      response.writeHead(200, { 'content-type': 'text/html' }).end(html('<h1>Kept</h1>'));
    },
    '/': (_, response) => {
      const list = [...notes].map((note) => `<li>${note}<li>${Buffer.from(note).toString('base64')}`).join('');
      const script = `<script>console.log(${JSON.stringify([...notes].join(' '))})</script>`;
      response.writeHead(200, { 'content-type': 'text/html' }).end(html(`<h2>The board</h2><ul>${list}</ul>${script}`));
    },
  });
}

promised('identities-unseen', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    site = await startBoard();
    gatewright = await start({
      args: ['--allow-private', `${site.host},localhost:${String(site.port)}`],
      config: { capabilities: ['read', 'navigation', 'action', 'human', 'fetch'] },
    });
    const cookies = [{ name: 'remembered', value: COOKIE }];
    const record = { domain: site.host, origins: [site.origin], cookies, headers: { Authorization: HEADER } };
    const added = gatewright.command(['vault', 'add', site.host], JSON.stringify(record));
    expect(added.status, added.stderr).toBe(0);
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });

  /** The same board under another name of its host, to which the identity does not belong. */
  const elsewhere = (): string => `http://localhost:${String(site.port)}/`;
  const expectMasked = (text: string): void => {
    for (const form of FORMS) expect(text).not.toContain(form);
    expect(text).toMatch(/<[A-Z][A-Z0-9_]*>/u);
  };
  const readIn = async (session: string, url: string): Promise<string> => {
    const replies: string[] = [];
    for (const [tool, args] of [
      ['browser_navigate', { url, snapshot: 'full' }],
      ['browser_read', {}],
      ['browser_text_search', { text: 'board' }],
      ['browser_console_read', {}],
    ] as const) {
      const { text, meta } = await gatewright.call(tool, { ...args, session });
      replies.push(JSON.stringify([text, meta]));
    }
    expect(replies[0]).toContain('The board');
    return replies.join('\n');
  };

  it('what the vault gave one session is masked in another, at the site and elsewhere', async () => {
    expect((await gatewright.call('browser_navigate', { url: site.url('/keep') })).text).toContain('Kept');
    // The board has them: a visitor without Gatewright sees both.
    const shown = await (await fetch(site.url())).text();
    expect([shown.includes(COOKIE), shown.includes(HEADER)]).toEqual([true, true]);
    expectMasked(await readIn('default', site.url()));
    expectMasked(await readIn('other', site.url()));
    expectMasked(await readIn('other', elsewhere()));
  });

  it('after every session was closed, in a new one and in a fetch without a browser', async () => {
    for (const session of ['default', 'other']) await gatewright.call('browser_close', { session });
    expectMasked(await readIn('third', elsewhere()));
    await gatewright.call('browser_close', { session: 'third' });
    for (const url of [site.url(), elsewhere()]) {
      const { text, meta } = await gatewright.call('web_fetch', { url });
      expect(text).toContain('The board');
      expectMasked(JSON.stringify([text, meta]));
    }
  });

  it('and it is carried nowhere else by a session that never had it', async () => {
    const seen = site.seen.length;
    const url = `${elsewhere()}?q=${encodeURIComponent(COOKIE)}`;
    expect((await gatewright.call('browser_navigate', { url, session: 'fourth' })).code).toBe('policy.secret-leaving');
    expect((await gatewright.call('web_fetch', { url })).code).toBe('policy.secret-leaving');
    expect(site.seen.length).toBe(seen);
  });
});
