import { setMaxListeners } from 'node:events';
import { vi } from 'vitest';
import { Broker } from '../../../src/approval/index.js';
import type { BrokerDeps } from '../../../src/approval/index.js';
import { Failure } from '../../../src/core/index.js';
import type { Answer, Channel, PersonAnswer, Question } from '../../../src/core/index.js';

export const never = new AbortController().signal;
setMaxListeners(0, never);

export function question(more: Partial<Question> = {}): Question {
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

export const human = (more: Partial<Question> = {}): Question =>
  question({ kind: 'confirm', tool: 'await_human', openForMs: 300_000, waitMs: 50_000, ...more });

export const cli: Channel = { name: 'cli', takes: () => true, deliver: () => Promise.resolve('open') };
export const limits = { pending: 20, pendingEach: 20, asked: 2000, windowMs: 600_000 };

export function open(more: Partial<BrokerDeps> = {}): Broker {
  return new Broker({ channels: [cli], mayClientAnswer: () => true, limits, note: () => undefined, ...more });
}

export const ann = (more: Partial<PersonAnswer> = {}): PersonAnswer => ({
  yes: true,
  by: 'ann',
  channel: 'cli',
  ...more,
});

export function onlyId(broker: Broker): string {
  const [first, ...others] = broker.pending();
  if (first === undefined || others.length > 0) throw new Error(`${broker.pending().length} questions are open`);
  return first.id;
}

/** What a promise has come to by now, without waiting for it. */
export async function now(asked: Promise<Answer>): Promise<Answer | 'waiting' | { thrown: string }> {
  const thrown = asked.catch((error: unknown) => ({ thrown: error instanceof Failure ? error.code : String(error) }));
  await vi.advanceTimersByTimeAsync(0);
  return Promise.race([thrown, Promise.resolve('waiting' as const)]);
}
