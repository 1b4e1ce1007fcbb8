import { expect, it } from 'vitest';
import { OpeningQueue } from './opening-queue.js';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('lets so many in at a time, in order, and a turn that is ended twice counts once', async () => {
  const queue = new OpeningQueue(2);
  const entered: number[] = [];
  const ends: (() => void)[] = [];
  for (let i = 0; i < 5; i += 1) {
    void queue.enter('ann').then((end) => {
      entered.push(i);
      ends.push(end);
    });
  }
  await settled();
  expect(entered).toEqual([0, 1]);
  expect(queue.waiting).toBe(3);
  ends[1]?.();
  ends[1]?.();
  await settled();
  expect(entered).toEqual([0, 1, 2]);
  for (let at = 0; at < 5; at += 1) {
    ends[at]?.();
    await settled();
  }
  expect(entered).toEqual([0, 1, 2, 3, 4]);
  expect(queue.waiting).toBe(0);
});

it('has room again when all are done', async () => {
  const queue = new OpeningQueue(1);
  (await queue.enter('ann'))();
  (await queue.enter('ann'))();
  expect(queue.waiting).toBe(0);
});

it('lets one in whatever it is told', async () => {
  const end = await new OpeningQueue(0).enter('ann');
  end();
});

/** Asks for a turn for each name, whose first letter is the caller. */
function ask(queue: OpeningQueue, names: readonly string[]) {
  const entered: string[] = [];
  const ends = new Map<string, () => void>();
  for (const name of names)
    void queue.enter(name.slice(0, 1)).then((end) => {
      entered.push(name);
      ends.set(name, end);
    });
  return { entered, end: (name: string) => ends.get(name)?.() };
}

it('lets callers take turns: who asks for many keeps nobody waiting', async () => {
  const queue = new OpeningQueue(1);
  const { entered, end } = ask(queue, ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']);
  for (let at = 0; at < 7; at += 1) {
    await settled();
    end(entered[at] ?? '');
  }
  await settled();
  expect(entered).toEqual(['a1', 'b1', 'a2', 'c1', 'b2', 'a3', 'a4']);
});

it('lets a caller with no session under way in at once: the starts of another may take long', async () => {
  const queue = new OpeningQueue(2);
  const { entered, end } = ask(queue, ['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'd1']);
  await settled();
  // None of them has ended, and no more than twice the usual are under way.
  expect(entered).toEqual(['a1', 'a2', 'b1', 'c1']);
  end('c1');
  await settled();
  // Who has none is next, before those who have.
  expect(entered.at(-1)).toBe('d1');
  end('b1');
  end('d1');
  await settled();
  expect(entered.slice(5)).toEqual(['b2']);
  end('a1');
  end('b2');
  await settled();
  expect(entered.slice(6)).toEqual(['a3']);
  expect(queue.waiting).toBe(0);
});
