import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Provider from '../../src/sdk/provider/index.js';
import { codeOf } from '../fixtures/sdk.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;

describe('the provider', () => {
  let site: Site;
  let other: Site;
  let workspace: string;
  let create: typeof Provider.create;
  let provider: Provider.BrowserProvider;

  beforeAll(async () => {
    site = await startSite({
      '/': html(
        `<p>Hello</p><label>Name <input></label><button onclick="this.textContent='Hello '+document.querySelector('input').value">Greet</button>`,
      ),
      '/long': html(`<p>${'long words '.repeat(8000)}</p>${'<button>b</button>'.repeat(250)}`),
    });
    other = await startSite({ '/': html('<p>elsewhere</p>') });
    workspace = mkdtempSync(join(tmpdir(), 'gw-provider-'));
    const loaded = (await import(
      /* @vite-ignore */ pathToFileURL(join(ROOT, 'dist', 'provider.js')).href
    )) as typeof Provider;
    create = loaded.create;
    const config = { network: { unsafeAllowPrivate: [site.host, other.host] }, approval: { channels: [] } };
    provider = await create({ allowedDomains: [site.host], gatewright: { workspace, config } });
  });

  afterEach(() => {
    vi.unstubAllEnvs();
  });

  afterAll(async () => {
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
    await Promise.all([site.close(), other.close()]);
  });

  it('launches, navigates, reads, types, clicks, takes a picture and closes', async () => {
    const { id } = await provider.launch({ headless: true, viewport: { width: 800, height: 600 } });
    expect(id).toMatch(UUID);
    await provider.navigate(id, site.url());
    const page = await provider.snapshot(id);
    expect(page).toMatchObject({ title: 'Test', url: site.url() });
    expect(page.text).toContain('Hello');
    expect(page.text).toContain('untrusted');
    const [field, button] = ['textbox', 'button'].map((tag) => page.refs.find((each) => each.tag === tag)?.ref ?? -1);
    await provider.type(id, field ?? -1, 'Ann');
    await provider.click(id, button ?? -1);
    const after = await provider.snapshot(id);
    expect(after.refs.find(({ tag }) => tag === 'button')?.text).toBe('Hello Ann');
    const picture = await provider.screenshot(id);
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect(picture.readUInt32BE(16)).toBe(800);
    await provider.navigate(id, site.url('/long'));
    const long = await provider.snapshot(id);
    expect(long.text.length).toBeLessThanOrEqual(50_000);
    expect(long.refs.length).toBeLessThanOrEqual(200);
    expect(long.refs.length).toBeGreaterThan(100);
    expect(await codeOf(provider.navigate(id, other.url()))).not.toBe('ok');
    expect(await codeOf(provider.navigate(id, 'file:///etc/passwd'))).toBe('policy.scheme-not-allowed');
    expect(await codeOf(provider.click(id, 99_999))).toBe('browser.stale-ref');
    expect(await codeOf(provider.click(id, 1.5))).toBe('call.bad-arguments');
    expect(other.seen).toEqual([]);
    await provider.close(id);
    expect(await codeOf(provider.snapshot(id))).toBe('session.none');
    expect(await codeOf(provider.close('../../etc'))).toBe('session.none');
  });

  it('refuses everything as none, and a name that is not in its map', async () => {
    const none = await create({ browser: 'none' });
    const commands = [none.launch(), none.navigate('x', 'y'), none.snapshot('x'), none.click('x', 1), none.close('x')];
    for (const command of commands) expect(await codeOf(command)).toBe('browser.unavailable');
    const browser = '../../evil.js' as 'none';
    expect(await codeOf(create({ browser }))).toBe('config.invalid');
  });

  it('may open the hosts of AX_BROWSER_ALLOWED_DOMAINS and no other; empty opens none, and what the program says wins', async () => {
    const config = { network: { unsafeAllowPrivate: [site.host, other.host] }, approval: { channels: [] } };
    const codes = async (variable: string | undefined, allowedDomains?: readonly string[]): Promise<string[]> => {
      vi.stubEnv('AX_BROWSER_ALLOWED_DOMAINS', variable);
      const made = await create({ ...(allowedDomains && { allowedDomains }), gatewright: { workspace, config } });
      const { id } = await made.launch();
      const opened = [await codeOf(made.navigate(id, site.url())), await codeOf(made.navigate(id, other.url()))];
      await made.close(id);
      return opened;
    };
    const REFUSED = 'policy.origin-not-allowed';
    const before = other.seen.length;
    expect(await codes(` ${site.host} , no-such.example`)).toEqual(['ok', REFUSED]);
    expect(await codes('')).toEqual([REFUSED, REFUSED]);
    expect(await codes(other.host, [site.host])).toEqual(['ok', REFUSED]);
    expect(other.seen.length).toBe(before);
    expect(await codes(undefined)).toEqual(['ok', 'ok']);
    vi.stubEnv('AX_BROWSER_ALLOWED_DOMAINS', 'http://*');
    const wrong = await create({ gatewright: { workspace, config } });
    expect(await codeOf(wrong.launch())).toBe('config.invalid');
  });

  it('leaves nothing open behind a launch that fails, so that the program ends', () => {
    const place = mkdtempSync(join(tmpdir(), 'gw-launch-'));
    writeFileSync(
      join(place, 'program.mjs'),
      `const { create } = await import(${JSON.stringify(pathToFileURL(join(ROOT, 'dist', 'provider.js')).href)});
       const provider = await create({ allowedDomains: ['http://*'], gatewright: { workspace: './work' } });
       for (const _ of [1, 2]) await provider.launch().catch((error) => console.log(error.code));`,
    );
    const { stdout, status } = spawnSync(process.execPath, ['program.mjs'], {
      ...{ cwd: place, encoding: 'utf8', timeout: 30_000 },
    });
    expect([status, stdout.trim()]).toEqual([0, 'config.invalid\nconfig.invalid']);
    expect(readdirSync(join(place, 'work', 'run'))).toEqual([]);
    rmSync(place, { recursive: true, force: true });
  });

  it('has none in its place where Playwright is not installed', () => {
    const place = mkdtempSync(join(tmpdir(), 'gw-without-'));
    cpSync(join(ROOT, 'dist'), join(place, 'dist'), { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(place, 'package.json'));
    writeFileSync(
      join(place, 'program.mjs'),
      `const { create } = await import('./dist/provider.js');
       const provider = await create();
       await provider.launch().catch((error) => console.log(error.code));`,
    );
    const { stdout } = spawnSync(process.execPath, [join(place, 'program.mjs')], { encoding: 'utf8', timeout: 30_000 });
    expect(stdout.trim()).toBe('browser.unavailable');
    rmSync(place, { recursive: true, force: true });
  });
});
