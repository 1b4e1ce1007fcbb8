import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const KEY = 'zebra-crossing-4711';
const PAGES = {
  '/red': '<body style="background:#c00"><h1>Red page</h1><p>Plain.</p>',
  '/blue': '<body style="background:#00c"><h1>Blue page</h1>',
  '/two': '<button>First</button><button>Second</button><a href="#part">Part</a><p id="part">The part.</p>',
  '/later': `<button onclick="setTimeout(() => confirm('Delete all?'), 200)">Confirm later</button>
    <button onclick="setTimeout(() => navigator.geolocation.getCurrentPosition(() => 0, () => 0), 200)">Where later</button>
    <button onclick="setTimeout(() => alert('Hello'), 200)">Alert later</button><button>Plain</button>`,
  '/read': '<h1>Tea</h1><p>Words.</p><label>Notes <textarea>one\ntwo</textarea></label><button>Go</button>',
  '/key': `<body style="background:#fff"><p style="font-size:60px">${KEY}</p>`,
};

let site: Site;
let gatewright: Running;
beforeAll(async () => {
  site = await startSite(Object.fromEntries(Object.entries(PAGES).map(([path, body]) => [path, html(body)])));
  gatewright = await start({
    args: ['--allow-private', site.host],
    config: { capabilities: ['read', 'navigation', 'action', 'human', 'secrets'] },
  });
});
afterAll(async () => {
  await gatewright.close();
  await site.close();
});

describe('a picture that a navigation keeps', () => {
  const open = (path: string, more: object = {}): Promise<Reply> =>
    gatewright.call('browser_navigate', { url: site.url(path), screenshot: true, ...more });
  const idIn = ({ text }: Reply): string => /\[browser_screenshot id=(img-[a-z0-9]{6})\]/u.exec(text)?.[1] ?? 'none';
  const fetchPicture = (id: string, more: object = {}): Promise<Reply> =>
    gatewright.call('browser_screenshot', { id, ...more });

  it('is fetched by its id when the tab is elsewhere', async () => {
    const red = await open('/red');
    expect(red.meta).toMatchObject({ ok: true, screenshotId: idIn(red) });
    expect(red.images).toEqual([]);
    const seen = await gatewright.call('browser_screenshot', { format: 'jpeg' });
    await open('/blue', { screenshot: false });
    const kept = await fetchPicture(idIn(red));
    expect(kept.images[0]).toEqual(seen.images[0]);
    expect(kept.text).toMatch(/^image\/jpeg 1280x720/u);
    const again = await fetchPicture(idIn(red));
    expect(again.images).toEqual(kept.images);
  });

  it('is not taken unless asked for', async () => {
    const reply = await gatewright.call('browser_navigate', { url: site.url('/red') });
    expect(reply.text).not.toContain('picture');
    expect(reply.meta).not.toHaveProperty('screenshotId');
  });

  it('is refused with anything beside its id', async () => {
    const id = idIn(await open('/red'));
    expect((await fetchPicture(id, { full_page: true })).code).toBe('call.bad-arguments');
    expect((await fetchPicture(id, { ref: 'e1' })).code).toBe('call.bad-arguments');
    expect((await fetchPicture(id, { full_page: false, marks: null, ref: '' })).isError).toBe(false);
  });

  it('belongs to its session alone, and goes with it', async () => {
    const id = idIn(await open('/red', { session: 'one' }));
    await open('/blue', { session: 'two' });
    const foreign = await fetchPicture(id, { session: 'two' });
    const unknown = await fetchPicture('img-000000', { session: 'two' });
    expect(foreign.code).toBe('session.no-such-picture');
    expect(foreign.text).toBe(unknown.text);
    expect((await fetchPicture(id, { session: 'one' })).images).toHaveLength(1);
    await gatewright.call('browser_close', { session: 'one' });
    expect((await fetchPicture(id, { session: 'one' })).code).toBe('session.none');
    await open('/red', { session: 'one' });
    expect((await fetchPicture(id, { session: 'one' })).code).toBe('session.no-such-picture');
    for (const session of ['one', 'two']) await gatewright.call('browser_close', { session });
  });

  it('makes room for the next: the oldest goes', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 21; i += 1) ids.push(idIn(await open('/red', { snapshot: 'none', session: 'many' })));
    const [first = '', second = ''] = ids;
    expect((await fetchPicture(first, { session: 'many' })).code).toBe('session.no-such-picture');
    expect((await fetchPicture(second, { session: 'many' })).images).toHaveLength(1);
    await gatewright.call('browser_close', { session: 'many' });
  });

  it('does not show a secret, known before or after', async () => {
    const before = idIn(await open('/key', { session: 'secret' }));
    const args = { name: 'ZEBRA', value: KEY, scope: [site.origin], session: 'secret' };
    expect((await gatewright.call('register_secret', args)).isError).toBe(false);
    expect((await fetchPicture(before, { session: 'secret' })).code).toBe('page.secret-shown');
    const plain = await gatewright.call('browser_screenshot', { session: 'secret' });
    const after = idIn(await open('/key', { session: 'secret' }));
    // Painted over as in every screenshot.
    expect((await fetchPicture(after, { session: 'secret' })).images).toEqual(plain.images);
    await gatewright.call('browser_close', { session: 'secret' });
  });
});

