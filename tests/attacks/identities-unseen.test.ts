import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { echoSite } from '../fixtures/echo-site.js';
import type { EchoSite } from '../fixtures/echo-site.js';
import { runCommand, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { formIn } from '../fixtures/secret-forms.js';
import { bytesBelow, vaultKinds } from '../fixtures/vault-places.js';
import type { VaultKind } from '../fixtures/vault-places.js';
import { findVaultTools } from '../fixtures/vault-tools.js';

const PASSWORD = 'Tr0ub4dor & "three" öl';
const COOKIE = 'c00kie-9f8e7d6c5b4a';
const TOKEN = "stored'quote-</script>-5512";
const KEY = 'Bearer hdr-77aa88bb99cc';
const VALUES = [PASSWORD, COOKIE, TOKEN, KEY];

const recordFor = (origin: string) => ({
  domain: new URL(origin).host,
  origins: [origin],
  username: 'ada',
  password: PASSWORD,
  totp: 'JBSWY3DPEHPK3PXP',
  cookies: [
    { name: 'remembered', value: COOKIE },
    { name: 'theme', value: 'darkmode' },
  ],
  localStorage: { token: TOKEN },
  headers: { Authorization: KEY },
  signIn: {
    ...{ url: `${origin}/login`, username: '#user', password: '#password', code: '#code', submit: '#go' },
    signedIn: '#welcome',
  },
});

const LOOKS = [
  ['browser_snapshot', {}],
  ['browser_snapshot', { mode: 'full', hidden: true }],
  ['browser_read', {}],
  ['browser_read', { format: 'tree' }],
  ['browser_read', { format: 'both' }],
  ['browser_find', { query: 'three' }],
  ['browser_text_search', { text: 'ub4d' }],
  ['browser_console_read', {}],
  ['browser_network_read', {}],
  ['browser_ws_read', {}],
  ['browser_tabs', { action: 'list' }],
  ['browser_inspect', { selector: 'main button' }],
  ['browser_inspect', { selector: 'textarea' }],
  ['browser_fill', { name: 'nothing of the kind', value: 'x' }],
] as const;

promised('identities-unseen', () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  // Where the file's own key lies makes no difference here; the vault's contract suite has them all.
  const kinds = vaultKinds(findVaultTools()).filter(({ isHere, name }) => isHere && !/keyring|passphrase/u.test(name));
  it.each(kinds)('kept in $name: the site learns it, and nobody else', async (kind) => {
    const site = await echoSite({ user: 'ada', password: PASSWORD });
    const other = await echoSite({ user: 'nobody', password: 'nothing' });
    ends.push(site.close, other.close);
    const gatewright = await serverWith(kind, site, other, ends);
    const replies: string[] = [];
    const call = async (tool: string, args: Record<string, unknown> = {}) => {
      const reply = await gatewright.call(tool, args);
      replies.push(JSON.stringify([reply.text, reply.meta]));
      return reply;
    };

    const opened = await call('browser_navigate', { url: site.url('/home') });
    expect(opened.isError, opened.text).toBe(false);
    expect(opened.text).toContain('signed in as ada');
    const home = site.seen.filter(({ path }) => path === '/home').at(-1);
    expect(home?.headers.cookie).toContain(COOKIE);
    expect(home?.headers.cookie).toContain('theme=darkmode');
    expect(home?.headers.authorization).toBe(KEY);
    expect(site.logins).toMatchObject([{ user: 'ada', password: PASSWORD }]);
    expect(site.logins[0]?.code).toMatch(/^\d{6}$/u);
    await expect.poll(() => site.stored()).toBe(TOKEN);

    // Whatever the agent says about domains, elsewhere it is nobody.
    await call('browser_navigate', { url: `http://localhost:${other.port}/home`, domain_hint: site.host });
    expect(other.seen.length).toBeGreaterThan(0);
    expect(formIn(JSON.stringify(other.seen), VALUES)).toBeUndefined();

    await call('browser_navigate', { url: site.url('/home') });
    for (const [tool, args] of LOOKS) await call(tool, args);
    await call('browser_click', { name: 'Echo', role: 'button' });
    for (const [tool, args] of LOOKS) await call(tool, args);
    const codes = site.logins.map(({ code }) => code);
    const left = [...replies, gatewright.stderr(), JSON.stringify(gatewright.record())].join('\n');
    expect(formIn(left, VALUES)).toBeUndefined();
    expect(codes.filter((code) => left.includes(code))).toEqual([]);
    expect(formIn(bytesBelow(gatewright.workspace).toString('latin1'), VALUES)).toBeUndefined();
    expect(left).toContain('<PASSWORD_');
    // A setting is no secret: to mask it would blank out ordinary words.
    expect(left).toContain('theme=darkmode');
  });
});

async function serverWith(kind: VaultKind, site: EchoSite, other: EchoSite, ends: (() => unknown)[]): Promise<Running> {
  const fixture = await kind.open();
  const workspace = mkdtempSync(join(tmpdir(), 'gw-test-'));
  ends.push(fixture.close, () => {
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  });
  const record = recordFor(site.origin);
  writeFileSync(join(workspace, 'gatewright.yaml'), JSON.stringify({ version: 1, vault: fixture.options }));
  if (kind.name.startsWith('file')) {
    const added = runCommand(workspace, ['vault', 'add', site.host], JSON.stringify(record));
    expect(added).toMatchObject({ status: 0, stderr: '' });
  } else await fixture.put(site.host, record);
  const { PATH: path = '', ...more } = fixture.place.environment;
  const gatewright = await start({
    workspace,
    args: ['--allow-private', `${site.host},localhost:${other.port}`],
    env: {
      ...Object.fromEntries(Object.entries(more).filter((entry): entry is [string, string] => entry[1] !== undefined)),
      PATH: `${path}:${process.env['PATH'] ?? ''}`,
    },
  });
  ends.push(() => gatewright.close());
  return gatewright;
}
