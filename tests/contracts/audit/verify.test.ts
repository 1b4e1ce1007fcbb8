import { appendFileSync, readFileSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createRecord, verifyFile, verifyFolder } from '../../../src/audit/index.js';
import { STARTED, recordedCalls, tempFolder } from './audit-fixture.js';

const NEWLINE = 10;

test('an untouched record is whole, running or ended', async () => {
  for (const ended of [false, true]) {
    const { folder } = await recordedCalls(5, ended);
    const report = await verifyFolder(folder);
    expect(report).toMatchObject({ ok: true, records: ended ? 12 : 11, files: [{ ended }] });
    expect(report.files[0]?.torn).toBeUndefined();
  }
  expect(await verifyFolder(path.join(tempFolder(), 'none'))).toMatchObject({ ok: true, records: 0 });
});

/** Which line (from 1) a byte is on; a newline belongs to the line it ends. */
function lineOf(bytes: Buffer, at: number): number {
  return bytes.subarray(0, at).filter((byte) => byte === NEWLINE).length + 1;
}

test('a flipped byte, wherever it is, is named by its record', async () => {
  const { file } = await recordedCalls(3, true);
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length; at++) {
    if (at % 11 !== 0 && whole[at] !== NEWLINE && at < whole.length - 5) continue;
    const bytes = Buffer.from(whole);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x01, at);
    writeFileSync(file, bytes);
    const { broken } = await verifyFile(file);
    expect(broken, `byte ${at}`).toMatchObject({ line: lineOf(whole, at), seq: lineOf(whole, at) - 1 });
  }
});

test('a deleted byte, wherever it is, is named by its record', async () => {
  const { file } = await recordedCalls(3, false);
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length - 1; at++) {
    if (at % 11 !== 0 && whole[at] !== NEWLINE) continue;
    writeFileSync(file, Buffer.concat([whole.subarray(0, at), whole.subarray(at + 1)]));
    const { broken } = await verifyFile(file);
    expect(broken, `byte ${at}`).toMatchObject({ line: lineOf(whole, at), seq: lineOf(whole, at) - 1 });
  }
});

test('an appended byte is named, after an end and without one', async () => {
  for (const ended of [false, true]) {
    for (const extra of ['x', '\n', ' ', '}', '0', '[]\n', '{}\n', '{"seq":99,']) {
      const { file } = await recordedCalls(2, ended);
      const lines = ended ? 6 : 5;
      appendFileSync(file, extra);
      const { broken } = await verifyFile(file);
      expect(broken, JSON.stringify(extra)).toEqual({
        file: path.basename(file),
        line: lines + 1,
        seq: lines,
        what: ended ? 'added' : 'garbage',
      });
    }
  }
});

async function withLines(change: (lines: string[]) => string[]): Promise<string> {
  const { file } = await recordedCalls(4, true);
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  writeFileSync(file, `${change(lines).join('\n')}\n`);
  return file;
}

test('deleted, moved, repeated and replaced records are told apart', async () => {
  const deleted = await withLines((lines) => lines.toSpliced(4, 1));
  expect((await verifyFile(deleted)).broken).toMatchObject({ line: 5, seq: 4, what: 'gap' });

  const swapped = await withLines((lines) => lines.toSpliced(4, 2, lines[5] ?? '', lines[4] ?? ''));
  expect((await verifyFile(swapped)).broken).toMatchObject({ line: 5, seq: 4, what: 'order' });

  const repeated = await withLines((lines) => lines.toSpliced(4, 0, lines[3] ?? ''));
  expect((await verifyFile(repeated)).broken).toMatchObject({ line: 5, seq: 4, what: 'order' });

  const headless = await withLines((lines) => lines.slice(1));
  expect((await verifyFile(headless)).broken).toMatchObject({ line: 1, seq: 0, what: 'missing-start' });
});

test('a record that was rewritten with a right hash of its own breaks the next link', async () => {
  const { createHash } = await import('node:crypto');
  const file = await withLines((lines) => {
    const body = (lines[4] ?? '').replace('"outcome":"ok"', '"outcome":"failed"').replace(/,"hash":"[^"]*"\}$/u, '}');
    const hash = createHash('sha256').update(body).digest('hex');
    return lines.toSpliced(4, 1, `${body.slice(0, -1)},"hash":"${hash}"}`);
  });
  expect((await verifyFile(file)).broken).toMatchObject({ line: 6, seq: 5, what: 'chain' });
});

test("a server's record under another server's name, an emptied file and a link are named", async () => {
  const { folder, file } = await recordedCalls(2, true);
  renameSync(file, path.join(folder, '20261105T101112Z-other.jsonl'));
  expect((await verifyFolder(folder)).broken).toMatchObject({ what: 'missing-start' });

  const emptied = await recordedCalls(2, true);
  truncateSync(emptied.file);
  expect((await verifyFolder(emptied.folder)).broken).toMatchObject({ line: 1, seq: 0, what: 'missing-start' });

  const linked = await recordedCalls(2, true);
  symlinkSync(linked.file, path.join(linked.folder, '20261105T101113Z-s2.jsonl'));
  expect((await verifyFolder(linked.folder)).broken).toMatchObject({ file: '20261105T101113Z-s2.jsonl' });
});

test('a cut last line is what a crash leaves: reported, and no error', async () => {
  const { file } = await recordedCalls(2, false);
  const size = readFileSync(file).length;
  // A whole record that only lacks its newline could be anybody's.
  truncateSync(file, size - 1);
  expect((await verifyFile(file)).broken).toMatchObject({ line: 5, what: 'garbage' });
  for (const missing of [2, 20, 80, 150, 300]) {
    truncateSync(file, size - missing);
    const report = await verifyFile(file);
    expect(report.broken, `${missing} bytes missing`).toBeUndefined();
    expect(report, `${missing} bytes missing`).toMatchObject({ records: 4, torn: { line: 5 } });
  }
});

test('the first broken record of the folder is the one that is named', async () => {
  const folder = tempFolder();
  for (const serverId of ['a', 'b', 'c']) {
    createRecord({ folder, serverId, startedAt: STARTED, sync: 'batch' }).end();
  }
  appendFileSync(path.join(folder, '20261105T101112Z-b.jsonl'), 'x');
  appendFileSync(path.join(folder, '20261105T101112Z-c.jsonl'), 'x');
  const report = await verifyFolder(folder);
  expect(report.broken).toMatchObject({ file: '20261105T101112Z-b.jsonl', line: 3 });
  expect(report.files.map((file) => file.broken === undefined)).toEqual([true, false, false]);
});
