import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Answer, ElicitationClient, People, Question } from '../core/index.js';
import { compilePolicy } from '../policy/index.js';
import { ActiveCalls } from './active-calls.js';
import { Deadline } from './deadline.js';
import { dialogRules } from './dialog-rules.js';
import type { CallRequest } from './gateway.js';

const scope = { principal: 'local', session: 'default' };
const dialog = { kind: 'confirm', origin: 'https://shop.example', url: 'https://shop.example/x?q=1', text: 'Go on?' };
const never = new AbortController().signal;
const NOW: ElicitationClient = { kind: 'now', ask: () => Promise.resolve({ action: 'decline' }) };
const LATER: ElicitationClient = { kind: 'later', shows: true, opens: false };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function stage(afterMs: number, answer: Answer, elicitation?: ElicitationClient) {
  const asked: Question[] = [];
  const said: string[] = [];
  const people: People = {
    ask: (question) => {
      asked.push(question);
      return new Promise((resolve) => {
        setTimeout(resolve, afterMs, answer);
      });
    },
    useGrant: () => undefined,
    where: () => 'http://127.0.0.1:7717/waiting',
    asksClient: () => true,
  };
  const activeCalls = new ActiveCalls();
  const rules = dialogRules({
    policy: compilePolicy({
      network: { block: [], observe: false },
      rules: [],
      confirmRequired: [],
      approval: { from: 'high', trustedDomains: [], sensitiveDomains: [] },
    }),
    people,
    secrets: {
      keep: () => 'everywhere',
      namesAt: () => [],
      learn: () => undefined,
      find: () => undefined,
      maskedIn: () => [],
      all: () => [],
      forget: () => undefined,
    },
    record: { open: () => undefined, close: () => undefined, note: () => undefined, end: () => undefined },
    times: { callMs: 30_000, hardMs: 55_000, approvalMs: 30_000, approvalMaxMs: 300_000 },
    activeCalls,
  });
  const begin = (): Deadline => {
    const deadline = new Deadline(never, 1000, 55_000);
    const request: CallRequest = {
      ...{ principal: { id: 'local' }, tool: 'browser_click', input: {}, signal: never, transport: 'stdio' },
      progress: (message) => void said.push(message),
      ...(elicitation !== undefined && { elicitation }),
    };
    activeCalls.enter(scope, { request, deadline });
    return deadline;
  };
  return { rules, asked, said, begin };
}

describe('a dialog that a person is asked about', () => {
  test('is asked in the name of the call: its time stands still, and its client hears why', async () => {
    const { rules, said, begin } = stage(25_000, { kind: 'yes', by: 'terminal' });
    const deadline = begin();
    const answer = rules.ask(scope, dialog, never);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(await answer).toBe('yes');
    expect(said.length).toBeGreaterThan(1);
    expect(said[0]).toBe('waiting for a person to answer; a person answers with: http://127.0.0.1:7717/waiting');
    expect(deadline.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(deadline.signal.aborted).toBe(true);
  });

  test('two at once stop the time once, and only the last one lets it go on', async () => {
    const { rules, begin } = stage(5000, { kind: 'no', by: 'terminal' });
    const deadline = begin();
    await vi.advanceTimersByTimeAsync(900);
    const first = rules.ask(scope, dialog, never);
    await vi.advanceTimersByTimeAsync(3000);
    const second = rules.ask(scope, dialog, never);
    await vi.advanceTimersByTimeAsync(5000);
    expect([await first, await second]).toEqual(['no', 'no']);
    expect(deadline.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(150);
    expect(deadline.signal.aborted).toBe(true);
  });

  test('waits no longer than leaves time to act', async () => {
    const { rules, asked, begin } = stage(0, { kind: 'expired' });
    begin();
    await vi.advanceTimersByTimeAsync(0);
    const early = rules.ask(scope, dialog, never);
    await vi.advanceTimersByTimeAsync(0);
    expect(await early).toBe('expired');
    expect(asked[0]?.waitMs).toBe(30_000);
    expect(asked[0]?.openForMs).toBe(30_000);
  });

  test.each([
    ['the client, while the call waits', NOW, true],
    ['no client that could only be asked by the end of the call', LATER, false],
    ['none where there is none', undefined, false],
  ])('is put to %s', async (_, elicitation, isAsked) => {
    const { rules, asked, begin } = stage(0, { kind: 'no', by: 'x' }, elicitation);
    begin();
    const answer = rules.ask(scope, dialog, never);
    await vi.advanceTimersByTimeAsync(0);
    await answer;
    expect(asked).toHaveLength(1);
    expect(asked[0]?.client !== undefined).toBe(isAsked);
  });

  test('is put to nobody where no call waits for it', async () => {
    const { rules, asked } = stage(0, { kind: 'yes', by: 'x' });
    expect(await rules.ask(scope, dialog, never)).toBe('nobody');
    expect(asked).toEqual([]);
  });
});
