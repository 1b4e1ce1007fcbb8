import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failure } from '../../../src/core/index.js';
import type { Question } from '../../../src/core/index.js';
import { ann, human, limits, never, now, onlyId, open, question } from './broker-fixture.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('one question', () => {
  test('is shown without its digest, answered once, and then gone', async () => {
    const broker = open();
    const asked = broker.ask(question(), never);
    expect(await now(asked)).toBe('waiting');
    const [shown] = broker.pending();
    expect(shown).toMatchObject({ prompt: 'Press "Pay"?', openForMs: 30_000 });
    expect(JSON.stringify(shown)).not.toContain('d1');
    const id = onlyId(broker);
    expect(await broker.answer(id, ann())).toEqual({ ok: true });
    expect(await asked).toEqual({ kind: 'yes', by: 'ann' });
    expect(await broker.answer(id, ann())).toMatchObject({ ok: false });
    expect(broker.pending()).toEqual([]);
  });

  test('a no is a no', async () => {
    const broker = open();
    const asked = broker.ask(question(), never);
    await broker.answer(onlyId(broker), ann({ yes: false }));
    expect(await asked).toEqual({ kind: 'no', by: 'ann' });
  });

  test('that nobody answers is denied when its time is over, not before', async () => {
    const broker = open();
    const asked = broker.ask(question(), never);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(await now(asked)).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await now(asked)).toEqual({ kind: 'expired' });
    expect(broker.pending()).toEqual([]);
  });

  test('cannot be answered after its time, though the timer slept', async () => {
    let clock = 0;
    const broker = open({ clock: () => clock });
    const asked = broker.ask(question(), never);
    clock = 30_000;
    expect(await broker.answer(onlyId(broker), ann())).toMatchObject({ ok: false });
    expect(await asked).toEqual({ kind: 'expired' });
  });

  test.each([Number.NaN, -1, 0])('open for %d ms is closed at once', async (openForMs) => {
    const broker = open();
    const asked = broker.ask(question({ openForMs }), never);
    await vi.advanceTimersByTimeAsync(1);
    expect(await now(asked)).toEqual({ kind: 'expired' });
  });

  test('open for longer than a timer can count is still open', async () => {
    const broker = open();
    const asked = broker.ask(question({ openForMs: 2 ** 40, waitMs: 2 ** 40 }), never);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await now(asked)).toBe('waiting');
  });

  test('is not asked when nobody can be reached', async () => {
    const broker = open({ channels: [] });
    expect(await broker.ask(question(), never)).toEqual({ kind: 'nobody' });
    expect(broker.pending()).toEqual([]);
  });
});

