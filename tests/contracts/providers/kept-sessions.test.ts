import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetEnded } from '../../../src/browser/providers/remote/left-for-nobody.js';
import { KeptSessions } from '../../../src/browser/reattach/kept-sessions.js';
import type { KeptRecord } from '../../../src/browser/reattach/kept-sessions.js';
import { SessionKeeper } from '../../../src/browser/sessions/session-keeper.js';
import type { OpenedSession, SessionSlot } from '../../../src/browser/sessions/session-slot.js';
import { KeptSession } from '../../../src/browser/reattach/kept-session.js';
import type { Call, RecordedEvent, Team } from '../../../src/core/index.js';
import { identityOf, ownIdentity } from '../../../src/platform/process-liveness.js';

const HOUR = 3_600_000;

/** A process that has ended. */
function deadOwner() {
  const { pid } = spawnSync('true');
  return { ...ownIdentity(), pid, start: '1' };
}

const record = (more: Partial<KeptRecord> = {}): KeptRecord => ({
  ...{ version: 1, owner: deadOwner(), principal: 'local', session: 'default', id: 'of-the-grid' },
  ...{ label: 'a'.repeat(32), node: '127.0.0.1', setting: 'x', startedAt: Date.now() - 1000 },
  ...{ endsAt: Date.now() + HOUR, lastCallAt: Date.now() - 500, actions: 1, lastRef: 3, ...more },
});

