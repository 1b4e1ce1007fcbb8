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

it('lets callers take turns: who asks for many keeps nobody waiting', async () => {
  const queue = new OpeningQueue(1);
  const entered: string[] = [];
  const ends: (() => void)[] = [];
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) {
    void queue.enter(name.slice(0, 1)).then((end) => {
      entered.push(name);
      ends.push(end);
    });
  }
  for (let at = 0; at < 7; at += 1) {
    await settled();
    ends[at]?.();
  }
  await settled();
  expect(entered).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});
