import { expect, it } from 'vitest';
import type { AuditEntry } from './join-records.js';
import { latestSession } from './latest-session.js';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const call = (second: number, until: number | undefined, file = 'x-b.jsonl'): AuditEntry => ({
  file,
  seq: second,
  time: at(second),
  kind: 'call',
  fields: until === undefined ? {} : { finishedAt: at(until) },
});
const event = (second: number, name: string, file = 'x-b.jsonl'): AuditEntry => ({
  file,
  seq: second,
  time: at(second),
  kind: 'event',
  fields: { event: name },
});
const seconds = (entries: readonly AuditEntry[]): number[] => entries.map(({ seq }) => seq);

it('begins with the call that opened the session, and leaves out former lives and other servers', () => {
  const entries = [
    call(1, 3, 'x-a.jsonl'),
    event(2, 'session.opened', 'x-a.jsonl'),
    call(4, 6),
    event(5, 'session.opened'),
    event(7, 'session.ended'),
    call(8, 11),
    call(9, undefined),
    event(10, 'session.opened'),
    call(12, 13, 'x-b.0002.jsonl'),
  ];
  expect(seconds(latestSession(entries))).toEqual([8, 9, 10, 12]);
});

it('is everything of that server when the session was never opened, and nothing of nothing', () => {
  expect(seconds(latestSession([call(1, 2), call(3, 4)]))).toEqual([1, 3]);
  expect(latestSession([])).toEqual([]);
});
