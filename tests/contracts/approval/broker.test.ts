import { setMaxListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Broker } from '../../../src/approval/index.js';
import type { BrokerDeps } from '../../../src/approval/index.js';
import { Failure } from '../../../src/core/index.js';
import type { Answer, Channel, GrantKind, PersonAnswer, Question } from '../../../src/core/index.js';

const never = new AbortController().signal;
setMaxListeners(0, never);

function question(more: Partial<Question> = {}): Question {
  return {
    kind: 'approve',
    scope: { principal: 'local', session: 'default' },
    tool: 'browser_click',
    prompt: 'Press "Pay"?',
    digest: 'd1',
    openForMs: 30_000,
    waitMs: 30_000,
    ...more,
  };
}

const human = (more: Partial<Question> = {}): Question =>
  question({ kind: 'confirm', tool: 'await_human', openForMs: 300_000, waitMs: 50_000, ...more });

const cli: Channel = { name: 'cli', takes: () => true, bring: () => Promise.resolve('open') };
const limits = { pending: 20, pendingEach: 20, asked: 2000, windowMs: 600_000 };

function open(more: Partial<BrokerDeps> = {}): Broker {
  return new Broker({ channels: [cli], mayClientAnswer: () => true, limits, note: () => undefined, ...more });
}

const ann = (more: Partial<PersonAnswer> = {}): PersonAnswer => ({ yes: true, by: 'ann', channel: 'cli', ...more });

function onlyId(broker: Broker): string {
  const [first, ...others] = broker.pending();
  if (first === undefined || others.length > 0) throw new Error(`${broker.pending().length} questions are open`);
  return first.id;
}

/** What a promise has come to by now, without waiting for it. */
async function now(asked: Promise<Answer>): Promise<Answer | 'waiting' | { thrown: string }> {
  const thrown = asked.catch((error: unknown) => ({ thrown: error instanceof Failure ? error.code : String(error) }));
  await vi.advanceTimersByTimeAsync(0);
  return Promise.race([thrown, Promise.resolve('waiting' as const)]);
}

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

test('one caller cannot ask so much that another is not heard, nor without end, by however many connections', async () => {
  const broker = open({ limits: { pending: 6, pendingEach: 2, asked: 4, windowMs: 60_000 } });
  const flood = (i: number) =>
    broker.ask(question({ digest: `f${i}`, scope: { principal: `eve#${i}`, session: 's' } }), never);
  const states = await Promise.all(Array.from({ length: 5 }, (_, i) => now(flood(i))));
  expect(states.filter((state) => state === 'waiting')).toHaveLength(2);
  expect(await now(broker.ask(question(), never))).toBe('waiting');
  for (const { id, scope } of broker.pending())
    if (scope.principal.startsWith('eve')) await broker.answer(id, ann({ yes: false }));
  expect(await now(flood(10))).toBe('waiting');
  expect(await now(flood(11))).toBe('waiting');
  for (const { id } of broker.pending()) await broker.answer(id, ann({ yes: false }));
  expect(await now(flood(12))).toEqual({ thrown: 'approval.too-many' });
  await vi.advanceTimersByTimeAsync(60_001);
  expect(await now(flood(13))).toBe('waiting');
});