describe('what an action answers', () => {
  const open = (path: string): Promise<Reply> => gatewright.call('browser_navigate', { url: site.url(path) });

  it('does not list what only lost or got the focus', async () => {
    await open('/two');
    await gatewright.call('browser_click', { name: 'First' });
    const reply = await gatewright.call('browser_click', { name: 'Second' });
    expect(reply.meta).not.toHaveProperty('structure');
    expect(reply.text).not.toMatch(/^[+~-] /mu);
  });

  it('says that only the fragment is another', async () => {
    await open('/two');
    const reply = await gatewright.call('browser_click', { name: 'Part' });
    expect(reply.text).toMatch(/^ok: click; same page, another fragment/u);
    expect(reply.meta).toMatchObject({ ok: true, navigation: { kind: 'fragment' } });
  });

  it.each([
    ['Confirm later', 'page.dialog', 'confirm dialog (dismissed)'],
    ['Where later', 'page.permission', 'geolocation (refused)'],
    ['Alert later', undefined, 'alert dialog (accepted): "Hello"'],
  ])('%s: what came between two calls is in the next, which is not ok for it: %s', async (name, code, said) => {
    await open('/later');
    await gatewright.call('browser_click', { name });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const reply = await gatewright.call('browser_click', { name: 'Plain' });
    expect(reply.code).toBe(code);
    expect(reply.text).toContain(said);
    expect(reply.meta?.['ok']).toBe(code === undefined);
  });

  it('browser_read gives tree, text and what can be acted on in one answer', async () => {
    await open('/read');
    const { text } = await gatewright.call('browser_read', { format: 'both' });
    const json: unknown = JSON.parse(text.split('\n')[1] ?? '');
    expect(json).toMatchObject({
      role: 'RootWebArea',
      url: site.url('/read'),
      text_content: expect.stringContaining('# Tea') as string,
      interactive_elements: [{ role: 'textbox' }, { role: 'button', name: 'Go' }],
    });
    expect(text).toContain('"multiline":true');
  });
});

describe('built-in sensitive places', () => {
  it.each([
    ['https://mail.google.com/mail/', 'ask'],
    ['https://www.chase.com/', 'ask'],
    ['https://admin.example.com/', 'ask'],
    // Not asked about: the name has no address here.
    ['https://mailchimp.com/', 'deny'],
    ['https://administration-of-things.example.com/', 'deny'],
  ])('%s: %s', (url, verdict) => {
    const { stdout } = gatewright.command(['explain', '--json', '--', url]);
    expect(JSON.parse(stdout)).toMatchObject({ verdict });
  });
});