describe('the same question again', () => {
  test('is merged while it is open: one yes lets one call through', async () => {
    const broker = open();
    const asked = [broker.ask(question(), never), broker.ask(question(), never), broker.ask(question(), never)];
    await broker.answer(onlyId(broker), ann());
    const kinds = (await Promise.all(asked)).map((answer) => answer.kind);
    expect(kinds).toEqual(['yes', 'pending', 'pending']);
    expect(await now(broker.ask(question(), never))).toBe('waiting');
  });

  test('a no is for all who asked', async () => {
    const broker = open();
    const asked = [broker.ask(question(), never), broker.ask(question(), never)];
    await broker.answer(onlyId(broker), ann({ yes: false }));
    expect((await Promise.all(asked)).map((answer) => answer.kind)).toEqual(['no', 'no']);
  });

  test('joins after "pending", and gets the answer', async () => {
    const broker = open();
    const first = broker.ask(human(), never);
    await vi.advanceTimersByTimeAsync(50_000);
    const id = onlyId(broker);
    expect(await first).toEqual({ kind: 'pending', question: id });
    const second = broker.ask(human(), never);
    expect(onlyId(broker)).toBe(id);
    await broker.answer(id, ann());
    expect(await second).toEqual({ kind: 'yes', by: 'ann' });
  });

  test('an answer given between two calls is kept, and consumed once', async () => {
    const broker = open();
    const first = broker.ask(human(), never);
    await vi.advanceTimersByTimeAsync(50_000);
    await first;
    await broker.answer(onlyId(broker), ann());
    expect(await broker.ask(human(), never)).toEqual({ kind: 'yes', by: 'ann' });
    expect(await now(broker.ask(human(), never))).toBe('waiting');
  });

  test('a question that expired between two calls says so once', async () => {
    const broker = open();
    await now(broker.ask(human({ openForMs: 60_000 }), never));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await broker.ask(human(), never)).toEqual({ kind: 'expired' });
    expect(await now(broker.ask(human(), never))).toBe('waiting');
  });

  test('a kept approval does not outlive the time in which it could be given', async () => {
    const broker = open();
    const first = broker.ask(question({ waitMs: 1000 }), never);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await first).toMatchObject({ kind: 'pending' });
    await broker.answer(onlyId(broker), ann());
    await vi.advanceTimersByTimeAsync(29_000);
    expect(await now(broker.ask(question(), never))).toBe('waiting');
  });

  test.each<[string, Partial<Question>]>([
    ['of another principal', { scope: { principal: 'eve', session: 'default' } }],
    ['of another session', { scope: { principal: 'local', session: 'other' } }],
    ['for another thing', { digest: 'd2' }],
    ['of another kind', { kind: 'confirm' }],
  ])('%s is another question', async (_whose, more) => {
    const broker = open();
    await now(broker.ask(question({ waitMs: 10 }), never));
    const id = onlyId(broker);
    await vi.advanceTimersByTimeAsync(10);
    const other = broker.ask(question(more), never);
    expect(broker.pending()).toHaveLength(2);
    await broker.answer(id, ann());
    expect(await now(other)).toBe('waiting');
  });
});

describe('an asker that goes away', () => {
  test('takes its approval with it', async () => {
    const broker = open();
    const gone = new AbortController();
    const asked = broker.ask(question(), gone.signal);
    const id = onlyId(broker);
    gone.abort();
    expect(await now(asked)).toEqual({ thrown: 'call.cancelled' });
    expect(await broker.answer(id, ann())).toMatchObject({ ok: false });
    expect(await now(broker.ask(question(), never))).toBe('waiting');
  });

  test('may leave it for the same call again, for a while', async () => {
    const broker = open();
    const gone = new AbortController();
    const asked = broker.ask(question({ abandonedMs: 5000 }), gone.signal);
    gone.abort();
    expect(await now(asked)).toEqual({ thrown: 'call.cancelled' });
    expect(broker.pending()[0]).toMatchObject({ isAwaited: false, expiresAt: Date.now() + 5000 });
    const again = broker.ask(question({ abandonedMs: 5000 }), never);
    await vi.advanceTimersByTimeAsync(6000);
    expect(broker.pending()[0]).toMatchObject({ isAwaited: true });
    await broker.answer(onlyId(broker), ann());
    expect(await again).toEqual({ kind: 'yes', by: 'ann' });
  });

  test('leaves nothing behind when it does not come back', async () => {
    const broker = open();
    const gone = new AbortController();
    const asked = broker.ask(question({ abandonedMs: 5000 }), gone.signal);
    gone.abort();
    await now(asked);
    await vi.advanceTimersByTimeAsync(5000);
    expect(broker.pending()).toEqual([]);
  });

  test('leaves it to another that waits for the same', async () => {
    const broker = open();
    const gone = new AbortController();
    const asked = broker.ask(question(), gone.signal);
    const other = broker.ask(question(), never);
    gone.abort(new Failure('call.deadline'));
    expect(await now(asked)).toEqual({ thrown: 'call.deadline' });
    await broker.answer(onlyId(broker), ann());
    expect(await other).toEqual({ kind: 'yes', by: 'ann' });
  });

  test('leaves a question of await_human open', async () => {
    const broker = open();
    const gone = new AbortController();
    const asked = broker.ask(human({ kind: 'input' }), gone.signal);
    gone.abort();
    expect(await now(asked)).toEqual({ thrown: 'call.cancelled' });
    await broker.answer(onlyId(broker), ann({ value: 'blue' }));
    expect(await broker.ask(human({ kind: 'input' }), never)).toEqual({ kind: 'yes', by: 'ann', value: 'blue' });
  });

  test('before asking asks nothing', async () => {
    const broker = open();
    expect(await now(broker.ask(question(), AbortSignal.abort()))).toEqual({ thrown: 'call.cancelled' });
    expect(broker.pending()).toEqual([]);
  });
});

