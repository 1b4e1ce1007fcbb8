import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { writeUnpacked } from '../fixtures/hostile-extension.js';
import { denyFirst, firstQuestion, pending } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { addToken, connectTeam } from '../fixtures/team-client.js';

/** The public key of an extension decides its id, wherever its files are. */
const KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxGTAXPgeXpiyJ1sEJH3NBLHWdzzgiLpL3K1QFw6W0dR3AEWJXiZ2G9GDL9sDyRDNzlnGv0gFJOPSkJlSkXeGM5ttdyYN/YSGVOIDRNqsyZB4+tpZ1HvLc4DLdLgIKpj3QzRJx0m3eQ3OePfJ4fBpSMWMdDF4G5VyV1iUlG9vdpVhT5fLXZsRiMzLAqQ0YtAhGMPBNRZzMiFoPtx9CHgdNP9gWM8dN3nJ6GzPMmnDAVAJ4q1IrRLh4BZqbkIS1aBgMPLzqZqZyBbUNXTuEwXbJXVsLuPXnqFyqKyHNXJPPxBrKp3xL0ZFpL2zvyI7zm+qhQnAOUGcIQXpW+xVx1wGFQIDAQAB';
const marks = (words: string): string => `document.body.append(' ${words}');`;
const CAPABILITIES = ['read', 'navigation', 'action', 'human', 'extensions'];

