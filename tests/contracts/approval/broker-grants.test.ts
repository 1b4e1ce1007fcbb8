import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Channel, GrantKind, PersonAnswer, Question } from '../../../src/core/index.js';
import { ann, cli, never, now, onlyId, open, question } from './broker-fixture.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('one caller cannot ask so much that another is not heard, nor without end, by however many connections', async () => {
  const broker = open({ limits: { pending: 6, pendingEach: 2, asked: 4, windowMs: 60_000 } });
  const flood = (i: number) =>
    broker.ask(question({ digest: `f${i}`, scope: { principal: 'eve', client: `c#${i}`, session: 's' } }), never);
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
  const broken: Channel = { name: 'webhook', takes: () => true, deliver: () => Promise.reject(new Error('no route')) };

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
      deliver: (_, __, settled) => {
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
      {
        grantable,
        client: {
          shows: true,
          opens: false,
          open: () => Promise.reject(new Error('cannot')),
          ask: () => new Promise(() => undefined),
        },
      },
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