test.each<[Partial<Question>, { yes: boolean; value?: string; by?: string }, boolean]>([
  [{ kind: 'approve' }, { yes: true, value: 'and more' }, false],
  [{ kind: 'approve' }, { yes: true, by: ' ' }, false],
  [{ kind: 'acknowledge' }, { yes: true }, true],
  [{ kind: 'acknowledge' }, { yes: false }, false],
  [{ kind: 'confirm' }, { yes: false }, true],
  [{ kind: 'confirm' }, { yes: true, value: 'yes' }, false],
  [{ kind: 'choose', choices: ['a', 'b'] }, { yes: true, value: 'b' }, true],
  [{ kind: 'choose', choices: ['a', 'b'] }, { yes: true, value: 'B' }, false],
  [{ kind: 'choose', choices: ['a', 'b'] }, { yes: true }, false],
  [{ kind: 'choose', choices: ['a', 'b'] }, { yes: false }, true],
  [{ kind: 'choose', choices: ['a', 'b'] }, { yes: false, value: 'a' }, false],
  [{ kind: 'input' }, { yes: true, value: 'x'.repeat(10_000) }, true],
  [{ kind: 'input' }, { yes: true, value: 'x'.repeat(10_001) }, false],
  [{ kind: 'input' }, { yes: true, value: ' \n' }, false],
  [{ kind: 'input' }, { yes: true }, false],
])('%j answered with %j: %s', async (asked, answer, fits) => {
  const broker = open();
  const waiting = broker.ask(human(asked), never);
  expect((await broker.answer(onlyId(broker), ann(answer))).ok).toBe(fits);
  expect((await now(waiting)) === 'waiting').toBe(!fits);
});

test('a flood of questions is refused, and what was open stays answerable', async () => {
  const broker = open({ limits: { ...limits, pending: 3 } });
  const asked = Array.from({ length: 1000 }, (_, i) => broker.ask(question({ digest: `d${i}` }), never));
  const states = await Promise.all(asked.map(now));
  expect(states.filter((state) => state === 'waiting')).toHaveLength(3);
  expect(states.slice(3).every((state) => JSON.stringify(state) === '{"thrown":"approval.too-many"}')).toBe(true);
  expect(await now(broker.ask(question({ digest: 'd1' }), never))).toBe('waiting');
  await broker.answer(broker.pending()[1]?.id ?? '', ann());
  expect(await asked[1]).toEqual({ kind: 'yes', by: 'ann' });
});

test('a choice without choices is not asked', async () => {
  const broker = open();
  expect(await now(broker.ask(human({ kind: 'choose' }), never))).toEqual({ thrown: 'call.bad-arguments' });
});

test('closing denies what is open, forgets what is kept, and asks nobody any more', async () => {
  const broker = open();
  const waiting = broker.ask(question(), never);
  await now(broker.ask(human({ waitMs: 1 }), never));
  await vi.advanceTimersByTimeAsync(1);
  await broker.answer(broker.pending()[1]?.id ?? '', ann());
  broker.close();
  expect(await waiting).toEqual({ kind: 'no', by: 'gatewright' });
  expect(broker.pending()).toEqual([]);
  expect(await broker.ask(human(), never)).toEqual({ kind: 'nobody' });
  expect(vi.getTimerCount()).toBe(0);
});
