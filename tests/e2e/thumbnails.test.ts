import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attend } from '../fixtures/console-person.js';
import type { Attended } from '../fixtures/console-person.js';
import { send } from '../fixtures/console.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const SECRET = 'vault-7Kq2-swordfish';

interface Taken {
  readonly call: string;
  readonly picture?: string;
  readonly withheld?: string;
  readonly sha256?: string;
}

describe('thumbnails', () => {
  let site: Site;
  let gatewright: Running;
  let workspace: string;
  let context: BrowserContext;
  let page: Page;
  let attended: Attended;
  let base: string;

  beforeAll(async () => {
    site = await startSite({
      '/': html('<h1 style="font-size:80px">Plain page</h1><button onclick="this.textContent=`done`">Go</button>'),
      '/login': html('<form><input type="password" aria-label="Password"></form>'),
      '/echo': html(`<p style="font-size:60px">${SECRET}</p>`),
      // Shown for some frames, gone for some: whoever looks at one moment does not know about the next.
      '/flicker': html(`<p id="p" style="font-size:60px"></p><script>
        let n = 0;
        (function next() { p.textContent = n++ % 2 ? '${SECRET}' : ''; requestAnimationFrame(next); })();
      </script>`),
    });
    const config = {
      capabilities: ['read', 'navigation', 'action', 'human', 'secrets'],
      network: { unsafeAllowPrivate: [site.host] },
      audit: { thumbnails: true },
    };
    attended = await attend(config);
    ({ gatewright, workspace, context, page, base } = attended);
  });
  afterAll(async () => {
    await attended.close();
    await site.close();
  });

  const taken = (): Taken[] =>
    gatewright.record().flatMap(({ event, facts }) => (event === 'thumbnail' ? [facts as Taken] : []));
  /** What the record says of the picture after this. */
  const after = async (work: () => Promise<unknown>): Promise<Taken | undefined> => {
    const before = taken().length;
    await work();
    await expect.poll(() => taken().length, { timeout: 15_000 }).toBe(before + 1);
    return taken().at(-1);
  };
  const open = (path: string) =>
    after(async () => {
      expect((await gatewright.call('browser_navigate', { url: site.url(path) })).text).toMatch(/^ok/u);
    });
  /** Of this session; that it is known already is no fault. */
  const knowSecret = () => gatewright.call('register_secret', { name: 'SWORD', value: SECRET, scope: [site.origin] });
  const fileOf = ({ picture = '' }: Taken): string => join(workspace, 'audit', picture);

  it('the page after a call is kept beside the record, and verified with it', async () => {
    const first = await open('/');
    expect(first?.withheld).toBeUndefined();
    expect(statSync(fileOf(first ?? { call: '' })).mode & 0o777).toBe(0o600);
    expect(
      readFileSync(fileOf(first ?? { call: '' }))
        .subarray(0, 2)
        .toString('hex'),
    ).toBe('ffd8');
    const clicked = await after(() => gatewright.call('browser_click', { role: 'button', name: 'Go' }));
    expect(clicked?.sha256).not.toBe(first?.sha256);
    expect(gatewright.command(['audit', 'verify']).status).toBe(0);
    const told = gatewright.command(['audit', 'replay', 'default']).stdout;
    expect(told).toContain(`picture audit/${clicked?.picture ?? '?'}`);
  });

  it('reading changes nothing, and is not pictured', async () => {
    const before = taken().length;
    await gatewright.call('browser_snapshot');
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(taken()).toHaveLength(before);
  });

  it('a login that is empty is pictured; while a secret is in it, none is taken', async () => {
    expect((await open('/login'))?.withheld).toBeUndefined();
    await knowSecret();
    const fill = () => gatewright.call('browser_fill', { role: 'textbox', name: 'Password', value: '<SWORD>' });
    expect((await after(fill))?.withheld).toBe('a secret is live in the page');
    // A picture that the flickering held up may still be in the making.
    await expect.poll(async () => (await open('/'))?.withheld, { timeout: 20_000 }).toBeUndefined();
  });

  it('a page that shows a secret is withheld, also one that shows it only for a moment', async () => {
    await knowSecret();
    expect(await open('/echo')).toMatchObject({ withheld: 'a secret is live in the page' });
    for (let i = 0; i < 3; i++) expect((await open(`/flicker?${String(i)}`))?.withheld).toBeDefined();
    // A picture that the flickering held up may still be in the making.
    await expect.poll(async () => (await open('/'))?.withheld, { timeout: 20_000 }).toBeUndefined();
  });

  it('a replay shows them, to the person who is signed in and to nobody else', async () => {
    await page.goto(`${base}/record/session?session=default&principal=local`);
    const pictures = page.locator('.shot img');
    await expect.poll(() => pictures.count()).toBeGreaterThan(2);
    expect(await page.getByText('No picture: a secret is live in the page').count()).toBeGreaterThan(1);
    await pictures.first().scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate("document.querySelector('.shot img').naturalWidth")).toBeGreaterThan(300);
    expect(await pictures.first().getAttribute('alt')).toBe(`The page after browser_navigate, at ${site.origin}`);
    const address = (await pictures.first().getAttribute('src')) ?? '';
    const answer = await context.request.get(base + address);
    expect(answer.headers()).toMatchObject({
      'content-type': 'image/jpeg',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(answer.headers()['content-security-policy']).toContain("default-src 'none'");
    expect((await send(base + address, 'GET', {})).status).toBe(401);
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    expect((await send(base + address, 'GET', { cookie, 'sec-fetch-site': 'same-site' })).status).toBe(401);
    const { searchParams } = new URL(base + address);
    const [file, seq] = [searchParams.get('file') ?? '', searchParams.get('seq') ?? ''];
    const tricks = [
      `file=../gatewright.yaml&seq=${seq}`,
      `file=${encodeURIComponent(`../audit/${file}`)}&seq=${seq}`,
      `file=${file}&seq=${seq}%2F..`,
      `file=${file}&seq=-1`,
      `file=${file}&seq=0`,
      `file=${file}`,
      `file=heads.log&seq=1`,
      `seq=${seq}`,
      `file=${file}%00&seq=${seq}`,
    ];
    for (const trick of tricks) {
      const { status, body } = await send(`${base}/record/picture?${trick}`, 'GET', { cookie });
      expect([trick, status]).toEqual([trick, 404]);
      expect(body).not.toContain(workspace);
    }
  });

  it('one that was swapped on the disk is named, and not shown', async () => {
    const mine = taken().find(({ picture }) => picture !== undefined) ?? { call: '' };
    const size = statSync(fileOf(mine)).size;
    writeFileSync(fileOf(mine), Buffer.alloc(size, 7));
    const { status, stdout } = gatewright.command(['audit', 'verify']);
    expect(status).toBe(1);
    expect(stdout).toContain('thumbnail-changed: the picture that it names is another one');
    await page.goto(`${base}/record/session?session=default&principal=local&all=yes`);
    const address = await page.locator('.shot img').first().getAttribute('src');
    expect((await context.request.get(base + (address ?? ''))).status()).toBe(404);
  });
});

describe('without the operator’s wish', () => {
  it('there are no pictures', async () => {
    const site = await startSite({ '/': html('<h1>Plain</h1>') });
    const gatewright = await start({ args: ['--allow-private', site.host] });
    try {
      await gatewright.call('browser_navigate', { url: site.url() });
      await new Promise((resolve) => setTimeout(resolve, 2000));
      expect(JSON.stringify(gatewright.record())).not.toContain('"thumbnail"');
    } finally {
      await gatewright.close();
      await site.close();
    }
  });
});