let site: Site;
let gatewright: Running;
const workspace = mkdtempSync(join(tmpdir(), 'gw-test-'));
const call = (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => gatewright.call(tool, args);
const run = (more: object = {}): Promise<Running> =>
  start({
    workspace,
    config: {
      capabilities: CAPABILITIES,
      browser: { profile: 'persistent' },
      confirmRequired: [],
      // An operator who asks nobody about anything, and lets the tool pass.
      approval: { from: 'never', trustClient: true },
      rules: [{ when: { tool: 'extensions_install' }, then: 'allow' }],
      network: { allow: [site.origin], unsafeAllowPrivate: [site.host] },
      ...more,
    },
  });

async function answered(path: string, meanwhile: () => void = () => undefined): Promise<Reply> {
  const asked = gatewright.call('extensions_install', { path });
  const { id } = await firstQuestion(gatewright);
  meanwhile();
  expect(gatewright.command(['approvals', 'approve', id]).status).toBe(0);
  return asked;
}

async function install(path: string): Promise<string> {
  const done = await answered(path);
  expect(done.isError, done.text).toBe(false);
  return /"id":"([a-p]{32})"/u.exec(done.text)?.[1] ?? '';
}

/** What the page says once its extensions had their time. */
async function pageSays(): Promise<string> {
  await call('browser_navigate', { url: site.url('/'), snapshot: 'none' });
  await call('browser_wait_for', { text: 'Control', seconds: 10 });
  return (await call('browser_read')).text;
}

beforeAll(async () => {
  site = await startSite({ '/': html('<h1>Page</h1>') });
  gatewright = await run();
  writeUnpacked(workspace, 'control', { script: marks('Control') });
}, 60_000);

afterAll(async () => {
  await gatewright.close();
  await site.close();
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
});

promised('people-decide', () => {
  it('no configuration and no agent installs one without a person, whose no counts', async () => {
    const asked = gatewright.call('extensions_install', { path: 'control' });
    await denyFirst(gatewright);
    expect((await asked).code).toMatch(/^approval\./u);
    expect((await call('extensions_list')).text).toMatch(/^0 extension/u);
    await install('control');
    expect(await pageSays()).toContain('Control');
  });

  it('the person is shown what is loaded, and not what another reader makes of the manifest', async () => {
    const doubled = `{"manifest_version":3,"name":"__MSG_title__","default_locale":"en","version":"1",
      "permissions":["proxy"],"permissions":["storage"],
      "externally_connectable":{"matches":["https://*.messages.example/*"]},
      "content_scripts":[{"matches":["<all_urls>"],"js":["script.js"]}]}`;
    writeUnpacked(workspace, 'doubled', {
      rawManifest: doubled,
      files: { 'script.js': '', '_locales/en/messages.json': '{"Title":{"message":"Its true name"}}' },
    });
    const asked = gatewright.call('extensions_install', { path: 'doubled' });
    const { id } = await firstQuestion(gatewright);
    const { stdout } = gatewright.command(['approvals']);
    for (const words of [
      'Its true name 1',
      'permission storage',
      'script in *://*/*',
      'messages from https://*.messages.example/*',
    ])
      expect(stdout).toContain(words);
    expect(stdout).not.toContain('permission proxy');
    expect(gatewright.command(['approvals', 'approve', id]).status).toBe(0);
    const done = await asked;
    expect(done.text).toContain('Its true name');
    await call('extensions_uninstall', { id: /"id":"([a-p]{32})"/u.exec(done.text)?.[1] });
  });

  it('permissions that are on no list are given to nobody, asked for now or later', async () => {
    for (const permission of [
      ...['proxy', 'debugger', 'nativeMessaging', 'management', 'webRequestBlocking', 'userScripts', 'downloads'],
      ...['clipboardRead', 'geolocation', 'tabCapture', 'of tomorrow'],
    ])
      for (const key of ['permissions', 'optional_permissions']) {
        writeUnpacked(workspace, 'asks', { manifest: { [key]: ['storage', permission] } });
        const reply = await call('extensions_install', { path: 'asks' });
        expect([reply.code, reply.text]).toEqual(['policy.denied', expect.stringContaining(permission)]);
      }
    expect(pending(gatewright)).toEqual([]);
  });

  it('nor are patterns of files and of pages of the browser', async () => {
    for (const pattern of ['file:///*', 'FILE:///etc/*', 'chrome://*/*', 'chrome-extension://*/*', ' https://a/*'])
      for (const key of ['host_permissions', 'optional_host_permissions', 'content_scripts']) {
        const value = key === 'content_scripts' ? [{ matches: [pattern], js: ['script.js'] }] : [pattern];
        writeUnpacked(workspace, 'asks', { manifest: { [key]: value }, files: { 'script.js': '' } });
        expect((await call('extensions_install', { path: 'asks' })).code, `${key} ${pattern}`).toBe('policy.denied');
      }
  });
});

promised('workspace-only', () => {
  it('what is outside the folder, damaged, too large or no plain file is refused, and asks nobody', async () => {
    const folder = (name: string): string => join(workspace, 'extensions', name);
    const outside = join(workspace, 'outside');
    mkdirSync(outside, { recursive: true });
    writeFileSync(join(outside, 'manifest.json'), '{"manifest_version":3,"name":"x","version":"1"}');
    symlinkSync(outside, folder('linked'));
    symlinkSync(outside, join(writeUnpacked(workspace, 'inner'), 'lib'));
    symlinkSync(join(outside, 'manifest.json'), join(writeUnpacked(workspace, 'file'), 'stolen.json'));
    execFileSync('mkfifo', [join(writeUnpacked(workspace, 'pipe'), 'waits')]);
    writeUnpacked(workspace, 'number', { manifest: { permissions: [{ usbDevices: [] }] } });
    writeUnpacked(workspace, 'older', { manifest: { manifest_version: 2 } });
    writeUnpacked(workspace, 'start', { manifest: { chrome_settings_overrides: { startup_pages: ['https://a'] } } });
    writeUnpacked(workspace, 'torn', { rawManifest: '{"manifest_version":3,' });
    writeUnpacked(workspace, 'deep', { rawManifest: '['.repeat(200_000) });
    writeUnpacked(workspace, 'huge', { manifest: { description: 'x'.repeat(300_000) } });
    const many = Array.from({ length: 300 }, (_, n) => `https://s${String(n)}.example/*`);
    writeUnpacked(workspace, 'flood', { manifest: { host_permissions: many } });
    writeUnpacked(workspace, 'long', { manifest: { host_permissions: [`https://example.com/${'a'.repeat(300)}*`] } });
    writeUnpacked(workspace, 'crowd', {
      files: Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`f${String(n)}`, ''])),
    });
    const paths = ['linked', 'inner', 'file', 'pipe', 'number', 'older', 'start', 'torn', 'deep', 'huge', 'flood'];
    for (const path of [...paths, 'long', 'crowd', outside, '../outside', '.', '', 'control\0', 'none'])
      expect((await call('extensions_install', { path })).code, path).toMatch(
        /^(?:browser\.bad-extension|call\.bad-arguments)$/u,
      );
    expect(pending(gatewright)).toEqual([]);
    expect((await call('extensions_list')).text).toMatch(/^1 extension/u);
  });
});

