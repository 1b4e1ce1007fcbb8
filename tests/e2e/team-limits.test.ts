import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { addToken, connectTeam } from '../fixtures/team-client.js';
import type { TeamClient } from '../fixtures/team-client.js';

/** Memory that is really there: the kernel gives nothing for pages that nobody wrote to. */
const EATS = `<h1>Hungry</h1><script>
  const kept = [];
  setInterval(() => { if (kept.length < 12) kept.push(new Uint8Array(32 << 20).fill(7)); }, 100);
</script>`;
const SLOW_MS = 6000;

let site: Site;
let gatewright: Running;
let few: TeamClient;
let free: TeamClient;
let config: { readonly teams: { readonly few: { readonly browser: object }; readonly free: object } };

beforeAll(async () => {
  site = await startSite({
    '/': html('<h1>Here</h1><a href="/file">Download</a>'),
    '/eats': html(EATS),
    '/slow': (_, response) => setTimeout(() => response.end('<h1>At last</h1>'), SLOW_MS),
    '/file': (_, response) =>
      response.writeHead(200, { 'content-disposition': 'attachment; filename="x.txt"' }).end('x'),
  });
  config = {
    ...{ capabilities: ['read', 'navigation', 'action', 'human', 'file-io'], approval: { from: 'never' } },
    ...{ network: { unsafeAllowPrivate: [site.host] }, sessions: { memory: '1500m' } },
    teams: {
      few: { browser: { max_tabs: 2, max_downloads: 1, timeout_ms: 3000, memory: '250m' } },
      free: { browser: { max_tabs: 4 } },
    },
  };
  gatewright = await start({ transport: 'http', config });
  few = await connectTeam(gatewright, addToken(gatewright, 'few'), { name: 'few' });
  free = await connectTeam(gatewright, addToken(gatewright, 'free'), { name: 'free' });
}, 60_000);

afterAll(async () => {
  await few.close();
  await free.close();
  await gatewright.close();
  await site.close();
});

const at = (team: TeamClient, path: string, session: string): Promise<Reply> =>
  team.call('browser_navigate', { url: site.url(path), session });
const tab = (team: TeamClient, session: string): Promise<Reply> =>
  team.call('browser_tabs', { action: 'new', url: site.url('/'), session });
const download = (team: TeamClient): Promise<Reply> =>
  team.call('browser_download', { name: 'Download', session: 'files' });

it('tabs: one more than the team may have is refused by the name of its key, and another team has it', async () => {
  for (const team of [few, free]) {
    expect((await at(team, '/', 'tabs')).isError).toBe(false);
    expect((await tab(team, 'tabs')).isError).toBe(false);
  }
  const refused = await tab(few, 'tabs');
  expect(refused.code).toBe('session.limit');
  expect(refused.text).toContain('2 of 2 tabs (teams.few.browser.max_tabs)');
  expect((await tab(free, 'tabs')).isError).toBe(false);
  // The session goes on with what it has.
  expect((await few.call('browser_snapshot', { session: 'tabs' })).text).toContain('Here');
});

it('files: the same', async () => {
  for (const team of [few, free]) {
    expect((await at(team, '/', 'files')).isError).toBe(false);
    expect((await download(team)).isError).toBe(false);
  }
  const refused = await download(few);
  expect(refused.code).toBe('session.limit');
  expect(refused.text).toContain('1 of 1 files (teams.few.browser.max_downloads)');
  expect((await download(free)).isError).toBe(false);
});

it("time: a call of the team ends by its team's deadline, and one of another team has its own", async () => {
  await Promise.all([few, free].map((team) => at(team, '/', 'time')));
  const timed = async (team: TeamClient) => {
    const began = performance.now();
    return { reply: await at(team, '/slow', 'time'), ms: performance.now() - began };
  };
  const [short, long] = await Promise.all([timed(few), timed(free)]);
  expect(['call.deadline', 'page.not-loaded', 'browser.outcome-unknown']).toContain(short.reply.code);
  expect(short.ms).toBeLessThan(SLOW_MS - 500);
  expect(long.reply.text).toContain('At last');
});

it('memory: its session ends with the key of the team, and that of another team with the same page does not', async () => {
  expect((await at(free, '/eats', 'memory')).isError).toBe(false);
  const codes = [await at(few, '/eats', 'memory')];
  const isSaid = (): boolean => codes.some(({ code }) => code === 'session.limit');
  await expect
    .poll(
      async () => {
        if (!isSaid()) codes.push(await few.call('browser_snapshot', { session: 'memory' }));
        return isSaid();
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(true);
  const said = codes.find(({ code }) => code === 'session.limit')?.text ?? '';
  expect(said).toMatch(/\d+ of 250 MB of memory \(teams\.few\.browser\.memory\)/u);
  expect((await free.call('browser_snapshot', { session: 'memory' })).text).toContain('Hungry');
  await free.call('browser_close', { session: 'memory' });
}, 90_000);

it('for a session that is open the stricter of before and now holds; a new one has what the file says', async () => {
  const { few: before } = config.teams;
  const teams = { few: { browser: { ...before.browser, max_tabs: 4 } }, free: { browser: { max_tabs: 2 } } };
  for (const team of [few, free]) expect((await at(team, '/', 'kept')).isError).toBe(false);
  const changes = (): number => gatewright.record().filter(({ event }) => event === 'config.changed').length;
  const known = changes();
  writeFileSync(join(gatewright.workspace, 'gatewright.yaml'), JSON.stringify({ ...config, teams }), { mode: 0o600 });
  await expect.poll(changes, { timeout: 10_000 }).toBe(known + 1);
  for (const team of [few, free]) {
    expect((await tab(team, 'kept')).isError).toBe(false);
    const refused = await tab(team, 'kept');
    expect(refused.code).toBe('session.limit');
    expect(refused.text).toContain('2 of 2 tabs');
  }
  expect((await at(few, '/', 'new')).isError).toBe(false);
  for (let more = 0; more < 3; more += 1) expect((await tab(few, 'new')).isError).toBe(false);
}, 60_000);