describe('records of sessions that outlive their server', () => {
  let folder: string;
  let store: KeptSessions;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'gw-kept-'));
    store = new KeptSessions(folder);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('an older record, which a server killed while it claimed has left, does not come back', () => {
    const first = store.add(record());
    copyFileSync(first.path, path.join(folder, 'older'));
    const claimed = store.claim(first);
    if (claimed === undefined) throw new Error('not claimed');
    copyFileSync(path.join(folder, 'older'), first.path);
    rmSync(path.join(folder, 'older'));
    expect(store.all().map(({ path: at }) => at)).toEqual([claimed.path]);
    store.remove(claimed);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('removing one leaves the records of other sessions', () => {
    const [one, other] = [store.add(record()), store.add(record({ id: 'another' }))];
    store.remove(one);
    expect(store.all()).toEqual([other]);
  });

  it('a record is forgotten when the Grid has no such session and its time is over', () => {
    const old = { lastCallAt: Date.now() - 2 * HOUR };
    store.add(record({ id: 'over', ...old }));
    store.add(record({ id: 'over, and still there', ...old }));
    store.add(record({ id: 'recent' }));
    store.add(record({ id: 'of a living server', ...old, owner: identityOf(process.pid, 0) }));
    store.add(record({ id: 'of who knows whom', ...old, owner: { ...deadOwner(), namespace: 'pid:[1]' } }));
    store.add(
      record({
        id: 'of who knows whom, at its end',
        endsAt: Date.now() - 1,
        owner: { ...deadOwner(), namespace: 'pid:[1]' },
      }),
    );
    forgetEnded(store, ['over, and still there'], undefined);
    expect(store.all()).toHaveLength(6);
    forgetEnded(store, ['over, and still there'], { idleMs: HOUR });
    const left = store.all().map(({ record: { id } }) => id);
    expect(left.sort()).toEqual(['of a living server', 'of who knows whom', 'over, and still there', 'recent']);
  });

  describe('of a server in another container of this workspace', () => {
    const HOME = 'where both have their marks';
    const foreign = (pid: number) => ({ ...ownIdentity(), pid, namespace: 'pid:[1]' });
    const GONE = foreign(2);
    const asked: number[] = [];
    const servers = {
      home: HOME,
      isGone: ({ pid }: { pid: number }) => {
        asked.push(pid);
        return Promise.resolve(pid === GONE.pid);
      },
    };
    const scope = { principal: 'local', session: 'default' };
    beforeEach(() => {
      asked.length = 0;
      store = new KeptSessions(folder, servers);
    });

    it('are left for us once it was asked for, each server once; a living one’s and another home’s never', async () => {
      store.add(record({ id: 'one', owner: GONE, home: HOME }));
      store.add(record({ id: 'two', owner: GONE, home: HOME }));
      store.add(record({ id: 'of a living one', owner: foreign(3), home: HOME }));
      store.add(record({ id: 'of a copy', owner: GONE, home: 'a copy' }));
      store.add(record({ id: 'of an older version', owner: GONE }));
      expect(store.leftFor(scope)).toEqual([]);
      await store.findGoneFor(scope);
      expect(asked.sort()).toEqual([2, 3]);
      const left = () => store.leftFor(scope).map(({ record: { id } }) => id);
      expect(left().sort()).toEqual(['one', 'two']);
      await store.findGone();
      expect(asked.sort()).toEqual([2, 3, 3]);
      expect(left()).toHaveLength(2);
    });

    it('are ours when we claim one, with our home', async () => {
      const entry = store.add(record({ owner: GONE, home: HOME }));
      await store.findGone();
      expect(store.claim(entry)?.record).toMatchObject({ owner: ownIdentity(), home: HOME });
    });

    it('are dropped with what is dropped', async () => {
      store.add(record({ id: 'one', owner: GONE, home: HOME }));
      store.add(record({ id: 'of a living one', owner: foreign(3), home: HOME }));
      const events: RecordedEvent[] = [];
      const deps = { store, sweepSoon: () => undefined, leavesAtEnd: true, setting: ['1'], idleMs: HOUR };
      const keeper = new SessionKeeper({ ...deps, note: (event) => events.push(event) });
      await keeper.drop({}, 'a person stopped everything');
      expect(store.all().map(({ record: { id } }) => id)).toEqual(['of a living one']);
      expect(events).toMatchObject([{ event: 'session.not-reattached' }]);
    });

    it('are forgotten when their time is over, as soon as it is known', async () => {
      store.add(record({ owner: GONE, home: HOME, lastCallAt: Date.now() - 2 * HOUR }));
      forgetEnded(store, [], { idleMs: HOUR });
      expect(store.all()).toHaveLength(1);
      await store.findGone();
      forgetEnded(store, [], { idleMs: HOUR });
      expect(store.all()).toEqual([]);
    });
  });

  describe('what the caller’s team may', () => {
    const team = (more: Partial<Team> = {}): Team => ({ name: 'web', hasBrowser: true, ...more });
    const call = (more: Partial<Team>): Call => ({
      ...{ tool: 'browser_snapshot', capability: 'read', effect: 'read', targets: [], arguments: {} },
      ...{ principal: { id: 'local', team: team(more) }, scope: { principal: 'local', session: 'default' } },
    });
    const keeper = (): { readonly keeper: SessionKeeper; readonly events: RecordedEvent[] } => {
      const events: RecordedEvent[] = [];
      const deps = { store, sweepSoon: () => undefined, leavesAtEnd: true, setting: ['1'], idleMs: HOUR };
      return { keeper: new SessionKeeper({ ...deps, note: (event) => events.push(event) }), events };
    };
    /** A session of this team, whose server has ended. */
    const leave = async (of: Partial<Team>): Promise<void> => {
      const slot = {
        ...{
          scope: { principal: 'local', session: 'default' },
          reattachRecord: new KeptSession(store),
          startedAt: Date.now(),
        },
        ...{ lastCallAt: Date.now(), limits: { lifeMs: HOUR }, facts: () => ({ actions: 0 }) },
      } as unknown as SessionSlot;
      const opened = {
        ...{ tested: Promise.resolve(), running: { reattachable: { id: 'of-the-grid', leave: () => undefined } } },
        binding: () => ({ label: 'a'.repeat(32), node: '127.0.0.1' }),
      } as unknown as OpenedSession;
      keeper().keeper.keep(slot, opened, call(of));
      await new Promise((resolve) => setTimeout(resolve, 10));
      for (const entry of store.all()) store.write({ ...entry, record: { ...entry.record, owner: deadOwner() } });
    };

    it.each<[string, Partial<Team>, Partial<Team>]>([
      ['domains', { allowedDomains: [['a.example']] }, {}],
      ['identities', { identities: [] }, { identities: ['shop'] }],
      ['tools', { tools: ['browser_*'] }, {}],
      ['capabilities', { capabilities: ['read'] }, { capabilities: ['read', 'action'] }],
    ])('its %s changed: the session is not taken over', async (_, before, now) => {
      await leave(before);
      const after = keeper();
      expect(() => after.keeper.claim(call(now), HOUR)).toThrow('session.expired');
      expect(after.events).toMatchObject([{ event: 'session.not-reattached' }]);
    });

    it('the same team, whatever the order in which it is written: the session is taken over', async () => {
      await leave({ identities: ['shop'], tools: ['browser_*'] });
      const claimed = keeper().keeper.claim(call({ tools: ['browser_*'], identities: ['shop'] }), HOUR);
      expect(claimed?.taken?.id).toBe('of-the-grid');
    });
  });
});