promised('approvals-bound', () => {
  it('what changes between the question and the yes is not loaded: a file, a manifest, a link, one file more', async () => {
    const change: Record<string, (folder: string) => void> = {
      file: (folder) => {
        writeFileSync(join(folder, 'script.js'), marks('Swapped'));
      },
      manifest: (folder) => {
        writeFileSync(join(folder, 'manifest.json'), '{"manifest_version":3,"name":"b","version":"1"}');
      },
      more: (folder) => {
        writeFileSync(join(folder, 'more.js'), '');
      },
      link: (folder) => {
        rmSync(join(folder, 'script.js'));
        symlinkSync('/etc/passwd', join(folder, 'script.js'));
      },
    };
    for (const [name, swap] of Object.entries(change)) {
      const folder = writeUnpacked(workspace, `swap-${name}`, { script: marks('Honest') });
      const reply = await answered(`swap-${name}`, () => {
        swap(folder);
      });
      expect(reply.code, name).toMatch(/^(?:policy\.changed|browser\.bad-extension)$/u);
    }
    expect(await pageSays()).not.toMatch(/Swapped|Honest/u);
  });

  it('a reload takes what was approved, whatever stands in the folder since', async () => {
    const folder = writeUnpacked(workspace, 'later', { script: marks('First') });
    const id = await install('later');
    writeFileSync(join(folder, 'script.js'), marks('Second'));
    expect((await call('extensions_reload', { id })).isError).toBe(false);
    const page = await pageSays();
    expect(page).toContain('First');
    expect(page).not.toContain('Second');
    expect((await call('extensions_uninstall', { id })).isError).toBe(false);
    expect(await pageSays()).not.toContain('First');
  });

  it('one with the id of another stands in its place, and is gone when that id goes', async () => {
    for (const name of ['one', 'two'])
      writeUnpacked(workspace, `key-${name}`, { manifest: { key: KEY }, script: marks(`Key ${name}`) });
    const id = await install('key-one');
    expect(await install('key-two')).toBe(id);
    const page = await pageSays();
    expect(page).toContain('Key two');
    expect(page).not.toContain('Key one');
    expect((await call('extensions_uninstall', { id })).isError).toBe(false);
    await call('browser_close');
    expect(await pageSays()).not.toContain('Key');
  });

  it('a copy that is changed on the disk is not loaded again, by us or by the browser', async () => {
    writeUnpacked(workspace, 'copied', { script: marks('Approved') });
    const id = await install('copied');
    expect(await pageSays()).toContain('Approved');
    const copies = (): string[] =>
      readdirSync(join(workspace, 'profiles'), { recursive: true })
        .map(String)
        .filter((path) => /extensions\/[0-9a-f]{16}\/script\.js$/u.test(path));
    await call('browser_close');
    for (const path of copies()) writeFileSync(join(workspace, 'profiles', path), marks('Tampered'));
    await call('browser_navigate', { url: site.url('/'), snapshot: 'none' });
    await call('browser_wait_for', { seconds: 2 });
    expect((await call('browser_read')).text).not.toMatch(/Tampered|Approved/u);
    expect((await call('extensions_reload', { id })).code).toBe('call.bad-arguments');
    expect(gatewright.stderr()).toContain('extension(s) of a profile were changed on the disk');
    await install('control');
  });
});

promised('sessions-apart', () => {
  it('another session has none of them, and cannot use them by their id', async () => {
    const id = /"id":"([a-p]{32})"/u.exec((await call('extensions_list')).text)?.[1] ?? '';
    expect(id).not.toBe('');
    const session = 'other';
    await call('browser_navigate', { url: site.url('/'), session, snapshot: 'none' });
    expect((await call('extensions_list', { session })).text).toMatch(/^0 extension/u);
    expect((await call('browser_read', { session })).text).not.toContain('Control');
    for (const verb of ['reload', 'trigger', 'uninstall'])
      expect((await call(`extensions_${verb}`, { id, session })).code, verb).toBe('call.bad-arguments');
    expect((await call('browser_read', { session })).text).toContain(site.origin);
    expect(await pageSays()).toContain('Control');
  });

  it('a caller who may not have the capability any more has none in the kept profile', async () => {
    await gatewright.close();
    const config = {
      capabilities: CAPABILITIES,
      browser: { profile: 'persistent' },
      network: { allow: [site.origin], unsafeAllowPrivate: [site.host] },
    };
    const withTeam = (capabilities: readonly string[]): Promise<Running> =>
      start({ workspace, transport: 'http', config: { ...config, teams: { web: { capabilities, browser: {} } } } });
    const reads = async (capabilities: readonly string[], token: string): Promise<string> => {
      gatewright = await withTeam(capabilities);
      const team = await connectTeam(gatewright, token);
      await team.call('browser_navigate', { url: site.url('/'), snapshot: 'none' });
      await team.call('browser_wait_for', { seconds: 2 });
      const { text } = await team.call('browser_read');
      await team.close();
      await gatewright.close();
      return text;
    };
    gatewright = await withTeam(CAPABILITIES);
    const token = addToken(gatewright, 'web');
    const team = await connectTeam(gatewright, token);
    const asked = team.call('extensions_install', { path: 'control' });
    const { id } = await firstQuestion(gatewright);
    gatewright.command(['approvals', 'approve', id]);
    expect((await asked).isError).toBe(false);
    await team.close();
    await gatewright.close();
    expect(await reads(CAPABILITIES, token)).toContain('Control');
    expect(await reads(['read', 'navigation', 'action', 'human'], token)).not.toContain('Control');
    gatewright = await run();
  });
});
