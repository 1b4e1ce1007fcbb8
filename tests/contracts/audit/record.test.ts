import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRecord, verifyFolder } from '../../../src/audit/index.js';
import type { RecordDeps } from '../../../src/audit/index.js';
import { Failure } from '../../../src/core/index.js';
import { STARTED, closing, intent, onlyFile, tempFolder } from './audit-fixture.js';

function start(folder: string, more: Partial<RecordDeps> = {}): ReturnType<typeof createRecord> {
  return createRecord({ folder, serverId: 's1', startedAt: STARTED, sync: 'batch', ...more });
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof Failure ? error.code : String(error);
  }
  return 'nothing was thrown';
}

function linesOf(folder: string, name: string): Record<string, unknown>[] {
  const lines = fs.readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('what is written is there before the call goes on, in a private file of its own', async () => {
  const folder = path.join(tempFolder(), 'audit');
  const record = start(folder, { clock: () => Date.parse('2026-11-05T10:11:13Z') });
  const name = await onlyFile(folder);
  expect(name).toBe('20261105T101112Z-s1.jsonl');
  expect(fs.statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);

  record.open(intent('c1'));
  expect(linesOf(folder, name).at(-1)).toMatchObject({ seq: 1, kind: 'intent', call: 'c1', principal: 'local' });
  await record.close(closing('c1'));
  expect(linesOf(folder, name).at(-1)).toMatchObject({ seq: 2, kind: 'outcome', outcome: 'ok', durationMs: 12.3 });
  record.note({ event: 'session.ended', scope: { principal: 'local', session: 'default' }, facts: { why: 'idle' } });
  record.end();
  expect(linesOf(folder, name).map((line) => line['kind'])).toEqual(['start', 'intent', 'outcome', 'event', 'end']);
  expect(linesOf(folder, name)[0]).toMatchObject({ seq: 0, time: '2026-11-05T10:11:13.000Z', pid: process.pid });
  expect(
    codeOf(() => {
      record.open(intent('c2'));
    }),
  ).toBe('audit.unavailable');
});

test('nothing in an intent can pose as a number, a kind or a hash, and a flood keeps its digest only', async () => {
  const folder = tempFolder();
  const record = start(folder);
  const forged = { seq: 999, kind: 'end', prev: 'x', hash: 'y', time: 'never' };
  record.open({ ...intent('c1', { arguments: { ...forged, text: '"}\n{"seq":7}' } }), ...forged });
  record.open(intent('c2', { arguments: { text: 'x'.repeat(40_000) } }));
  expect(await verifyFolder(folder)).toMatchObject({ ok: true, records: 3 });
  expect(linesOf(folder, await onlyFile(folder))[2]?.['arguments']).toMatchObject({
    leftOut: true,
    characters: 40_011,
  });
});

describe('places where a record must not go', () => {
  test('a link in place of the file, whatever it leads to', () => {
    const folder = tempFolder();
    const elsewhere = path.join(tempFolder(), 'elsewhere');
    fs.symlinkSync(elsewhere, path.join(folder, '20261105T101112Z-s1.jsonl'));
    expect(codeOf(() => start(folder))).toBe('audit.unavailable');
    expect(fs.existsSync(elsewhere)).toBe(false);
  });

  test('a link in place of the folder', () => {
    const elsewhere = tempFolder();
    const folder = path.join(tempFolder(), 'audit');
    fs.symlinkSync(elsewhere, folder);
    expect(codeOf(() => start(folder))).toBe('audit.unavailable');
    expect(fs.readdirSync(elsewhere)).toEqual([]);
  });

  test('a file that is there already, and a folder that cannot be made', () => {
    const folder = tempFolder();
    const first = start(folder);
    expect(codeOf(() => start(folder))).toBe('audit.unavailable');
    first.open(intent('c1'));
    fs.writeFileSync(path.join(folder, 'file'), '');
    expect(codeOf(() => start(path.join(folder, 'file', 'audit')))).toBe('audit.unavailable');
  });

  test.each(['', '../up', 'a/b', '.hidden', 'x'.repeat(65)])('a server id that is no name: %j', (serverId) => {
    const folder = tempFolder();
    expect(codeOf(() => start(folder, { serverId }))).toBe('audit.unavailable');
    expect(fs.readdirSync(folder)).toEqual([]);
  });
});

describe('a record that somebody touches stops the calls', () => {
  test.each<[string, (file: string) => void]>([
    [
      'deleted',
      (file) => {
        fs.rmSync(file);
      },
    ],
    [
      'moved away',
      (file) => {
        fs.renameSync(file, `${file}.old`);
      },
    ],
    [
      'replaced by a copy',
      (file) => {
        fs.copyFileSync(file, `${file}.new`);
        fs.renameSync(`${file}.new`, file);
      },
    ],
    [
      'replaced by a link',
      (file) => {
        fs.renameSync(file, `${file}.old`);
        fs.symlinkSync(`${file}.old`, file);
      },
    ],
    [
      'appended to',
      (file) => {
        fs.appendFileSync(file, '{}\n');
      },
    ],
    [
      'emptied',
      (file) => {
        fs.truncateSync(file);
      },
    ],
  ])('%s', async (_how, touch) => {
    const folder = tempFolder();
    const record = start(folder);
    record.open(intent('c1'));
    const file = path.join(folder, await onlyFile(folder));
    touch(file);
    expect(codeOf(() => record.close(closing('c1')))).toBe('audit.unavailable');
    expect(
      codeOf(() => {
        record.open(intent('c2'));
      }),
    ).toBe('audit.unavailable');
  });

  test('and go on when it is as it was', async () => {
    const folder = tempFolder();
    const record = start(folder);
    const file = path.join(folder, await onlyFile(folder));
    fs.renameSync(file, `${file}.old`);
    expect(
      codeOf(() => {
        record.open(intent('c1'));
      }),
    ).toBe('audit.unavailable');
    fs.renameSync(`${file}.old`, file);
    record.open(intent('c2'));
    record.end();
    expect(await verifyFolder(folder)).toMatchObject({ ok: true, records: 3 });
  });
});

describe('a failing disk', () => {
  function noSpace(): never {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  }
  const disk = (more: Partial<typeof fs>): typeof fs => ({ ...fs, ...more });

  test('half a line is taken back, and the next write that works goes on in order', async () => {
    const folder = tempFolder();
    let full = false;
    const writeSync = (fd: number, bytes: Buffer, from: number, length: number): number => {
      if (full && from > 0) noSpace();
      return fs.writeSync(fd, bytes, from, full ? Math.min(length, 40) : length);
    };
    const record = start(folder, { disk: disk({ writeSync: writeSync as typeof fs.writeSync }) });
    record.open(intent('c1'));
    full = true;
    expect(codeOf(() => record.close(closing('c1')))).toBe('audit.unavailable');
    expect(await verifyFolder(folder)).toMatchObject({ ok: true, files: [{ torn: { line: 3, bytes: 40 } }] });
    expect(codeOf(() => record.close(closing('c1')))).toBe('audit.unavailable');
    full = false;
    void record.close(closing('c1'));
    record.end();
    expect(await verifyFolder(folder)).toMatchObject({ ok: true, records: 4, files: [{ ended: true }] });
  });

  test('always: a failed sync refuses the call and leaves no record of it', async () => {
    const folder = tempFolder();
    let failing = false;
    const fsyncSync = (fd: number): void => {
      if (failing) noSpace();
      fs.fsyncSync(fd);
    };
    const record = start(folder, { sync: 'always', disk: disk({ fsyncSync }) });
    failing = true;
    expect(
      codeOf(() => {
        record.open(intent('c1'));
      }),
    ).toBe('audit.unavailable');
    failing = false;
    record.open(intent('c2'));
    expect(await verifyFolder(folder)).toMatchObject({ ok: true, records: 2 });
  });

  test('batch: synced within a second, and a sync that failed is made good before the next call', () => {
    const folder = tempFolder();
    let synced = false;
    const fsync = ((_fd: number, done: (error: Error | null) => void) => {
      synced = true;
      done(new Error('EIO'));
    }) as typeof fs.fsync;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const record = start(folder, { disk: disk({ fsync, fsyncSync: noSpace }) });
    record.open(intent('c1'));
    expect(synced).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(synced).toBe(true);
    expect(codeOf(() => record.close(closing('c1')))).toBe('audit.unavailable');
  });

  test('without room for its first line no file is left behind', () => {
    const folder = tempFolder();
    expect(codeOf(() => start(folder, { disk: disk({ writeSync: noSpace }) }))).toBe('audit.unavailable');
    expect(fs.readdirSync(folder)).toEqual([]);
  });
});

test('an intent and its outcome cost well under 100 µs', async () => {
  const folder = tempFolder();
  const record = start(folder);
  const costs: number[] = [];
  for (let i = 0; i < 3000; i++) {
    const before = performance.now();
    record.open(intent(`c${i}`));
    await record.close(closing(`c${i}`));
    costs.push(performance.now() - before);
  }
  costs.sort((a, b) => a - b);
  // The machine may be busy with other tests: the quicker half says what it costs.
  expect(costs[750]).toBeLessThan(0.1);
});
