import { describe, expect, it } from 'vitest';
import { Failure } from '../../core/index.js';
import { CallQueue } from './call-queue.js';

const never = new AbortController().signal;
const tick = async (): Promise<void> => {
  for (let i = 0; i < 5; i += 1) await Promise.resolve();
};

describe('CallQueue', () => {
  it('hands the turn over in order, so that a newcomer cannot take it', async () => {
    const queue = new CallQueue();
    const order: string[] = [];
    const leave = await queue.enter(never);
    const waiting = ['a', 'b'].map(async (name) => {
      const done = await queue.enter(never);
      order.push(name);
      done();
    });
    leave();
    // Enters in the same moment in which the turn is between two.
    const late = queue.enter(never).then((done) => {
      order.push('late');
      done();
    });
    await Promise.all([...waiting, late]);
    expect(order).toEqual(['a', 'b', 'late']);
    expect(queue.isBusy).toBe(false);
  });

  it('ends a turn once, however often it is said', async () => {
    const queue = new CallQueue();
    const leave = await queue.enter(never);
    let inside = 0;
    const second = queue.enter(never).then(() => (inside += 1));
    void queue.enter(never).then(() => (inside += 1));
    leave();
    leave();
    await second;
    await tick();
    expect(inside).toBe(1);
  });

  it('takes out who no longer waits, and gives nobody else’s turn away', async () => {
    const queue = new CallQueue();
    const leave = await queue.enter(never);
    const gone = new AbortController();
    const first = queue.enter(gone.signal);
    const second = queue.enter(never);
    gone.abort(new Failure('call.cancelled'));
    await expect(first).rejects.toThrow('call.cancelled');
    expect(queue.waiting).toBe(1);
    leave();
    (await second)();
    expect(queue.isBusy).toBe(false);
  });

  it('refuses more than it can hold, and everybody once it is closed', async () => {
    const queue = new CallQueue();
    await queue.enter(never);
    const waiting = Array.from({ length: 64 }, () => queue.enter(never));
    await expect(queue.enter(never)).rejects.toThrow('call.busy');
    queue.close(new Failure('session.expired'));
    for (const one of await Promise.allSettled(waiting)) expect(one.status).toBe('rejected');
    await expect(queue.enter(never)).rejects.toThrow('session.expired');
  });

  it('does not let in a call that is over already', async () => {
    const queue = new CallQueue();
    await expect(queue.enter(AbortSignal.abort(new Failure('call.deadline')))).rejects.toThrow('call.deadline');
    expect(queue.isBusy).toBe(false);
  });
});
