import { describe, expect, it } from 'vitest';
import { suggestLoad } from './suggest-load.js';
import type { ListVerdict } from './suggest-load.js';

const MISSING = { load: (): ListVerdict => 'missing', visit: (): ListVerdict => 'missing' };

function event(name: string, facts: Record<string, string | number | boolean>, session = 's', time = '2026-01-01') {
  return { kind: 'event', time, fields: { event: name, principal: 'p', session, facts } };
}
const observed = (origin: string, more: Record<string, number | boolean> = {}, session?: string, time?: string) =>
  event('network.would-refuse', { origin, reason: 'x', ...more }, session, time);

describe('a proposal', () => {
  it('adds up what was noted first and what came again, by site, the busiest first', () => {
    const { sites } = suggestLoad(
      [
        observed('https://a.cdn.com'),
        observed('https://b.cdn.com', {}, 's', '2026-01-03'),
        observed('https://b.cdn.com', { count: 9 }, 't', '2026-01-02'),
        observed('https://me.github.io'),
        observed('https://you.github.io'),
        event('network.refused', { origin: 'https://a.cdn.com', rule: 'load', reason: 'x', count: 2 }),
      ],
      MISSING,
    );
    expect(sites).toEqual([
      {
        site: 'cdn.com',
        origins: [
          { origin: 'https://b.cdn.com', observed: 10, refused: 0, sessions: 2, last: '2026-01-03' },
          { origin: 'https://a.cdn.com', observed: 1, refused: 2, sessions: 1, last: '2026-01-01' },
        ],
      },
      { site: 'me.github.io', origins: [expect.objectContaining({ origin: 'https://me.github.io' })] },
      { site: 'you.github.io', origins: [expect.objectContaining({ origin: 'https://you.github.io' })] },
    ]);
  });

  it('has nothing that is listed already, blocked or private', () => {
    const load = (origin: string): ListVerdict =>
      origin === 'https://blocked.com' ? 'closed' : origin === 'https://listed.com' ? 'listed' : 'missing';
    const entries = [observed('https://blocked.com'), observed('https://listed.com'), observed('https://new.com')];
    expect(suggestLoad(entries, { ...MISSING, load }).sites.map(({ site }) => site)).toEqual(['new.com']);
  });

  it('keeps where the agent went apart from what pages load', () => {
    const entries: Parameters<typeof suggestLoad>[0] = [
      observed('https://visited.com'),
      {
        kind: 'call',
        time: '2026-01-01',
        fields: { observed: ['network.observe: x'], arguments: { url: 'https://visited.com/a?b' } },
      },
      { kind: 'call', time: '2026-01-01', fields: { arguments: { url: 'https://allowed.com/' } } },
      observed('https://fetched.com', { visit: true }),
    ];
    const { sites, visits } = suggestLoad(entries, MISSING);
    expect(sites).toEqual([]);
    expect(visits.map(({ origin }) => origin)).toEqual(['https://visited.com', 'https://fetched.com']);
  });

  it.each([
    observed('javascript:alert(1)'),
    observed('not a url'),
    event('network.refused', { origin: 'https://a.com', rule: 'private-address', reason: 'x' }),
    event('network.refused', { origin: 'https://a.com', rule: 'block', reason: 'x' }),
    event('fault', { origin: 'https://a.com' }),
    { kind: 'event', time: '', fields: { event: 'network.would-refuse', facts: null } },
    { kind: 'event', time: '', fields: { event: 'network.would-refuse', facts: { origin: ['https://a.com'] } } },
  ])('leaves out %j', (entry) => {
    expect(suggestLoad([entry], MISSING)).toEqual({ sites: [], visits: [] });
  });
});
