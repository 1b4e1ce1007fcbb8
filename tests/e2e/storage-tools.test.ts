import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PAGE = html(`<h1>Keeps</h1><p id="who"></p><script>
  localStorage.setItem('theme', 'dark');
  sessionStorage.setItem('step', '2');
  document.cookie = 'seen=yes-it-was';
  who.textContent = 'visits ' + (localStorage.getItem('visits') || 'none') + ', account ' + (localStorage.getItem('account') || 'none');
  const open = indexedDB.open('shop', 1);
  open.onupgradeneeded = () => {
    open.result.createObjectStore('cart', { keyPath: 'sku' }).put({ sku: 'A-1', count: 2 });
    open.result.createObjectStore('notes').put('first note', 7);
  };
  open.onsuccess = () => { open.result.close();
    caches.open('v1').then((c) => c.put('/cached.txt', new Response('kept text', { headers: { 'content-type': 'text/plain' } })))
      .then(() => { document.title = 'ready'; who.className = 'ready'; who.append('. Ready.') });
  };
</script>`);

describe('storage on a real page', () => {
  let site: Site;
  let gatewright: Running;
  const workspace = mkdtempSync(join(tmpdir(), 'gw-test-'));
  const call = (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => gatewright.call(tool, args);
  const ok: Running['ok'] = (tool, args) => gatewright.ok(tool, args);
  /** The JSON between the fence's lines. */
  const entries = async (tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>[]> => {
    const { text } = await ok(tool, args);
    const json: unknown = JSON.parse(text.slice(text.indexOf('{"kind"'), text.lastIndexOf('}') + 1));
    return (json as { entries: Record<string, unknown>[] }).entries;
  };
  const open = async (session = 'default'): Promise<void> => {
    await ok('browser_navigate', { url: site.url(), snapshot: 'none', session });
    await ok('browser_wait_for', { text: 'Ready.', seconds: 20, session });
  };
  const run = async (): Promise<Running> =>
    start({
      workspace,
      args: ['--allow-private', site.host],
      env: { GATEWRIGHT_CAPABILITIES: 'read,navigation,action,human,storage' },
    });
  beforeAll(async () => {
    site = await startSite({
      '/': (_, response) =>
        response
          .writeHead(200, {
            'content-type': 'text/html',
            'set-cookie': ['sid=0123456789abcdef; HttpOnly; Path=/; SameSite=Lax', 'lang=de; Path=/; Max-Age=86400'],
          })
          .end(PAGE),
      '/who': (request, response) => response.writeHead(200).end(html(`<p>${request.headers.cookie ?? 'nobody'}</p>`)),
    });
    gatewright = await run();
    await open();
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  });

  it('says at boot and in doctor what it exposes', () => {
    const words = 'capability storage is on: it exposes cookies and storage of the pages';
    expect(gatewright.stderr()).toContain(words);
    expect(JSON.stringify(gatewright.record().find(({ event }) => event === 'posture'))).toContain(words);
  });

  it('lists each kind, and cookies without their values', async () => {
    expect(await entries('storage_list', { kind: 'local' })).toEqual([{ key: 'theme', length: 4 }]);
    expect(await entries('storage_list', { kind: 'session' })).toEqual([{ key: 'step', length: 1 }]);
    const cookies = await entries('storage_list', { kind: 'cookies' });
    expect(cookies).toContainEqual({
      ...{ name: 'sid', domain: '127.0.0.1', path: '/', httpOnly: true, secure: false, sameSite: 'Lax' },
      ...{ expires: 'session', length: 16 },
    });
    expect(cookies.map(({ name }) => name).sort()).toEqual(['lang', 'seen', 'sid']);
    expect(await entries('storage_list', { kind: 'indexeddb' })).toEqual([
      { key: 'shop/cart', records: 1, keys: ['A-1'] },
      { key: 'shop/notes', records: 1, keys: ['7'] },
    ]);
    expect(await entries('storage_list', { kind: 'cache' })).toEqual([
      { cache: 'v1', key: site.url('/cached.txt'), method: 'GET' },
    ]);
  });

  it('gets one entry of each kind', async () => {
    expect(await entries('storage_get', { kind: 'local', key: 'theme' })).toEqual([{ length: 4, value: 'dark' }]);
    const [cart] = await entries('storage_get', { kind: 'indexeddb', key: 'shop/cart/A-1' });
    expect(cart).toMatchObject({ value: '{"sku":"A-1","count":2}' });
    expect(await entries('storage_get', { kind: 'indexeddb', key: 'shop/notes/7' })).toMatchObject([
      { value: '"first note"' },
    ]);
    const [cached] = await entries('storage_get', { kind: 'cache', key: site.url('/cached.txt') });
    expect(cached).toMatchObject({ status: 200, value: 'kept text' });
    const sid = await ok('storage_get', { kind: 'cookies', key: 'sid' });
    expect(sid.text).toContain('withheld');
    expect(sid.text).not.toContain('0123456789abcdef');
    expect((await call('storage_get', { kind: 'local', key: 'nothing' })).code).toBe('call.bad-arguments');
  });

  it('sets and removes what the site then finds', async () => {
    await ok('storage_set', { kind: 'local', key: 'visits', value: '41 "and" more' });
    await ok('storage_set', { kind: 'cookies', key: 'lang', value: 'fr' });
    await ok('storage_set', { kind: 'indexeddb', key: 'shop/notes/8', value: '{"a":1}' });
    await ok('storage_remove', { kind: 'indexeddb', key: 'shop/cart/A-1' });
    await ok('storage_remove', { kind: 'cookies', key: 'seen' });
    await ok('storage_remove', { kind: 'cache', key: 'v1' });
    await ok('browser_navigate', { url: site.url('/who'), snapshot: 'none' });
    const sent = (await ok('browser_snapshot')).text;
    expect(sent).toContain('lang=fr');
    expect(sent).not.toContain('seen=');
    expect(await entries('storage_list', { kind: 'indexeddb' })).toEqual([
      { key: 'shop/cart', records: 0, keys: [] },
      { key: 'shop/notes', records: 2, keys: ['7', '8'] },
    ]);
    expect(await entries('storage_list', { kind: 'cache' })).toEqual([]);
    await open();
    expect((await ok('browser_snapshot')).text).toContain('41 \\"and\\" more');
    const none = await ok('storage_remove', { kind: 'local', key: 'nothing' });
    expect(none.text).toContain('no such entry');
  });

  it('saves a state that another session, after a restart, loads; the file is closed and encrypted', async () => {
    await ok('storage_set', { kind: 'local', key: 'account', value: 'Ann of accounting' });
    await ok('storage_set', { kind: 'cookies', key: 'lang', value: 'it-was-saved' });
    expect((await ok('storage_state_save', { name: 'ann' })).text).toMatch(/saved as ann: 3 cookie/u);
    const folder = join(workspace, 'states');
    const [owner = ''] = readdirSync(folder);
    const file = join(folder, owner, 'ann.age');
    expect(statSync(file).mode & 0o077).toBe(0);
    const bytes = readFileSync(file);
    expect(bytes.toString('latin1')).toContain('age-encryption.org/v1');
    expect(bytes.toString('latin1')).not.toMatch(/accounting|0123456789abcdef|it-was-saved/u);
    await gatewright.close();
    gatewright = await run();
    await ok('browser_navigate', { url: site.url('/who'), snapshot: 'none', session: 'later' });
    const loaded = await ok('storage_state_load', { name: 'ann', session: 'later' });
    expect(loaded.text).toMatch(/loaded ann: 3 cookie\(s\), 3 local/u);
    await ok('browser_reload', { session: 'later' });
    expect((await ok('browser_snapshot', { session: 'later' })).text).toContain('lang=it-was-saved');
    await open('later');
    expect((await ok('browser_snapshot', { session: 'later' })).text).toContain('account Ann of accounting');
    const missing = await call('storage_state_load', { name: 'bob', session: 'later' });
    expect(missing.code).toBe('call.bad-arguments');
    expect(missing.text).toContain('there are ann');
  });
});
