import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Question } from '../../../src/core/index.js';
import { ann, human, limits, never, now, onlyId, open, question } from './broker-fixture.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the end of a session', () => {
  const mine = { principal: 'local', session: 'default' };

  test('withdraws what waits for a yes there, whether or not its call still waits, and says so on the record', async () => {
    const notes: { event: string; facts?: unknown }[] = [];
    const broker = open({ note: (event) => notes.push(event), limits: { ...limits, pendingEach: 2 } });
    const left = broker.ask(question({ waitMs: 1000 }), never);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await left).toMatchObject({ kind: 'pending' });
    const waiting = broker.ask(question({ digest: 'd2' }), never);
    broker.sessionEnded(mine);
    expect(await now(waiting)).toEqual({ kind: 'ended' });
    expect(broker.pending()).toEqual([]);
    expect(notes.map(({ event }) => event)).toEqual([
      'approval.asked',
      'approval.asked',
      'approval.withdrawn',
      'approval.withdrawn',
    ]);
    // They count no longer, and the same question may be asked anew.
    for (const digest of ['d1', 'd3']) expect(await now(broker.ask(question({ digest }), never))).toBe('waiting');
  });

  test("leaves another session's questions alone, and what the agent asks of a person without any page", async () => {
    const broker = open();
    const others = [
      { ...mine, session: 'other' },
      { ...mine, principal: 'ada' },
      { ...mine, client: 'codex' },
    ];
    const asked = [...others.map((scope) => broker.ask(question({ scope }), never)), broker.ask(human(), never)];
    broker.sessionEnded(mine);
    for (const each of asked) expect(await now(each)).toBe('waiting');
  });

  test('withdraws a secret that a page of it was to get', async () => {
    const broker = open();
    const asked = broker.ask(human({ kind: 'input', secret: 'PASSWORD', origin: 'https://shop.example' }), never);
    broker.sessionEnded(mine);
    expect(await now(asked)).toEqual({ kind: 'ended' });
  });
});

describe('a question that somebody saw', () => {
  const seenSoon = question({ openForMs: 300_000, waitMs: 45_000, seenMs: 30_000 });

  test('is denied so long after the first look, and not before', async () => {
    const broker = open();
    const asked = broker.ask(seenSoon, never);
    await vi.advanceTimersByTimeAsync(10_000);
    broker.seen(onlyId(broker), 'console');
    await vi.advanceTimersByTimeAsync(20_000);
    broker.seen(onlyId(broker), 'console');
    expect(broker.pending()[0]?.expiresAt).toBe(Date.now() + 10_000);
    await vi.advanceTimersByTimeAsync(9999);
    expect(await now(asked)).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await now(asked)).toEqual({ kind: 'expired' });
  });

  test('by nobody stays open for its longest time, and reading the list is no look', async () => {
    const broker = open();
    const asked = broker.ask(seenSoon, never);
    await vi.advanceTimersByTimeAsync(45_000);
    expect(await asked).toMatchObject({ kind: 'pending' });
    await vi.advanceTimersByTimeAsync(254_999);
    expect(broker.pending()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(broker.pending()).toEqual([]);
  });

  test('never lives longer for it', async () => {
    const broker = open();
    void broker.ask(question({ openForMs: 10_000, waitMs: 1, seenMs: 30_000 }), never);
    broker.seen(onlyId(broker), 'cli');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(broker.pending()).toEqual([]);
  });

  test('only by a client that declined has not been seen', async () => {
    const broker = open();
    const declines = () => Promise.resolve({ action: 'decline' as const });
    const client = { shows: true, opens: false, ask: declines, open: declines };
    void broker.ask({ ...seenSoon, client }, never);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(broker.pending()).toHaveLength(1);
  });
});

