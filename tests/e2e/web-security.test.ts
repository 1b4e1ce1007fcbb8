import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PersonsChrome } from '../fixtures/attached-app.js';
import { runCommand, start } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';

describe('browser.disableWebSecurity', () => {
  it('is loud at boot, in doctor, in the record and at each session; pages read other origins, policy still holds', async () => {
    const data = await startSite({ '/data': html('cross-origin words'), '/': html('x') });
    const closed = await startSite({ '/data': html('closed words') });
    const site = await startSite({
      '/': html(`<p id="p"></p><script>
        const say = (url) => fetch(url).then((r) => r.text()).then((t) => { p.textContent += t + ' read. ' }, () => { p.textContent += 'refused. ' });
        say('${data.url('/data')}').then(() => say('${closed.url('/data')}')).then(() => { p.textContent += 'Done.' });
      </script>`),
    });
    const allow = [site.origin, data.origin];
    const network = { allow, unsafeAllowPrivate: [site.host, data.host, closed.host] };
    const on = await start({ config: { browser: { disableWebSecurity: true }, confirmRequired: [], network } });
    const off = await start({ config: { network } });
    try {
      const words = 'browser.disableWebSecurity: the same-origin policy is off';
      expect(on.stderr()).toContain(`unsafe: ${words}`);
      expect(on.command(['doctor']).stdout).toContain(words);
      for (const [gatewright, says] of [
        [on, 'cross-origin words'],
        [off, 'refused'],
      ] as const) {
        await gatewright.call('browser_navigate', { url: site.url(), snapshot: 'none' });
        const waited = await gatewright.call('browser_wait_for', { text: 'Done.', seconds: 25 });
        expect(waited.isError, waited.text).toBe(false);
        const { text } = await gatewright.call('browser_snapshot');
        expect(text).toContain(says);
        expect(text).not.toContain('closed words');
      }
      expect(closed.seen).toEqual([]);
      expect(on.stderr()).toContain('a session starts without the same-origin policy');
      const record = JSON.stringify(on.record());
      expect(record).toContain(words);
      expect(record).toContain('"webSecurity":false');
      expect(off.stderr()).not.toContain('same-origin policy');
    } finally {
      await Promise.all([on.close(), off.close()]);
      await Promise.all([site.close(), data.close(), closed.close()]);
    }
  });

  it("does nothing to a person's own browser, and says so", async () => {
    const data = await startSite({ '/data': html('cross-origin words') });
    const site = await startSite({
      '/': html(
        `<p id="p"></p><script>fetch('${data.url('/data')}').then((r) => r.text()).then((t) => { p.textContent = t + ' Done.' }, () => { p.textContent = 'refused. Done.' })</script>`,
      ),
    });
    const chrome = await PersonsChrome.open();
    const gatewright = await start({
      config: {
        capabilities: ['read', 'navigation', 'action', 'human', 'byob-attach'],
        browser: {
          ...{ provider: 'attach', attachCdp: `http://127.0.0.1:${String(chrome.place.port)}`, unsafeAttach: true },
          disableWebSecurity: true,
        },
        ...{ confirmRequired: [], approval: { from: 'never' } },
        network: { unsafeAllowPrivate: [site.host, data.host] },
      },
    });
    try {
      expect(gatewright.stderr()).toContain("browser.disableWebSecurity has no effect on a person's own browser");
      const opened = await gatewright.call('browser_navigate', { url: site.url(), snapshot: 'none' });
      expect(opened.isError, opened.text).toBe(false);
      const waited = await gatewright.call('browser_wait_for', { text: 'Done.', seconds: 25 });
      expect(waited.isError, waited.text).toBe(false);
      const { text } = await gatewright.call('browser_snapshot');
      expect(text).toContain('refused. Done.');
      expect(text).not.toContain('cross-origin words');
      expect(gatewright.stderr()).not.toContain('a session starts without the same-origin policy');
    } finally {
      await gatewright.close();
      await chrome.close();
      await Promise.all([site.close(), data.close()]);
    }
  });

  it('has a kept profile of its own: what is kept in the ordinary one is not there', async () => {
    const workspace = mkdtempSync(join(tmpdir(), 'gw-test-'));
    const site = await startSite({
      '/': html(`<p id="p"></p><script>
        p.textContent = 'Kept: ' + (localStorage.getItem('kept') ?? 'nothing'); localStorage.setItem('kept', new URLSearchParams(location.search).get('by'));
      </script>`),
    });
    const visit = async (by: string, disableWebSecurity: boolean): Promise<string> => {
      const gatewright = await start({
        workspace,
        args: ['--allow-private', site.host],
        config: { browser: { profile: 'persistent', disableWebSecurity } },
      });
      try {
        return (await gatewright.call('browser_navigate', { url: site.url(`/?by=${by}`) })).text;
      } finally {
        await gatewright.close();
      }
    };
    try {
      expect(await visit('ordinary', false)).toContain('Kept: nothing');
      expect(await visit('open', true)).toContain('Kept: nothing');
      expect(await visit('again', false)).toContain('Kept: ordinary');
      expect(await visit('last', true)).toContain('Kept: open');
    } finally {
      await site.close();
      rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
    }
  });

  it('comes from the file alone', () => {
    const workspace = mkdtempSync(join(tmpdir(), 'gw-test-'));
    try {
      const config = (env: Record<string, string>, args: readonly string[] = []) =>
        runCommand(workspace, ['config', '--json', ...args], '', env);
      expect(config({ GATEWRIGHT_DISABLE_WEB_SECURITY: 'true' }).stdout).not.toMatch(/"disableWebSecurity":\s*true/u);
      expect(config({}, ['--disable-web-security']).status).toBe(2);
      writeFileSync(join(workspace, 'gatewright.yaml'), 'browser: { disableWebSecurity: true }\n', { mode: 0o600 });
      expect(config({}).stdout).toMatch(/disableWebSecurity/u);
    } finally {
      rmSync(workspace, { recursive: true, force: true });
    }
  });
});
