import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openAudit, readRecords } from '../../../src/audit/index.js';
import type { AuditEntry, RecordFilter } from '../../../src/audit/index.js';
import { closing, intent } from './audit-fixture.js';
import { calls, newSignedRecord, start } from './signed-record.js';
import type { SignedRecord } from './signed-record.js';

/** A call that spans two files stands where the second begins, and comes with the time when it was asked. */
const within = (entries: readonly AuditEntry[]): AuditEntry[] =>
  entries.filter(({ fields }) => fields['call'] !== 'never');
const nameOf = ({ file, seq }: AuditEntry): string => `${file}:${seq}`;

/** Three servers whose calls interleave, one of them in several files, with events and a call that never ends. */
function busy(calls = 400): SignedRecord {
  const here = newSignedRecord();
  let now = Date.parse('2026-11-05T12:00:00Z');
  const clock = (): number => (now += 7);
  const servers = ['a', 'b', 'c'].map((id) =>
    start(here, id, { clock, maxFileBytes: id === 'a' ? 40_000 : 10_000_000 }),
  );
  servers[0]?.open(intent('never', { session: 'stuck' }));
  for (let i = 0; i < calls; i++) {
    const server = servers[i % 3];
    const odd = i % 7 === 0;
    server?.open(intent(`c${i}`, { tool: i % 5 === 0 ? 'browser_click' : 'browser_navigate', session: `s${i % 4}` }));
    if (i % 11 === 0) {
      const facts = { origin: `https://o${i % 3}.example`, rule: 'load', reason: 'not listed' };
      server?.note({ event: 'network.refused', scope: { principal: 'local', session: `s${i % 4}` }, facts });
    }
    const more = odd ? ({ outcome: 'denied', code: 'policy.denied', risk: 'high' } as const) : {};
    void server?.close(closing(`c${i}`, { origin: `https://o${i % 3}.example`, ...more }));
  }
  return here;
}

async function allPages(folder: string, filter: RecordFilter, limit: number): Promise<AuditEntry[]> {
  const audit = openAudit(folder);
  const found: AuditEntry[] = [];
  let before: string | undefined;
  do {
    const page = await audit.page({ filter, limit, ...(before !== undefined && { before }) });
    found.push(...page.entries);
    before = page.next;
  } while (before !== undefined);
  return found;
}

const FILTERS: readonly RecordFilter[] = [
  {},
  { tool: 'browser_click' },
  { session: 's2', outcome: 'denied' },
  { outcome: 'unfinished' },
  { origin: 'https://o1.example' },
  { event: 'network.refused', origin: 'https://o0.example' },
  { risk: 'high', rule: 'origins' },
  { kind: 'start' },
  { code: 'policy.nothing' },
  { text: 'NOT LISTED' },
  { text: '“ünï”', tool: 'browser_click' },
  { text: '\u2028' },
  { text: 'prev' },
  { since: Date.parse('2026-11-05T12:00:03Z'), until: Date.parse('2026-11-05T12:00:05Z') },
];

test.each(FILTERS)('%j finds, page by page, what reading everything finds', async (filter) => {
  const { folder } = busy();
  const expected = within(await readRecords(folder, filter)).reverse();
  const found = within(await allPages(folder, filter, 17));
  expect(found.map(nameOf)).toEqual(expected.map(nameOf));
  expect(found).toEqual(expected);
  const forward: AuditEntry[] = [];
  for await (const entry of openAudit(folder).entries(filter)) forward.push(entry);
  expect(within(forward).map(nameOf)).toEqual(expected.map(nameOf).reverse());
});

test('a call that spans files is found once', async () => {
  const { folder } = busy();
  expect(fs.readdirSync(folder)).toContain('20261105T101112Z-a.0003.jsonl');
  const { entries } = await openAudit(folder).page({ filter: { session: 'stuck' } });
  expect(entries.map(({ time, fields }) => [time, fields['outcome']])).toEqual([
    ['2026-11-05T12:00:00.028Z', 'unfinished'],
  ]);
});