describe('where nobody watches', () => {
  const unwatched = question({ openForMs: 300_000, waitMs: 45_000, unwatchedMs: 5000 });

  test('the first call says so soon, and the same call again waits', async () => {
    const broker = open({ isWatched: () => false });
    const first = broker.ask(unwatched, never);
    await vi.advanceTimersByTimeAsync(4999);
    expect(await now(first)).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await now(first)).toMatchObject({ kind: 'pending' });
    const second = broker.ask(unwatched, never);
    await vi.advanceTimersByTimeAsync(44_000);
    expect(await now(second)).toBe('waiting');
    await broker.answer(onlyId(broker), ann());
    expect(await second).toEqual({ kind: 'yes', by: 'ann' });
  });

  test.each(['watched', 'seen', 'told'])('a call waits all the same once it is %s', async (how) => {
    const told: string[] = [];
    const tell = ({ id }: { readonly id: string }) => Promise.resolve(told.push(id) > 0 && how === 'told');
    const broker = open({ isWatched: () => how === 'watched', tell });
    const asked = broker.ask(unwatched, never);
    await vi.advanceTimersByTimeAsync(1000);
    if (how === 'seen') broker.seen(onlyId(broker), 'cli');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await now(asked)).toBe('waiting');
    expect(told).toHaveLength(how === 'watched' ? 0 : 1);
  });

  test('a person is told once for each question, however often it is asked', async () => {
    const told: string[] = [];
    const broker = open({ isWatched: () => false, tell: ({ id }) => Promise.resolve(told.push(id) > 0) });
    for (let i = 0; i < 50; i++) void broker.ask(unwatched, never);
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toHaveLength(1);
  });
});

describe('an approval that came while nobody waited', () => {
  const late = question({ openForMs: 300_000, waitMs: 1000, seenMs: 30_000 });
  async function keptIn(broker: ReturnType<typeof open>): Promise<void> {
    const first = broker.ask(late, never);
    await vi.advanceTimersByTimeAsync(1000);
    await first;
    broker.seen(onlyId(broker), 'console');
    await broker.answer(onlyId(broker), ann());
  }

  test('is kept for that call, once, and the person is told what came of it', async () => {
    const broker = open();
    await keptIn(broker);
    expect(broker.answered()).toMatchObject([{ yes: true, by: 'ann', state: 'kept', until: Date.now() + 299_000 }]);
    await vi.advanceTimersByTimeAsync(200_000);
    expect(await broker.ask(late, never)).toEqual({ kind: 'yes', by: 'ann' });
    expect(broker.answered()).toMatchObject([{ state: 'running' }]);
    broker.report(late.scope, late.digest, { ok: true });
    expect(broker.answered()).toMatchObject([{ state: 'done' }]);
    expect(await now(broker.ask(late, never))).toBe('waiting');
  });

  test('lapses at the end of its time', async () => {
    const broker = open();
    await keptIn(broker);
    await vi.advanceTimersByTimeAsync(299_000);
    expect(broker.answered()).toMatchObject([{ state: 'lapsed' }]);
    expect(await now(broker.ask(late, never))).toBe('waiting');
  });

  test.each<[string, Partial<Question>]>([
    ['another principal', { scope: { principal: 'eve', session: 'default' } }],
    ['another session', { scope: { principal: 'local', session: 'other' } }],
    ['another client', { scope: { principal: 'local', client: 'x', session: 'default' } }],
    ['another call', { digest: 'd2' }],
  ])('is not for %s', async (_whose, more) => {
    const broker = open();
    await keptIn(broker);
    expect(await now(broker.ask(question({ ...late, ...more }), never))).toBe('waiting');
    broker.report(question(more).scope, more.digest ?? 'd1', { ok: true });
    expect(broker.answered()).toMatchObject([{ state: 'kept' }]);
  });

  test('that failed says why', async () => {
    const broker = open();
    const asked = broker.ask(late, never);
    await broker.answer(onlyId(broker), ann());
    await asked;
    broker.report(late.scope, late.digest, { ok: false, code: 'policy.changed' });
    expect(broker.answered()).toMatchObject([{ state: 'failed', code: 'policy.changed' }]);
  });
});
