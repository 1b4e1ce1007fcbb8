import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { addToken, connectTeam } from '../fixtures/team-client.js';
import type { TeamClient } from '../fixtures/team-client.js';
import { writeSecret } from '../fixtures/vault-places.js';
import { findVaultTools } from '../fixtures/vault-tools.js';

const COOKIE = 'wiki-cookie-4471';
const HAS_CODES = findVaultTools().oathtool;
const TEAMS = ['red', 'blue', 'other', 'plain'] as const;
type TeamName = (typeof TEAMS)[number];

let site: Site;
let workspace: string;
let gatewright: Running;
let config: Readonly<Record<string, unknown>> & { readonly teams: Readonly<Record<TeamName, object>> };
const clients = new Map<TeamName, TeamClient>();

beforeAll(async () => {
  site = await startSite({
    '/': (request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(html(`<p>${request.headers.cookie?.includes(COOKIE) === true ? 'signed in' : 'a stranger'}</p>`)),
  });
  workspace = mkdtempSync(join(tmpdir(), 'gw-identities-'));
  const record = { domain: site.host, origins: [site.origin], cookies: [{ name: 'sid', value: COOKIE }] };
  expect(runCommand(workspace, ['vault', 'add', site.host, '--name', 'wiki'], JSON.stringify(record)).status).toBe(0);
  const seedFile = writeSecret(workspace, 'seed', 'JBSWY3DPEHPK3PXP\n');
  const credentials = { provider: 'oathtool', accounts: { wiki: { origins: [site.origin], seedFile } } };
  config = {
    capabilities: ['read', 'navigation', 'action', 'human', 'secrets', ...(HAS_CODES ? ['credentials'] : [])],
    ...{ approval: { from: 'never' }, network: { unsafeAllowPrivate: [site.host] } },
    ...(HAS_CODES ? { credentials } : {}),
    teams: {
      red: { browser: { identities: ['wiki'] } },
      blue: { browser: { identities: [] } },
      other: { browser: { identities: ['another'] } },
      plain: { browser: {} },
    },
  };
  gatewright = await start({ transport: 'http', workspace, config });
  for (const name of TEAMS) clients.set(name, await connectTeam(gatewright, addToken(gatewright, name), { name }));
}, 60_000);

afterAll(async () => {
  for (const client of clients.values()) await client.close();
  await gatewright.close();
  await site.close();
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
});

async function seenBy(team: TeamName): Promise<string> {
  const reply = await clients.get(team)?.call('browser_navigate', { url: site.url('/'), snapshot: 'full' });
  expect(reply?.isError, reply?.text).toBe(false);
  return /signed in|a stranger/u.exec(reply?.text ?? '')?.[0] ?? '';
}

it('a team is signed in with the identities that it may use, and is a stranger with the others', async () => {
  expect(await Promise.all(TEAMS.map(seenBy))).toEqual(['signed in', 'a stranger', 'a stranger', 'signed in']);
  // What a team is not is told to nobody but the operator.
  const used = gatewright.record().filter((line) => JSON.stringify(line).includes('"wiki"'));
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter(({ principal }) => principal === 'blue' || principal === 'other')).toEqual([]);
}, 60_000);

it.runIf(HAS_CODES)(
  'nor has it the accounts of the password manager',
  async () => {
    const codes = await Promise.all(
      TEAMS.map(async (team) => {
        const reply = await clients.get(team)?.call('get_totp', { account: 'wiki' });
        return reply?.isError === true ? reply.code : 'a code';
      }),
    );
    expect(codes).toEqual(['a code', 'vault.no-credential', 'vault.no-credential', 'a code']);
  },
  60_000,
);

it('a team that loses an identity loses the session that is signed in with it, and no other team does', async () => {
  const changed = { ...config, teams: { ...config.teams, red: { browser: { identities: [] } } } };
  writeFileSync(join(workspace, 'gatewright.yaml'), JSON.stringify(changed), { mode: 0o600 });
  const ended = () =>
    gatewright.record().filter(({ event, principal }) => event === 'session.ended' && principal === 'red');
  await expect.poll(() => ended().length, { timeout: 10_000 }).toBe(1);
  expect(ended()).toMatchObject([{ facts: { why: expect.stringContaining('may not use the identity') as string } }]);
  // Its first call is told so; the next one begins anew.
  await clients.get('red')?.call('browser_navigate', { url: site.url('/') });
  expect(await seenBy('red')).toBe('a stranger');
  expect((await clients.get('plain')?.call('browser_snapshot'))?.text).toContain('signed in');
}, 60_000);