describe('channels', () => {
  const broken: Channel = { name: 'webhook', takes: () => true, bring: () => Promise.reject(new Error('no route')) };

  test('one that breaks leaves the question to the others', async () => {
    const notes: string[] = [];
    const broker = open({ channels: [broken, cli], note: ({ event }) => notes.push(event) });
    const asked = broker.ask(question(), never);
    expect(await now(asked)).toBe('waiting');
    expect(notes).toEqual(['approval.asked', 'approval.channel-broken']);
    await broker.answer(onlyId(broker), ann());
    expect(await asked).toMatchObject({ kind: 'yes' });
  });

  test('when the last one breaks it is denied', async () => {
    const broker = open({ channels: [broken] });
    expect(await now(broker.ask(question(), never))).toEqual({ kind: 'nobody' });
    expect(broker.pending()).toEqual([]);
  });

  test('an answer through one that was not asked is none', async () => {
    const broker = open();
    const asked = broker.ask(question(), never);
    for (const channel of ['console', 'webhook', 'elicitation'] as const)
      expect(await broker.answer(onlyId(broker), ann({ channel }))).toMatchObject({ ok: false });
    expect(await now(asked)).toBe('waiting');
  });

  test('what is settled is taken back from the channels', async () => {
    let taken = false;
    const webhook: Channel = {
      name: 'webhook',
      takes: () => true,
      bring: (_, __, settled) => {
        settled.addEventListener('abort', () => (taken = true));
        return Promise.resolve('open');
      },
    };
    const broker = open({ channels: [cli, webhook] });
    void broker.ask(question(), never);
    await broker.answer(onlyId(broker), ann({ yes: false }));
    expect(taken).toBe(true);
  });
});

describe('the record', () => {
  test('has who answered what, through which channel', async () => {
    const notes: unknown[] = [];
    const broker = open({ note: (event) => notes.push(event) });
    void broker.ask(question({ risk: 'high' }), never);
    await broker.answer(onlyId(broker), ann({ yes: false }));
    expect(notes).toMatchObject([
      { event: 'approval.asked', facts: { digest: 'd1', risk: 'high', channels: ['cli'] } },
      { event: 'approval.answered', facts: { digest: 'd1', by: 'ann', channel: 'cli', yes: false } },
    ]);
  });

  test('that cannot be written approves nothing, grants nothing, and still takes a no', async () => {
    let full = false;
    const note = (): void => {
      if (full) throw new Error('disk full');
    };
    const broker = open({ note });
    const asked = broker.ask(question({ grantable }), never);
    full = true;
    expect(await broker.answer(onlyId(broker), ann())).toMatchObject({ ok: false });
    expect(await broker.answer(onlyId(broker), ann({ grantSeconds: 3600 }))).toMatchObject({ ok: false });
    expect(broker.grants()).toEqual([]);
    expect(await now(asked)).toBe('waiting');
    expect(await broker.answer(onlyId(broker), ann({ yes: false }))).toEqual({ ok: true });
    expect(await asked).toMatchObject({ kind: 'no' });
    expect(await now(broker.ask(question(), never))).not.toBe('waiting');
  });
});

const grantable: GrantKind = {
  principal: 'local',
  tool: 'browser_click',
  origins: ['https://a.example', 'https://b.example'],
  rule: 'risk',
  reason: 'risk high: sends',
  risk: 'high',
};
const scope = { principal: 'local', session: 'default' };

