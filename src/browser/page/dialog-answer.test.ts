import { expect, it } from 'vitest';
import { answerDialog, judgeWhole } from './dialog-answer.js';
import type { DialogVerdict } from './dialog-answer.js';
import { FloodDetector } from './flood-detector.js';
import { RingBuffer } from './ring-buffer.js';

const says = (verdict: DialogVerdict) => () => verdict;

it('lets nothing keep an agent that is leaving, and lets nothing else through', () => {
  for (const policy of ['raise', 'deny', 'ask-human'] as const) {
    expect(answerDialog(policy, 'beforeunload', true, says('deny'))).toEqual({ does: 'accept', raises: false });
    expect(answerDialog(policy, 'beforeunload', false, says('allow')).does).not.toBe('accept');
    expect(answerDialog(policy, 'confirm', true, says('allow')).does).not.toBe('accept');
  }
});

it('puts no wish of the agent above policy', () => {
  for (const policy of ['allow', { acceptPromptWith: 'me' }, 'ask-human'] as const)
    for (const kind of ['confirm', 'prompt', 'beforeunload'] as const) {
      expect(answerDialog(policy, kind, false, says('ask')).does).toBe('ask');
      expect(answerDialog(policy, kind, false, says('deny'))).toMatchObject({ does: 'dismiss', isRefused: true });
    }
  expect(answerDialog('ask-human', 'confirm', false, says('allow'))).toEqual({ does: 'ask' });
  expect(answerDialog('deny', 'confirm', false, says('allow'))).toEqual({ does: 'dismiss', raises: false });
});

it('judges the answer together with the question', () => {
  const asked: string[] = [];
  answerDialog({ acceptPromptWith: 'DELETE' }, 'prompt', false, (answer) => (asked.push(answer), 'allow'));
  expect(asked).toEqual(['DELETE']);
});

it('finds a grave word wherever it stands, and agrees to nothing endless', () => {
  const judge = (text: string): DialogVerdict => (text.slice(0, 300).includes('delete all') ? 'ask' : 'allow');
  for (let at = 0; at < 900; at += 7) expect(judgeWhole(`${'x'.repeat(at)}delete all`, judge)).toBe('ask');
  expect(judgeWhole('x'.repeat(1_000), judge)).toBe('allow');
  expect(judgeWhole('x'.repeat(5_000), judge)).toBe('deny');
});

it('tells a flood from a busy page', () => {
  const flood = new FloodDetector(3, 100);
  expect([0, 10, 20].map((time) => flood.count(time))).toEqual([false, false, false]);
  expect(flood.count(30)).toBe(true);
  expect([1000, 1200, 1400, 1600, 1800].some((time) => flood.count(time))).toBe(false);
});

it('keeps the newest, and counts the rest', () => {
  const ring = new RingBuffer<number>(3);
  for (let i = 0; i < 10; i++) ring.push(i);
  expect(ring.rows()).toEqual([7, 8, 9]);
  expect(ring.dropped).toBe(7);
});
