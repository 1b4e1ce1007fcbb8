import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const HOME = html(`<h1>Home</h1><p id="who"></p><p id="size"></p><button onclick="enter()">Sign in</button><script>
  const show = () => { who.textContent = 'cookie ' + (document.cookie || 'none') + ', local ' + (localStorage.name || 'none') };
  const enter = () => { document.cookie = 'sid=kept-without-expiry'; localStorage.name = 'Ann'; show() };
  show(); size.textContent = innerWidth + ' by ' + innerHeight;
</script>`);

describe('a profile that is kept', () => {
  let site: Site;
  let gatewright: Running;
  const workspace = mkdtempSync(join(tmpdir(), 'gw-test-'));
  const run = (extra: object = {}): Promise<Running> =>
    start({
      workspace,
      args: ['--allow-private', site.host],
      config: { browser: { profile: 'persistent', ...extra } },
    });
  const open = async (session = 'default'): Promise<string> => {
    const reply = await gatewright.call('browser_navigate', { url: site.url(), session });
    expect(reply.isError, reply.text).toBe(false);
    return reply.text;
  };
  const listed = (): Record<string, unknown>[] =>
    JSON.parse(gatewright.command(['profiles', 'list', '--json']).stdout) as Record<string, unknown>[];
  beforeAll(async () => {
    site = await startSite({ '/': HOME });
    gatewright = await run();
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  });

  it('is said at boot, in doctor and in the record', () => {
    const words = 'browser.profile: persistent keeps what sites store';
    expect(gatewright.stderr()).toContain(words);
    expect(JSON.stringify(gatewright.record())).toContain(words);
  });

  it('goes on after a restart with cookies that have no expiry, and says so once', async () => {
    const first = await open();
    expect(first).toContain('cookie none, local none');
    expect(first).not.toContain('restored profile');
    expect(first).toContain('1280 by 720');
    expect((await gatewright.call('browser_click', { name: 'Sign in' })).isError).toBe(false);
    expect(listed()).toMatchObject([{ session: 'default', principal: 'local', isInUse: true }]);
    await gatewright.close();
    gatewright = await run();
    const again = await open();
    expect(again).toContain('restored profile');
    expect(again).toContain('cookie sid=kept-without-expiry, local Ann');
    expect(await open()).not.toContain('restored profile');
    const opened = gatewright.record().filter(({ event }) => event === 'session.opened');
    expect(JSON.stringify(opened.at(-1))).toContain('"profile":"restored"');
  });

  it('is apart for each session name, and for one program at a time', async () => {
    expect(await open('other')).toContain('cookie none, local none');
    const second = await start({ workspace, args: ['--allow-private', site.host] });
    try {
      const refused: Reply = await second.call('browser_navigate', { url: site.url() });
      expect(refused.code).toBe('session.profile-in-use');
      expect((await second.call('browser_navigate', { url: site.url(), session: 'third' })).isError).toBe(false);
    } finally {
      await second.close();
    }
    expect(await open()).toContain('local Ann');
  });

  it('ends with its session, opens no tab by itself, and can be removed when it is free', async () => {
    expect(gatewright.command(['profiles', 'remove', 'default']).status).toBe(1);
    expect((await gatewright.call('browser_close')).isError).toBe(false);
    await expect
      .poll(() => listed().find(({ session }) => session === 'default')?.['isInUse'], { timeout: 20_000 })
      .toBe(false);
    const before = site.seen.length;
    expect(await open()).toContain('local Ann');
    expect(site.seen.length).toBe(before + 1);
    await gatewright.call('browser_close');
    await expect.poll(() => gatewright.command(['profiles', 'remove', 'default']).status, { timeout: 20_000 }).toBe(0);
    expect(listed().map(({ session }) => session)).not.toContain('default');
    const fresh = await open();
    expect(fresh).toContain('cookie none, local none');
    expect(fresh).not.toContain('restored profile');
    expect(gatewright.command(['profiles', 'remove', 'nobody']).status).toBe(1);
    expect(readdirSync(join(workspace, 'profiles')).length).toBe(3);
  });
});
