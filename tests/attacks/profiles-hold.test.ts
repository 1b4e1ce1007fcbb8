import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { addToken, connectTeam } from '../fixtures/team-client.js';
import { bytesBelow } from '../fixtures/vault-places.js';

const VAULT_COOKIE = 'vault-cookie-8841';

promised('origins-hold', () => {
  let site: Site;
  let forbidden: Site;
  let gatewright: Running;
  const workspace = mkdtempSync(join(tmpdir(), 'gw-test-'));
  const call = (tool: string, args: Record<string, unknown> = {}) => gatewright.call(tool, args);
  beforeAll(async () => {
    forbidden = await startSite({ '/': html('<p>Forbidden</p>'), '/file': html('x') });
    site = await startSite({
      '/': (request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(
          html(`<p>cookie ${request.headers.cookie === undefined ? 'none' : 'sent'}</p><button id="go">Go</button><p id="out"></p>
            <script>
            navigator.serviceWorker.register('/worker.js');
            document.cookie = 'mine=1; max-age=9999';
            const say = (text) => { out.textContent += text + '; ' };
            go.onclick = () => {
              open('${forbidden.url()}');
              fetch('${forbidden.url()}', { mode: 'no-cors' }).catch(() => {});
              navigator.geolocation.getCurrentPosition(() => say('located'), () => say('location refused'));
              const link = document.createElement('a'); link.href = '/download'; link.download = 'x.exe'; link.click();
            };
            </script>`),
        ),
      '/worker.js': (_, response) =>
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(
          `const leak = () => fetch('${forbidden.url()}/worker', { mode: 'no-cors' }).catch(() => {});
           leak(); onactivate = leak; onfetch = leak;`,
        ),
      '/download': (_, response) =>
        response.writeHead(200, { 'content-disposition': 'attachment; filename="x.exe"' }).end('MZ'),
    });
    const record = { domain: site.host, origins: [site.origin], cookies: [{ name: 'sid', value: VAULT_COOKIE }] };
    expect(runCommand(workspace, ['vault', 'add', site.host], JSON.stringify(record)).status).toBe(0);
    gatewright = await start({
      workspace,
      config: {
        browser: { profile: 'persistent' },
        confirmRequired: [],
        network: { allow: [site.origin], unsafeAllowPrivate: [site.host, forbidden.host] },
      },
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    await forbidden.close();
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  });

  it('a kept profile is no way around policy: windows, requests, workers, downloads and permissions', async () => {
    expect((await call('browser_navigate', { url: forbidden.url() })).code).toBe('policy.origin-not-allowed');
    expect((await call('browser_navigate', { url: site.url(), snapshot: 'none' })).isError).toBe(false);
    await call('browser_click', { selector: '#go' });
    const waited = await call('browser_wait_for', { text: 'location refused', seconds: 20 });
    expect(waited.isError, waited.text).toBe(false);
    const { text } = await call('browser_snapshot');
    expect(text).not.toContain('located');
    expect((await call('browser_tabs', { action: 'list' })).text).not.toContain(forbidden.host);
    await call('browser_reload');
    expect(forbidden.seen).toEqual([]);
    expect(forbidden.connections()).toBe(0);
    expect(existsSync(join(workspace, 'downloads'))).toBe(false);
  });

  it('no identity of the vault comes into it, or stays in it', async () => {
    await call('browser_navigate', { url: site.url(), snapshot: 'none' });
    expect((await call('browser_navigate', { url: site.url() })).text).toContain('cookie sent');
    expect((await call('browser_close')).isError).toBe(false);
    const listed = () =>
      JSON.parse(gatewright.command(['profiles', 'list', '--json']).stdout) as { isInUse: boolean }[];
    await expect.poll(() => listed().some(({ isInUse }) => isInUse), { timeout: 20_000 }).toBe(false);
    expect(bytesBelow(join(workspace, 'profiles')).includes(VAULT_COOKIE)).toBe(false);
  });

  it('links that a browser left in its profile lead nowhere', async () => {
    const [name = ''] = readdirSync(join(workspace, 'profiles'));
    const data = join(workspace, 'profiles', name, 'data');
    const outside = mkdtempSync(join(tmpdir(), 'gw-outside-'));
    mkdirSync(join(outside, 'Sessions'));
    writeFileSync(join(outside, 'Sessions', 'mine'), 'mine');
    cpSync(join(data, 'Default'), join(data, 'Moved'), { recursive: true });
    rmSync(join(data, 'Default'), { recursive: true });
    symlinkSync(outside, join(data, 'Default'));
    await call('browser_navigate', { url: site.url(), snapshot: 'none' });
    await call('browser_close');
    expect(existsSync(join(outside, 'Sessions', 'mine'))).toBe(true);
    expect(readdirSync(outside)).toEqual(['Sessions']);
    rmSync(join(data, 'Default'));
    renameSync(join(data, 'Moved'), join(data, 'Default'));
    rmSync(outside, { recursive: true });
  });
});

promised('sessions-apart', () => {
  it('a caller has its own profiles, whatever it calls its session', async () => {
    const site = await startSite({
      '/': html(
        `<p id="p"></p><script>p.textContent = 'was ' + (localStorage.who || 'nobody'); localStorage.who = 'crimson-2290'</script>`,
      ),
    });
    const team = { browser: { allowed_domains: [site.origin] } };
    const gatewright = await start({
      transport: 'http',
      config: {
        browser: { profile: 'persistent' },
        network: { unsafeAllowPrivate: [site.host] },
        teams: { red: team, blue: team },
      },
    });
    const [red, blue] = [
      await connectTeam(gatewright, addToken(gatewright, 'red')),
      await connectTeam(gatewright, addToken(gatewright, 'blue')),
    ];
    try {
      for (const client of [red, blue]) {
        const reply = await client.call('browser_navigate', { url: site.url(), session: 'same' });
        expect(reply.text).toContain('was nobody');
        expect(reply.text).not.toContain('restored profile');
      }
    } finally {
      await red.close();
      await blue.close();
      await gatewright.close();
      await site.close();
    }
  });
});