describe('a grant', () => {
  async function granted(seconds = 3600) {
    const notes: string[] = [];
    const broker = open({ note: ({ event }) => notes.push(event) });
    const asked = broker.ask(question({ grantable, risk: 'high' }), never);
    const given = await broker.answer(onlyId(broker), ann({ grantSeconds: seconds }));
    expect(given).toMatchObject({ ok: true, grant: expect.any(String) as string });
    expect(await asked).toMatchObject({ kind: 'yes' });
    return { broker, notes };
  }

  test.each<[string, Partial<GrantKind>, boolean]>([
    ['the same again', {}, true],
    ['fewer origins', { origins: ['https://a.example'] }, true],
    ['something less grave', { risk: 'medium', reason: 'risk medium: saves' }, true],
    ['something as grave for another reason', { reason: 'risk high: deletes' }, false],
    ['something graver', { risk: 'critical' }, false],
    ['another origin', { origins: ['https://a.example', 'https://evil.example'] }, false],
    ['no origin', { origins: [] }, false],
    ['another tool', { tool: 'browser_type' }, false],
    ['another rule', { rule: 'rules[0]' }, false],
    ['another caller', { principal: 'eve' }, false],
  ])('%s', async (_, more, covered) => {
    const { broker, notes } = await granted();
    expect(broker.useGrant({ ...grantable, ...more }, scope) !== undefined).toBe(covered);
    expect(notes.includes('grant.used')).toBe(covered);
  });

  test('ends with its time, though the timer slept, and says so on the record', async () => {
    const { broker, notes } = await granted(60);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(broker.useGrant(grantable, scope)).toMatchObject({ used: 1, by: 'ann' });
    await vi.advanceTimersByTimeAsync(1);
    expect(broker.useGrant(grantable, scope)).toBeUndefined();
    expect(broker.grants()).toEqual([]);
    expect(notes.at(-1)).toBe('grant.expired');
  });

  test('that is revoked covers nothing any more', async () => {
    const { broker } = await granted();
    expect(broker.revoke(broker.grants()[0]?.id ?? '', 'ann')).toEqual({ ok: true });
    expect(broker.useGrant(grantable, scope)).toBeUndefined();
  });

  test('ends with the process', async () => {
    const { broker } = await granted();
    broker.close();
    expect(broker.grants()).toEqual([]);
    expect(broker.useGrant(grantable, scope)).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each<[string, Partial<Question>, Partial<PersonAnswer>]>([
    ['of what is critical', { grantable: { ...grantable, risk: 'critical' }, risk: 'critical' }, {}],
    ['of what cannot be granted', {}, {}],
    ['with a no', { grantable }, { yes: false }],
    [
      "by the agent's own client",
      { grantable, client: { ask: () => new Promise(() => undefined) } },
      { channel: 'elicitation' },
    ],
  ])('is not given %s', async (_, asked, answer) => {
    const broker = open();
    void broker.ask(question(asked), never);
    const result = await broker.answer(onlyId(broker), ann({ grantSeconds: 3600, ...answer }));
    expect(result.ok).toBe(false);
    expect(broker.grants()).toEqual([]);
  });
});

describe('the code', () => {
  const code = {
    isSet: () => true,
    check: (typed: string | undefined) =>
      Promise.resolve(typed === 'right' ? { ok: true as const } : { ok: false as const, why: 'wrong' }),
  };

  test.each<[Question['risk'], boolean]>([
    ['low', false],
    ['medium', false],
    ['high', true],
    ['critical', true],
    [undefined, true],
  ])('risk %s takes it: %s; a no never does', async (risk, needed) => {
    const notes: string[] = [];
    const broker = open({ code, note: ({ event }) => notes.push(event) });
    const asked = broker.ask(question({ risk }), never);
    expect(broker.pending()[0]?.needsCode).toBe(needed);
    if (needed) {
      expect(await broker.answer(onlyId(broker), ann())).toMatchObject({ ok: false });
      expect(await broker.answer(onlyId(broker), ann({ code: 'guess' }))).toMatchObject({ ok: false });
      expect(notes).toEqual(['approval.asked', 'approval.refused', 'approval.refused']);
      expect(await now(asked)).toBe('waiting');
      expect(await broker.answer(onlyId(broker), ann({ code: 'right' }))).toEqual({ ok: true });
    } else expect(await broker.answer(onlyId(broker), ann())).toEqual({ ok: true });
    expect(await asked).toMatchObject({ kind: 'yes' });
    void broker.ask(question({ risk, digest: 'd2' }), never);
    expect(await broker.answer(onlyId(broker), ann({ yes: false }))).toEqual({ ok: true });
  });

  test('two right answers at once are one', async () => {
    const broker = open({ code });
    const asked = broker.ask(question({ risk: 'high' }), never);
    const id = onlyId(broker);
    const answers = await Promise.all([1, 2, 3].map(() => broker.answer(id, ann({ code: 'right' }))));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await asked).toMatchObject({ kind: 'yes' });
  });
});
