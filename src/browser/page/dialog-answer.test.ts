import { expect, it } from 'vitest';
import { answerDialog } from './dialog-answer.js';
import { Flood } from './flood.js';
import { Ring } from './ring.js';

it('lets nothing keep an agent that is leaving, and lets nothing else through', () => {
  for (const policy of ['raise', 'deny', 'ask-human'] as const) {
    expect(answerDialog(policy, 'beforeunload', true)).toEqual({ accept: true, raises: false });
    expect(answerDialog(policy, 'beforeunload', false).accept).toBe(false);
    expect(answerDialog(policy, 'confirm', true).accept).toBe(false);
  }
});

it('tells a flood from a busy page', () => {
  const flood = new Flood(3, 100);
  expect([0, 10, 20].map((time) => flood.count(time))).toEqual([false, false, false]);
  expect(flood.count(30)).toBe(true);
  expect([1000, 1200, 1400, 1600, 1800].some((time) => flood.count(time))).toBe(false);
});

it('keeps the newest, and counts the rest', () => {
  const ring = new Ring<number>(3);
  for (let i = 0; i < 10; i++) ring.push(i);
  expect(ring.rows()).toEqual([7, 8, 9]);
  expect(ring.dropped).toBe(7);
});
