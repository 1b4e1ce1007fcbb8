import { appendFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createRecord, followRecords, readRecords, sweepOld } from '../../../src/audit/index.js';
import type { AuditEntry } from '../../../src/audit/index.js';
import { STARTED, closing, intent, recordedCalls, tempFolder } from './audit-fixture.js';

const calls = (entries: readonly AuditEntry[]): unknown[] =>
  entries.filter((entry) => entry.kind === 'call').map((entry) => entry.fields['call']);

const word = (value: unknown): string => (typeof value === 'string' ? value : '?');

/** Two servers, whose calls interleave in time. */
async function twoServers(): Promise<string> {
  const folder = tempFolder();
  let now = Date.parse('2026-11-05T12:00:00Z');
  const clock = (): number => (now += 1000);
  const a = createRecord({ folder, serverId: 'a', startedAt: STARTED, sync: 'batch', clock });
  const b = createRecord({ folder, serverId: 'b', startedAt: STARTED, sync: 'batch', clock });
  a.open(intent('a1', { tool: 'browser_click' }));
  b.open(intent('b1', { principal: 'team' }));
  await b.close(closing('b1', { outcome: 'denied', code: 'policy.denied', verdict: 'deny' }));
  await a.close(closing('a1'));
  b.open(intent('b2', { session: 'shop', arguments: { url: 'https://Needle.example/' } }));
  a.note({ event: 'session.ended', scope: { principal: 'local', session: 'shop' }, facts: { why: 'idle' } });
  a.open(intent('a2'));
  await a.close(closing('a2'));
  return folder;
}

test('entries of all servers come in one order, intents joined with their outcomes', async () => {
  const entries = await readRecords(await twoServers());
  expect(entries.map((entry) => entry.fields['call'] ?? entry.fields['event'] ?? entry.kind)).toEqual([
    'start',
    'start',
    'a1',
    'b1',
    'b2',
    'session.ended',
    'a2',
  ]);
  expect(entries[3]).toMatchObject({
    kind: 'call',
    fields: { principal: 'team', tool: 'browser_navigate', outcome: 'denied', code: 'policy.denied' },
  });
});

test.each([
  [{ tool: 'browser_click' }, ['a1']],
  [{ principal: 'team' }, ['b1']],
  [{ session: 'shop' }, ['b2']],
  [{ outcome: 'denied' }, ['b1']],
  [{ outcome: 'unfinished' }, ['b2']],
  [{ code: 'policy.denied' }, ['b1']],
  [{ text: 'needle.EXAMPLE' }, ['b2']],
  [{ since: Date.parse('2026-11-05T12:00:07Z') }, ['b2', 'a2']],
  [{ until: Date.parse('2026-11-05T12:00:04Z') }, ['a1', 'b1']],
  [{ limit: 1 }, ['a2']],
  [{ limit: 0 }, []],
  [{ tool: 'browser_navigate', outcome: 'ok', limit: 5 }, ['a2']],
])('filter %j', async (filter, expected) => {
  expect(calls(await readRecords(await twoServers(), filter))).toEqual(expected);
});

test('what is no record is left out, the rest is read', async () => {
  const { folder, file } = await recordedCalls(1, false);
  appendFileSync(file, 'garbage\n[]\n{"seq":-1}\nnull\n{"seq":5,"time":"x"');
  expect(calls(await readRecords(folder))).toEqual(['c0']);
});

test('following shows the last ones, then what every server writes, new servers too', async () => {
  const folder = tempFolder();
  const a = createRecord({ folder, serverId: 'a', startedAt: STARTED, sync: 'batch' });
  a.open(intent('a1'));
  await a.close(closing('a1'));
  a.open(intent('a2'));

  const seen: string[] = [];
  const stop = new AbortController();
  const following = followRecords(
    folder,
    ({ kind, fields }) => {
      seen.push(kind === 'call' ? `${word(fields['call'])} ${word(fields['outcome'])}` : kind);
    },
    stop.signal,
    { last: 2, everyMs: 10 },
  );
  await expect.poll(() => seen).toEqual(['a1 ok', 'a2 unfinished']);

  await a.close(closing('a2'));
  await expect.poll(() => seen.slice(2)).toEqual(['a2 ok']);
  const b = createRecord({ folder, serverId: 'b', startedAt: STARTED, sync: 'batch' });
  b.open(intent('b1'));
  await expect.poll(() => seen.slice(3)).toEqual(['start', 'b1 unfinished']);
  stop.abort();
  await following;
});

test('only old files of dead servers are swept', async () => {
  const folder = tempFolder();
  const old = new Date(Date.now() - 91 * 86_400_000);
  const file = (name: string, start: object | string): void => {
    const text =
      typeof start === 'string'
        ? start
        : `${JSON.stringify({ seq: 0, time: '', kind: 'start', prev: '', hash: '', ...start })}\n`;
    writeFileSync(path.join(folder, name), text);
    utimesSync(path.join(folder, name), old, old);
  };
  // No system gives out this process number.
  file('20260101T000000Z-dead.jsonl', { pid: 2 ** 31 - 2 });
  file('20260101T000001Z-alive.jsonl', { pid: process.pid });
  file('20260101T000002Z-torn.jsonl', '');
  file('notes.jsonl', { pid: 2 ** 31 - 2 });
  const young = createRecord({ folder, serverId: 'young', startedAt: STARTED, sync: 'batch' });
  young.end();

  expect(await sweepOld(folder, 90)).toEqual(['20260101T000000Z-dead.jsonl', '20260101T000002Z-torn.jsonl']);
  expect(readdirSync(folder)).toEqual(['20260101T000001Z-alive.jsonl', '20261105T101112Z-young.jsonl', 'notes.jsonl']);
  expect(await sweepOld(folder, 0)).toEqual([]);
});
