import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { codeOf, eventually, GOING, openRoom, READING } from './browser-setup.js';
import type { Room, RoomOptions } from './browser-setup.js';
import { goAs, identity } from './identity-site.js';

let setup: Room;
let site: Site;
const open = (sessions: RoomOptions['sessions']): Room => (setup = openRoom({ sessions }));
const open1 = { tool: 'browser_tabs', effect: 'leave', targets: [{ kind: 'session' }] } as const;

beforeEach(async () => {
  site = await startSite({ '/': html('<h1>Hello</h1>'), '/slow': () => undefined });
});

afterEach(async () => {
  await setup.close();
  await site.close();
});

const hintOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );

describe('a session ends by itself', () => {
  it('when nothing is asked of it, and its next call says so once, and where it was', async () => {
    open({ idleSeconds: 1 });
    await setup.navigate(site.url());
    await eventually('ended', () => setup.sessions.list().length === 0, 5000);
    expect(setup.forgotten).toEqual(['local/default']);
    const hint = await hintOf(setup.navigate(site.url('/secret?token=1')));
    expect(hint).toMatch(/^session\.expired: /u);
    expect(hint).toContain(`It was at ${site.origin}.`);
    expect(hint).not.toContain('/?');
    expect(await codeOf(setup.navigate(site.url()))).toBe('ok');
  });

  it('not while a call is under way, however long it takes', async () => {
    open({ idleSeconds: 1 });
    const lease = await setup.lease(GOING);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(setup.sessions.list()).toHaveLength(1);
    lease.done();
    await eventually('ended', () => setup.sessions.list().length === 0, 5000);
  });

  it('when its time is over, even under a call', async () => {
    open({ timeoutSeconds: 5 });
    await setup.navigate(site.url());
    expect(await codeOf(setup.navigate(site.url('/slow')))).toMatch(/^(?:session\.expired|browser\.outcome-unknown)$/u);
    expect(setup.sessions.list()).toEqual([]);
    // That call heard it: the next one is not told again.
    expect(await codeOf(setup.navigate(site.url()))).toBe('ok');
  });

  it('after its actions, of which reads are none', async () => {
    open({ maxActions: 2 });
    await setup.navigate(site.url());
    for (let i = 0; i < 5; i += 1) await setup.run(READING, ({ page }) => page.snapshot({}));
    await setup.run(open1, ({ page }) => page.listTabs());
    expect(setup.sessions.list()[0]?.actions).toBe(1);
    await setup.navigate(site.url());
    expect(setup.sessions.list()).toEqual([]);
    expect(await codeOf(setup.navigate(site.url()))).toBe('session.expired');
    expect(await codeOf(setup.navigate(site.url()))).toBe('ok');
  });

  it.each<[string, { maxActions?: number; timeoutSeconds?: number }]>([
    ['as it is by default', {}],
    ['as configured', { maxActions: 30, timeoutSeconds: 7200 }],
  ])('at the same time and after as many actions with an identity as without one (%s)', async (_, sessions) => {
    open(sessions);
    await setup.navigate(site.url(), 'plain');
    await goAs(setup, identity([site.origin], { username: 'ann' }), site.url(), 'known');
    const facts = setup.sessions.list();
    expect(facts.map(({ maxActions }) => maxActions)).toEqual(Array(2).fill(sessions.maxActions));
    // When its life is nearly over, a session says so once.
    const told = (session: string) => setup.sessions.takeLimitNotice?.({ principal: 'local', session });
    const life = (sessions.timeoutSeconds ?? 28_800) * 1000;
    const now = Date.now;
    const clock = vi.spyOn(Date, 'now');
    try {
      for (const [share, says] of [
        [0.85, 'undefined'],
        [0.92, 'of its time'],
      ] as const) {
        clock.mockImplementation(() => now() + life * share);
        for (const session of ['plain', 'known']) expect(String(told(session))).toContain(says);
      }
    } finally {
      clock.mockRestore();
    }
  });

  it('when the operator ends it, and only the one that was meant', async () => {
    open({});
    await setup.navigate(site.url(), 'one');
    await setup.navigate(site.url(), 'two');
    expect(await setup.sessions.end({ session: 'one' }, 'the operator ended it')).toBe(1);
    expect(setup.sessions.list().map(({ session }) => session)).toEqual(['two']);
    expect(await hintOf(setup.navigate(site.url(), 'one'))).toContain('the operator ended it');
  });
});

describe('there are', () => {
  it('no more sessions than the operator wants', async () => {
    open({ maxConcurrent: 2 });
    await setup.navigate(site.url(), 'one');
    await setup.navigate(site.url(), 'two');
    expect(await codeOf(setup.navigate(site.url(), 'three'))).toBe('session.too-many');
    const close = { tool: 'browser_close', effect: 'leave', session: 'one', targets: [{ kind: 'session' }] } as const;
    await setup.run(close, ({ page }) => page.endSession());
    expect(await codeOf(setup.navigate(site.url(), 'three'))).toBe('ok');
  });

  it('no more calls waiting than can be served, each in its turn', async () => {
    open({});
    const first = await setup.lease(GOING);
    const order: number[] = [];
    const gone = new AbortController();
    const waiting = Array.from({ length: 64 }, async (_, i) => {
      const lease = await setup.lease(GOING, i === 3 ? gone.signal : undefined);
      order.push(i);
      lease.done();
    });
    await eventually('queue', () => setup.sessions.list().length === 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await codeOf(setup.lease(GOING))).toBe('call.busy');
    gone.abort(new Error('the client went away'));
    await expect(waiting[3]).rejects.toThrow('the client went away');
    expect(order).toEqual([]);
    first.done();
    first.done();
    await Promise.allSettled(waiting);
    expect(order).toEqual(Array.from({ length: 64 }, (_, i) => i).filter((i) => i !== 3));
  });
});
