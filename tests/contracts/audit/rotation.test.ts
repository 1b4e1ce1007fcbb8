import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRecords, sweepOld, verifyFolder } from '../../../src/audit/index.js';
import { closing, intent } from './audit-fixture.js';
import { calls, fileOf, newSignedRecord, linesOf, start, write } from './signed-record.js';
import type { SignedRecord } from './signed-record.js';

describe('rotation', () => {
  test('the next file goes on with the chain, and a call that spans both is one call', async () => {
    const here = newSignedRecord();
    const record = start(here, 'a', { maxFileBytes: 20_000 });
    record.open(intent('long'));
    calls(record, 100);
    void record.close(closing('long', { outcome: 'denied' }));
    record.open(intent('never'));
    calls(record, 30, 'd');
    record.end();
    const names = fs.readdirSync(here.folder).filter((name) => name.endsWith('.jsonl'));
    expect(names.length).toBeGreaterThan(3);
    expect(names).toContain('20261105T101112Z-a.0002.jsonl');
    const report = await verifyFolder(here.folder);
    expect(report).toMatchObject({ ok: true });
    expect(report.files.map(({ ended }) => ended)).toEqual([...names.slice(1).map(() => false), true]);

    const entries = (await readRecords(here.folder)).filter(({ kind }) => kind === 'call');
    expect(entries).toHaveLength(132);
    const outcomes = new Map(entries.map(({ fields }) => [fields['call'], fields['outcome']]));
    expect(outcomes.get('long')).toBe('denied');
    expect(outcomes.get('never')).toBe('unfinished');
  });

  test('every day', async () => {
    const here = newSignedRecord();
    let now = Date.parse('2026-11-05T23:59:59Z');
    const record = start(here, 'a', { clock: () => now });
    calls(record, 1);
    now += 2000;
    calls(record, 1, 'd');
    record.end();
    expect(linesOf(fileOf(here, 'a.0002'))[0]).toContain('"seq":4,"time":"2026-11-06');
    expect(await verifyFolder(here.folder)).toMatchObject({ ok: true, files: { length: 2 } });
  });

  test('when the next file cannot be begun, this one goes on', async () => {
    const here = newSignedRecord();
    const disk: typeof fs = {
      ...fs,
      openSync: ((file: string, ...rest: [number, number]) => {
        if (file.includes('.0002.')) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        return fs.openSync(file, ...rest);
      }) as typeof fs.openSync,
    };
    const record = start(here, 'a', { maxFileBytes: 5000, disk });
    record.open(intent('long'));
    calls(record, 50);
    void record.close(closing('long'));
    record.end();
    expect(await verifyFolder(here.folder)).toMatchObject({ ok: true, files: { length: 1 } });
    const open = (await readRecords(here.folder, { outcome: 'unfinished' })).length;
    expect(open).toBe(0);
  });

  test('a part taken out of the middle, emptied, or with its end cut off', async () => {
    const here = newSignedRecord();
    const record = start(here, 'a', { maxFileBytes: 5000 });
    calls(record, 60);
    record.end();
    const second = fileOf(here, 'a.0002');
    const kept = fs.readFileSync(second);
    fs.rmSync(second);
    expect((await verifyFolder(here.folder)).broken).toMatchObject({
      file: path.basename(second),
      what: 'missing-file',
    });
    fs.writeFileSync(second, '');
    expect((await verifyFolder(here.folder)).broken).toMatchObject({ file: path.basename(second), line: 1 });
    fs.writeFileSync(second, kept.subarray(0, -10));
    expect((await verifyFolder(here.folder)).broken).toMatchObject({ file: path.basename(second), what: 'cut' });
  });
});

describe('retention', () => {
  const DAY = 86_400_000;
  function old(here: SignedRecord, name: string, days: number): void {
    const then = new Date(Date.now() - days * DAY);
    fs.utimesSync(fileOf(here, name), then, then);
  }
  function parts(here: SignedRecord): void {
    let now = Date.now() - 100 * DAY;
    const record = start(here, 'a', { clock: () => now });
    for (let day = 0; day < 4; day++, now += 30 * DAY) calls(record, 2, `d${day}-`);
    ['a', 'a.0002', 'a.0003', 'a.0004'].forEach((name, i) => {
      old(here, name, Math.max(10, 70 - 30 * i));
    });
  }

  test('drops whole files, of a living server too, leaves a signed note, and the rest still verifies', async () => {
    const here = newSignedRecord();
    parts(here);
    expect(await sweepOld(here.folder, 35, { signing: here.signing })).toEqual([
      '20261105T101112Z-a.jsonl',
      '20261105T101112Z-a.0002.jsonl',
    ]);
    expect(await verifyFolder(here.folder)).toMatchObject({ ok: true, dropped: 2, files: { length: 2 } });
    fs.rmSync(fileOf(here, 'a.0003'));
    expect((await verifyFolder(here.folder)).broken).toMatchObject({ what: 'missing-file' });
  });

  test('does not sign for what only looks old, nor for what was changed', async () => {
    const here = newSignedRecord();
    parts(here);
    old(here, 'a.0004', 100);
    const first = fileOf(here, 'a');
    write(first, linesOf(first).with(1, '{}'));
    old(here, 'a', 100);
    const log: string[] = [];
    const swept = await sweepOld(here.folder, 35, { signing: here.signing, log: (line) => log.push(line) });
    expect(swept).toEqual(['20261105T101112Z-a.0002.jsonl']);
    expect(log).toHaveLength(1);
  });
});
