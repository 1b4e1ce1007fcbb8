import { describe, expect, it } from 'vitest';
import { TestHold } from './test-hold.js';

/** A line to a browser, and how it is lost. */
function line() {
  let lose = (): void => undefined;
  const wire = {
    whenLost: (listener: () => void) => {
      lose = listener;
      return () => undefined;
    },
  };
  return {
    wire,
    lose: () => {
      lose();
    },
  };
}

describe('a self-test that is held back', () => {
  it('waits for the first tab', async () => {
    const hold = new TestHold(true, line().wire);
    const order: string[] = [];
    const begun = hold.over?.then(() => order.push('test'));
    await Promise.resolve();
    order.push('tab');
    hold.end();
    await begun;
    expect(order).toEqual(['tab', 'test']);
  });

  it('waits no longer when the browser is lost', async () => {
    const { wire, lose } = line();
    const hold = new TestHold(true, wire);
    lose();
    await expect(hold.over).resolves.toBeUndefined();
  });

  it('is not held where it must come first', () => {
    expect(new TestHold(false, line().wire).over).toBeUndefined();
  });
});
