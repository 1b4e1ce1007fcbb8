import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { addToken, connectTeam } from '../fixtures/team-client.js';
import type { TeamClient } from '../fixtures/team-client.js';

let site: Site;
let other: Site;
let gatewright: Running;
let web: TeamClient;
let config: object;

beforeAll(async () => {
  const pages = { '/': html('<h1>Here</h1>') };
  [site, other] = await Promise.all([startSite(pages), startSite(pages)]);
  config = {
    capabilities: ['read', 'navigation', 'action', 'human', 'fetch'],
    network: { unsafeAllowPrivate: [site.host, other.host] },
  };
  const teams = { web: { browser: {} } };
  gatewright = await start({ transport: 'http', config: { ...config, teams } });
  web = await connectTeam(gatewright, addToken(gatewright, 'web'));
}, 60_000);

afterAll(async () => {
  await web.close();
  await gatewright.close();
  await Promise.all([site.close(), other.close()]);
});

const file = (): string => join(gatewright.workspace, 'gatewright.yaml');
const changes = () => gatewright.record().filter(({ event }) => event === 'config.changed');

/** Written, and taken or refused by the server. */
async function write(more: object | string): Promise<void> {
  const text = typeof more === 'string' ? more : JSON.stringify({ ...config, ...more });
  writeFileSync(file(), text, { mode: 0o600 });
  // It looks once a second.
  await new Promise((resolve) => setTimeout(resolve, 1800));
}

async function ready(): Promise<number> {
  return (await fetch(new URL('/readyz', gatewright.url))).status;
}

it('a team that is changed in the file is another at its next call, without a restart', async () => {
  expect((await web.call('browser_navigate', { url: site.url('/') })).isError).toBe(false);
  const before = changes().length;
  await write({ teams: { web: { browser: { allowed_domains: [`http://${other.host}`] } } } });
  const change = changes().at(-1);
  expect(changes()).toHaveLength(before + 1);
  const facts = change?.['facts'] as { before: string; after: string };
  expect(facts).toMatchObject({ teams: ['web'] });
  expect(facts.before).toMatch(/^[0-9a-f]{64}$/u);
  expect(facts.after).not.toBe(facts.before);
  // The page that is open is of a site that it may not have any more.
  expect((await web.call('browser_snapshot')).code).toBe('policy.origin-not-allowed');
  expect((await web.call('browser_navigate', { url: other.url('/') })).isError).toBe(false);
});

it('for a session that is open the stricter of both holds; a new one has what the file says', async () => {
  await write({ teams: { web: { browser: { allowed_domains: [`http://${site.host}`] } } } });
  expect((await web.call('browser_navigate', { url: site.url('/'), session: 'old' })).isError).toBe(false);
  await write({ teams: { web: { browser: {} } } });
  expect((await web.call('browser_navigate', { url: other.url('/'), session: 'old' })).code).toBe(
    'policy.origin-not-allowed',
  );
  expect((await web.call('browser_snapshot', { session: 'old' })).isError).toBe(false);
  expect((await web.call('browser_navigate', { url: other.url('/'), session: 'new' })).isError).toBe(false);
});

it('a team that loses its browser loses its sessions', async () => {
  expect((await web.call('browser_navigate', { url: site.url('/'), session: 'lost' })).isError).toBe(false);
  await write({ teams: { web: {} } });
  expect((await web.call('browser_snapshot', { session: 'lost' })).code).toBe('policy.team-no-browser');
  expect(gatewright.command(['sessions', '--json']).stdout).not.toContain('"lost"');
  await write({ teams: { web: { browser: {} } } });
});

it.each([
  ['is no YAML', '{ teams: ['],
  ['is empty', ''],
  ['has an unknown key', { teams: { web: { browser: {}, surprise: 1 } } }],
])('a file that %s keeps what was before, and says so everywhere', async (_, bad) => {
  expect(await ready()).toBe(200);
  await write(bad);
  expect(await ready()).toBe(503);
  expect((await fetch(new URL('/healthz', gatewright.url))).status).toBe(200);
  expect(gatewright.stderr()).toContain('what it said before holds');
  expect((await web.call('browser_navigate', { url: site.url('/'), session: 'kept' })).isError).toBe(false);
  if (bad !== '') return write({ teams: { web: { browser: {} } } });
  const doctor = gatewright.command(['doctor', '--json']);
  const { checks } = JSON.parse(doctor.stdout) as { checks: { name: string; status: string; says: string }[] };
  expect(checks.filter(({ name, status }) => name === 'servers' && status === 'fail')).toHaveLength(1);
  await write({ teams: { web: { browser: {} } } });
  expect(await ready()).toBe(200);
});

it('what else changed in the file waits for a restart, and is named', async () => {
  await write({ approval: { from: 'never' }, teams: { web: { browser: {} } } });
  expect(changes().at(-1)).toMatchObject({ facts: { restart: ['approval'] } });
  expect(gatewright.stderr()).toMatch(/approval changed too, and waits for a restart/u);
});

it('a team that is taken out of the file is refused: its token does not open the whole', async () => {
  const token = addToken(gatewright, 'brief');
  await write({ teams: { web: { browser: {} }, brief: {} } });
  const brief = await connectTeam(gatewright, token);
  expect((await brief.call('browser_snapshot')).code).toBe('policy.team-no-browser');
  await write({ teams: { web: { browser: {} } } });
  await expect(brief.call('browser_snapshot')).rejects.toThrow();
  await brief.close();
  rmSync(join(gatewright.workspace, 'tokens', 'brief'));
});

it('a token that is revoked ends its sessions, on both revisions', async () => {
  for (const revision of ['2025-11-25', '2026-07-28'] as const) {
    const name = `gone-${revision}`;
    const client = await connectTeam(gatewright, addToken(gatewright, name), { revision });
    expect((await client.call('browser_navigate', { url: site.url('/') })).isError).toBe(false);
    expect(gatewright.command(['sessions', '--json']).stdout).toContain(name);
    gatewright.command(['token', 'revoke', name]);
    await expect(client.call('browser_snapshot')).rejects.toThrow();
    await expect.poll(() => gatewright.command(['sessions', '--json']).stdout).not.toContain(name);
    expect(
      gatewright.record().filter(({ event, principal }) => event === 'session.ended' && principal === name),
    ).toMatchObject([{ facts: { why: 'its token was revoked' } }]);
    await client.close();
  }
});
