import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { addToken, connectTeam } from '../fixtures/team-client.js';
import type { TeamClient } from '../fixtures/team-client.js';

let site: Site;
let gatewright: Running;
const clients: Record<string, TeamClient> = {};

beforeAll(async () => {
  site = await startSite({ '/': html('<h1>Here</h1><button>Buy now</button>') });
  const { host } = site;
  gatewright = await start({
    transport: 'http',
    config: {
      capabilities: ['read', 'navigation', 'action', 'human', 'fetch'],
      network: { unsafeAllowPrivate: [host] },
      teams: {
        bare: {},
        open: { browser: {} },
        fetching: { tools: ['web_fetch'], browser: { blocked_domains: [`http://${host}`] } },
        two: { browser: { max_sessions: 2 } },
        slow: { browser: {}, calls_per_second: 0.5 },
        terminal: { browser: {}, approvers: ['webhook'] },
      },
    },
  });
  for (const name of ['bare', 'open', 'fetching', 'two', 'slow', 'terminal']) {
    clients[name] = await connectTeam(gatewright, addToken(gatewright, name), { name });
  }
}, 120_000);

afterAll(async () => {
  for (const client of Object.values(clients)) await client.close();
  await gatewright.close();
  await site.close();
});

function team(name: string): TeamClient {
  const client = clients[name];
  if (client === undefined) throw new Error(`no client of ${name}`);
  return client;
}

describe('a team without browser:', () => {
  it('has the browser tools listed, and each call of them refused whatever its arguments are', async () => {
    const { tools } = await team('bare').client.listTools();
    const listed = tools.map(({ name }) => name);
    expect(listed).toContain('browser_navigate');
    site.seen.length = 0;
    const others: string[] = [];
    for (const tool of listed) {
      const reply = await team('bare').call(tool, { url: site.url('/'), surprise: { deep: [1] } });
      if (reply.code === 'policy.team-no-browser') expect(reply.text).toContain('browser: {}');
      else others.push(tool);
    }
    expect(others.sort()).toEqual(['await_human', 'web_fetch']);
    expect(site.seen).toEqual([]);
  });

  it('fetches without one', async () => {
    const reply = await team('bare').call('web_fetch', { url: site.url('/') });
    expect(reply.text).toContain('Buy now');
  });

  it('and browser: {} opens them', async () => {
    const reply = await team('open').call('browser_navigate', { url: site.url('/') });
    expect(reply.text).toContain('Buy now');
  });
});

describe('a team narrows', () => {
  it('by what it blocks, for web_fetch too', async () => {
    site.seen.length = 0;
    const reply = await team('fetching').call('web_fetch', { url: site.url('/') });
    expect(reply.code).toBe('policy.origin-blocked');
    expect(site.seen).toEqual([]);
    expect((await team('fetching').call('browser_navigate', { url: site.url('/') })).code).toBe(
      'policy.tool-not-allowed',
    );
  });

  it('by its sessions: one more is refused with when to come back, and no other team notices', async () => {
    for (const session of ['one', 'two']) {
      expect((await team('two').call('browser_navigate', { url: site.url('/'), session })).isError).toBe(false);
    }
    const reply = await team('two').call('browser_navigate', { url: site.url('/'), session: 'three' });
    expect(reply.code).toBe('session.too-many');
    expect(reply.text).toMatch(/max_sessions[^]*retryAfterMs: \d+/u);
    expect(reply.meta?.['failure']).toMatchObject({ code: 'session.too-many', retryAfterMs: 5000 });
    const other = await team('open').call('browser_navigate', { url: site.url('/'), session: 'more' });
    expect(other.isError).toBe(false);
    await team('two').call('browser_close', { session: 'one' });
    expect((await team('two').call('browser_navigate', { url: site.url('/'), session: 'three' })).isError).toBe(false);
  });

  it('by its calls per second, and is told when to come back', async () => {
    const first = await team('slow').call('browser_tabs', { action: 'list' });
    expect(first.isError).toBe(false);
    const second = await team('slow').call('browser_tabs', { action: 'list' });
    expect(second.code).toBe('call.busy');
    const { retryAfterMs } = second.meta?.['failure'] as { retryAfterMs: number };
    expect(second.text).toContain(`retryAfterMs: ${String(retryAfterMs)}`);
    expect(retryAfterMs).toBeLessThanOrEqual(2000);
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    expect((await team('slow').call('browser_tabs', { action: 'list' })).isError).toBe(false);
    const refused = gatewright.record().filter(({ event }) => event === 'calls.refused');
    expect(refused).toMatchObject([{ facts: { principal: 'slow', calls: 1 } }]);
  });

  it('by who may approve: where none of them is there, nobody is asked', async () => {
    await team('terminal').call('browser_navigate', { url: site.url('/') });
    const reply = await team('terminal').call('browser_click', { role: 'button', name: 'Buy now' });
    expect(reply.code).toBe('approval.nobody');
    expect(gatewright.command(['approvals', 'list', '--json']).stdout).not.toContain('terminal');
  });
});
