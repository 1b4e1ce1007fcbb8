import { describe, expect, it } from 'vitest';
import type { Team } from '../../core/index.js';
import type { ProcessUsage } from '../providers/process-usage.js';
import { sessionsOptions } from '../session-options.js';
import { LimitNotices } from './limit-notices.js';
import { limitsFor, stricterOf } from './limits-for.js';
import { exceeded, nearLimits, SessionUsage } from './session-usage.js';

const MB = 1024 ** 2;
const options = sessionsOptions.parse({});
const team = (limits: Team['limits']): Team => ({ name: 'web', hasBrowser: true, ...(limits && { limits }) });
const renderer = (key: string, memory: number, cpuMs: number, isRenderer = true): ProcessUsage => ({
  ...{ pid: 1, key, isRenderer, memoryBytes: memory * MB, cpuMs },
  kill: () => undefined,
});

describe('what a session may use', () => {
  it('is what the configuration says, under the key that says it', () => {
    const limits = limitsFor(options, undefined);
    expect(limits.memoryBytes).toEqual({ max: 1500 * MB, key: 'sessions.memory' });
    expect(limits.tabs).toEqual({ max: 20, key: 'sessions.maxTabs' });
    expect(limits.sessionSeconds?.max).toBe(28_800);
    expect(limits.actions).toBeUndefined();
    expect(limits.responseBytes).toBeUndefined();
  });

  it('is less for a team, which may have less still and never more', () => {
    expect(limitsFor(options, team(undefined)).actions?.max).toBe(100);
    expect(limitsFor(options, team(undefined)).responseBytes?.max).toBe(2000 * MB);
    const own = limitsFor(options, team({ memoryBytes: 300 * MB, tabs: 50, sessionSeconds: 60 }));
    expect(own.memoryBytes).toEqual({ max: 300 * MB, key: 'teams.web.browser.memory' });
    expect(own.tabs).toEqual({ max: 20, key: 'sessions.maxTabs' });
    expect(own.sessionSeconds).toEqual({ max: 60, key: 'teams.web.browser.session_seconds' });
  });

  it('becomes stricter while it is open, and not looser', () => {
    const [wide, narrow] = [limitsFor(options, team({ tabs: 9 })), limitsFor(options, team({ tabs: 3 }))];
    expect(stricterOf(wide, narrow).tabs?.max).toBe(3);
    expect(stricterOf(narrow, wide).tabs?.max).toBe(3);
  });
});

describe('what a session uses', () => {
  it('is the memory of its processes, and the processor time of its pages of late', () => {
    const usage = new SessionUsage();
    usage.update([renderer('a', 100, 500), renderer('browser', 50, 90_000, false)], 0, false);
    usage.update([renderer('a', 120, 2500), renderer('b', 30, 1000)], 1000, false);
    expect(usage.memoryBytes).toBe(150 * MB);
    expect(usage.cpuSeconds).toBe(3.5);
    usage.update([renderer('a', 120, 2600)], 120_500, false);
    expect(usage.cpuSeconds).toBe(3.1);
    usage.update([], 300_000, false);
    expect([usage.memoryBytes, usage.cpuSeconds]).toEqual([0, 0]);
  });

  it('begins with the session where the browser was started before it', () => {
    const usage = new SessionUsage();
    usage.update([renderer('spare', 10, 4000)], 0, true);
    usage.update([renderer('spare', 10, 4100), renderer('new', 10, 300)], 250, true);
    expect(usage.cpuSeconds).toBe(0.4);
  });
});

describe('a limit', () => {
  const limits = limitsFor({ ...options, memory: '200m', maxFrames: 100, maxTabs: 5 }, undefined);

  it('ends the session when it is exceeded, and not before; more tabs are only refused', () => {
    expect(exceeded(limits, { memoryBytes: 200 * MB, frames: 100, tabs: 9 })).toBeUndefined();
    expect(exceeded(limits, { memoryBytes: 201 * MB })?.name).toBe('memoryBytes');
    expect(exceeded(limits, { frames: 101 })?.name).toBe('frames');
  });

  it('is said once while it is near, and again after it was far', () => {
    const notices = new LimitNotices();
    const said = (memory: number, tabs = 1): string | undefined => {
      const near = nearLimits(limits, { memoryBytes: memory * MB, tabs });
      return notices.take({ actions: 0, maxActions: undefined, leftMs: 1e6, lifeMs: 1e6, near });
    };
    expect(said(100)).toBeUndefined();
    expect(said(170)).toBe(
      'This session uses 170 of 200 MB of memory (sessions.memory). Beyond that it is ended: close tabs, or leave the page.',
    );
    expect(said(180)).toBeUndefined();
    expect(said(100)).toBeUndefined();
    expect(said(190, 5)).toContain('This session has 5 of 5 tabs (sessions.maxTabs). More of them are refused.');
  });
});
