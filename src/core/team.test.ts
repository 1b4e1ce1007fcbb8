import { describe, expect, it } from 'vitest';
import { isToolIn, stricterTeam } from './team.js';
import type { Team } from './team.js';

const team = (more: Partial<Team>): Team => ({ name: 'web', hasBrowser: true, ...more });

describe('what two teams leave', () => {
  it('is nothing less than either, where neither narrows', () => {
    expect(stricterTeam(team({}), team({}))).toEqual(team({}));
  });

  it('is what one of them narrows', () => {
    const narrow = team({ capabilities: ['read'], tools: ['browser_*'], timeoutMs: 1000, blockedDomains: ['a.com'] });
    expect(stricterTeam(narrow, team({}))).toEqual(narrow);
    expect(stricterTeam(team({}), narrow)).toEqual(narrow);
    expect(stricterTeam(team({}), team({ hasBrowser: false })).hasBrowser).toBe(false);
  });

  it('is what both have, and what either blocks', () => {
    const one = team({
      capabilities: ['read', 'fetch'],
      identities: ['a', 'b'],
      blockedDomains: ['x.com'],
      maxSessions: 2,
    });
    const other = team({ capabilities: ['fetch'], identities: [], blockedDomains: ['y.com'], maxSessions: 5 });
    expect(stricterTeam(one, other)).toEqual(
      team({ capabilities: ['fetch'], identities: [], blockedDomains: ['x.com', 'y.com'], maxSessions: 2 }),
    );
  });

  it('has both lists of origins, and the same list once', () => {
    const one = stricterTeam(team({ allowedDomains: [['a.com']] }), team({ allowedDomains: [['*.com']] }));
    expect(one.allowedDomains).toEqual([['a.com'], ['*.com']]);
    expect(stricterTeam(one, team({ allowedDomains: [['*.com']] })).allowedDomains).toEqual([['a.com'], ['*.com']]);
  });

  it.each([
    [['browser_*'], ['browser_snapshot', 'web_fetch'], 'browser_snapshot', 'web_fetch'],
    [['*'], ['browser_n*'], 'browser_navigate', 'browser_click'],
    [['browser_n*'], ['browser_navigate'], 'browser_navigate', 'browser_network_read'],
    [['web_fetch'], ['browser_*'], undefined, 'web_fetch'],
  ])('of the tools of %j and %j has %s and not %s', (one, other, has, hasNot) => {
    for (const both of [
      stricterTeam(team({ tools: one }), team({ tools: other })).tools ?? [],
      stricterTeam(team({ tools: other }), team({ tools: one })).tools ?? [],
    ]) {
      if (has !== undefined) expect(isToolIn(both, has)).toBe(true);
      expect(isToolIn(both, hasNot)).toBe(false);
    }
  });
});
