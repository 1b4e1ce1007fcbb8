import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { writeSecret } from '../fixtures/vault-places.js';
import { findVaultTools } from '../fixtures/vault-tools.js';

describe.runIf(findVaultTools().oathtool)('one-time codes from oathtool', () => {
  let site: Site;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gw-seed-'));
    site = await startSite({
      '/': html(
        '<form method="post" action="/in"><input name="code" aria-label="Code" autocomplete="one-time-code"></form>',
      ),
      '/in': html('<p>in</p>'),
    });
  });
  afterAll(async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const startWith = (more: object, capabilities: string) => {
    const seedFile = writeSecret(folder, 'seed', 'JBSWY3DPEHPK3PXP\n');
    const accounts = { shop: { origins: [site.origin], seedFile } };
    return start({
      config: { version: 1, approval: { from: 'never' }, credentials: { provider: 'oathtool', accounts, ...more } },
      args: ['--allow-private', site.host, '--capabilities', `read,navigation,action,human,${capabilities}`],
    });
  };

  it('go into the field and not to the model', async () => {
    const gatewright = await startWith({}, 'secrets,credentials');
    try {
      await gatewright.call('browser_navigate', { url: site.url() });
      const got = await gatewright.call('get_totp', { account: 'shop' });
      expect(got.text).toContain('<TOTP_SHOP>');
      expect((await gatewright.call('browser_type', { name: 'Code', text: '<TOTP_SHOP>', submit: true })).isError).toBe(
        false,
      );
      const code = /code=(\d{6})/u.exec(site.seen.find(({ method }) => method === 'POST')?.body ?? '')?.[1];
      expect(code).toMatch(/^\d{6}$/u);
      expect(JSON.stringify([got, gatewright.record()])).not.toContain(code);
      expect((await gatewright.call('get_totp', { account: 'another' })).code).toBe('vault.no-credential');
      expect((await gatewright.call('get_credential', { account: 'shop' })).code).toBe('vault.no-credential');
    } finally {
      await gatewright.close();
    }
  });

  it('are refused without the capability that masks them, and shown only where the operator says so', async () => {
    const without = await startWith({}, 'credentials');
    const refused = await without.call('get_totp', { account: 'shop' });
    await without.close();
    expect([refused.code, refused.text.includes('secrets')]).toEqual(['policy.capability-off', true]);
    const shown = await startWith({ revealTotp: true }, 'secrets,credentials');
    const got = await shown.call('get_totp', { account: 'shop' });
    await shown.close();
    expect(got.text).toMatch(/the code is \d{6}/u);
    expect(shown.stderr()).toContain('credentials.revealTotp');
  });
});