test('what is written later is found, and a call that ends changes its entry', async () => {
  const here = newSignedRecord();
  const record = start(here, 'a');
  const audit = openAudit(here.folder);
  record.open(intent('c1'));
  const newest = async () => (await audit.page({ limit: 1 })).entries[0]?.fields;
  expect(await newest()).toMatchObject({ call: 'c1', outcome: 'unfinished' });
  expect((await audit.page({ filter: { outcome: 'ok' } })).entries).toEqual([]);
  void record.close(closing('c1'));
  expect(await newest()).toMatchObject({ call: 'c1', outcome: 'ok' });
  expect((await audit.page({ filter: { outcome: 'unfinished' } })).entries).toEqual([]);
});

test('an index that is gone, damaged, of another file or behind is made good', async () => {
  const here = newSignedRecord();
  const record = start(here, 'a');
  calls(record, 2000);
  const question = { filter: { session: 'default' }, limit: 5000 };
  const names = async () => (await openAudit(here.folder).page(question)).entries.map(nameOf);
  const expected = await names();
  expect(expected).toHaveLength(2000);
  const [kept = ''] = fs
    .readdirSync(path.join(here.folder, 'index'))
    .map((name) => path.join(here.folder, 'index', name));
  expect(fs.statSync(kept).mode & 0o777).toBe(0o600);
  const whole = fs.readFileSync(kept);
  for (const damage of [whole.subarray(0, 100), Buffer.alloc(0), Buffer.alloc(whole.length, 1)]) {
    fs.writeFileSync(kept, damage);
    expect(await names()).toEqual(expected);
  }
  fs.writeFileSync(kept, whole);
  calls(record, 3, 'd');
  expect(await names()).toHaveLength(2003);

  const other = newSignedRecord();
  const record2 = start(other, 'a');
  calls(record2, 2500, 'e');
  fs.mkdirSync(path.join(other.folder, 'index'));
  fs.writeFileSync(path.join(other.folder, 'index', path.basename(kept)), whole);
  const { entries } = await openAudit(other.folder).page(question);
  expect(entries).toHaveLength(2500);
  expect(entries[0]?.fields['call']).toBe('e2499');
});

test('a cursor that is none is refused', async () => {
  const { folder } = newSignedRecord();
  await expect(openAudit(folder).page({ before: '../../etc' })).rejects.toMatchObject({ code: 'config.invalid' });
});

test('the newest page needs no index, and the pages after it leave nothing out, whatever the clock did', async () => {
  const here = newSignedRecord();
  let now = Date.parse('2026-11-05T12:00:00Z');
  const record = start(here, 'a', { clock: () => (now += 7) });
  record.open(intent('long'));
  for (let i = 0; i < 2500; i++) {
    // Set back by an hour, some minutes before the end.
    if (i === 2300) now -= 3_600_000;
    record.open(intent(`c${String(i)}`));
    if (i === 2490) void record.close(closing('long'));
    void record.close(closing(`c${String(i)}`));
  }
  expect(fs.statSync(path.join(here.folder, '20261105T101112Z-a.jsonl')).size).toBeGreaterThan(1_500_000);
  const first = await openAudit(here.folder).page({ limit: 40 });
  expect(fs.existsSync(path.join(here.folder, 'index'))).toBe(false);
  expect(first.entries.map(({ fields }) => fields['call'])).toEqual(
    Array.from({ length: 40 }, (_, i) => `c${String(2499 - i)}`),
  );
  const found = (await allPages(here.folder, {}, 40)).map(({ fields }) => fields['call'] ?? 'start');
  expect(found).toHaveLength(2502);
  expect(new Set(found).size).toBe(2502);
});

test('who asks while the index is being made, and while the record grows, gets the same as who waits', async () => {
  const here = newSignedRecord();
  const record = start(here, 'a');
  calls(record, 1500);
  const audit = openAudit(here.folder);
  const ask = async () => (await audit.page({ filter: { tool: 'browser_navigate' }, limit: 5000 })).entries.length;
  const asked = [ask(), ask()];
  calls(record, 10, 'd');
  asked.push(ask(), ask());
  for (const count of await Promise.all(asked)) expect([1500, 1510]).toContain(count);
  expect(await ask()).toBe(1510);
});
