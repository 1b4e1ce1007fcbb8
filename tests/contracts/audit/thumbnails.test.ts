import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openAudit, sweepOld, sweepPictures, verifyFolder } from '../../../src/audit/index.js';
import type { Record, RecordedPicture } from '../../../src/core/index.js';
import { closing, intent } from './audit-fixture.js';
import { calls, fileOf, newSignedRecord, start } from './signed-record.js';
import type { SignedRecord } from './signed-record.js';

const SCOPE = { principal: 'local', session: 'default' };
const NAME = '20261105T101112Z-a';
const idOf = (n: number): string => n.toString(16).padStart(16, '0');

function shown(call: string, image: string | Uint8Array = `picture of ${call}`): RecordedPicture {
  return {
    call,
    scope: SCOPE,
    skipped: 0,
    shows: { image: Buffer.from(image), mimeType: 'image/jpeg', origin: 'https://example.com' },
  };
}

async function called(record: Record, n: number, more: Partial<RecordedPicture> = {}): Promise<void> {
  record.open(intent(idOf(n)));
  await record.close(closing(idOf(n)));
  await record.picture?.({ ...shown(idOf(n)), ...more });
}

const withPictures = (here: SignedRecord, more: Parameters<typeof start>[2] = {}) =>
  start(here, 'a', { maxPictureBytes: 100_000, ...more });
const pictureAt = (here: SignedRecord, n: number, name = NAME): string =>
  path.join(here.folder, 'thumbs', name, `${idOf(n)}.jpg`);

/** Where the records of pictures are, by their numbers. */
async function named(here: SignedRecord) {
  const entries = await openAudit(here.folder).timeline('default', { all: true });
  return entries.filter(({ fields }) => fields['event'] === 'thumbnail');
}

describe('a picture beside the record', () => {
  test('is closed to others, hashed in the chain, named by its call, and found again', async () => {
    const here = newSignedRecord();
    const record = withPictures(here);
    await called(record, 1, { skipped: 3 });
    record.end();
    expect(fs.readFileSync(pictureAt(here, 1), 'utf8')).toBe(`picture of ${idOf(1)}`);
    expect(fs.statSync(pictureAt(here, 1)).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.dirname(pictureAt(here, 1))).mode & 0o777).toBe(0o700);
    const [entry] = await named(here);
    expect(entry?.fields).toMatchObject({
      principal: 'local',
      facts: { call: idOf(1), picture: `thumbs/${NAME}/${idOf(1)}.jpg`, origin: 'https://example.com', skipped: 3 },
    });
    const found = await openAudit(here.folder).picture(entry?.file ?? '', entry?.seq ?? -1);
    expect(found).toMatchObject({ mimeType: 'image/jpeg' });
    expect(Buffer.from(found?.image ?? []).toString()).toBe(`picture of ${idOf(1)}`);
    expect(await verifyFolder(here.folder)).toMatchObject({ ok: true });
  });

  test('that was withheld is said to be', async () => {
    const here = newSignedRecord();
    const record = withPictures(here);
    await called(record, 1, { shows: { withheld: 'a secret is live in the page' } });
    record.end();
    expect((await named(here))[0]?.fields).toMatchObject({ facts: { withheld: 'a secret is live in the page' } });
    expect(fs.existsSync(path.join(here.folder, 'thumbs'))).toBe(false);
  });

  test('is not taken where nobody asked for pictures', () => {
    expect(start(newSignedRecord(), 'a')).not.toHaveProperty('picture');
  });

  test('that a crash left without a record is no error', async () => {
    const here = newSignedRecord();
    const record = withPictures(here);
    await called(record, 1);
    fs.writeFileSync(pictureAt(here, 2), 'left over');
    expect(await verifyFolder(here.folder)).toMatchObject({ ok: true });
  });

  test('goes to the file that its record is in, when another one began meanwhile', async () => {
    const here = newSignedRecord();
    let now = Date.parse('2026-11-05T23:59:59Z');
    const record = withPictures(here, { clock: () => now });
    record.open(intent(idOf(1)));
    await record.close(closing(idOf(1)));
    const kept = record.picture?.(shown(idOf(1)));
    now += 2000;
    await kept;
    record.end();
    expect(fs.existsSync(pictureAt(here, 1, `${NAME}.0002`))).toBe(true);
    expect(await verifyFolder(here.folder)).toMatchObject({ ok: true, files: { length: 2 } });
  });
});

describe('somebody was at the pictures', () => {
  const mischief: [string, string, (file: string, here: SignedRecord) => void][] = [
    [
      'another one of the same size',
      'changed',
      (file) => {
        fs.writeFileSync(file, 'x'.repeat(fs.statSync(file).size));
      },
    ],
    [
      'a byte more',
      'changed',
      (file) => {
        fs.appendFileSync(file, 'x');
      },
    ],
    [
      'emptied',
      'changed',
      (file) => {
        fs.truncateSync(file);
      },
    ],
    [
      'deleted',
      'missing',
      (file) => {
        fs.unlinkSync(file);
      },
    ],
    [
      'the whole folder',
      'missing',
      (_, here) => {
        fs.rmSync(path.join(here.folder, 'thumbs'), { recursive: true });
      },
    ],
    [
      'that of another call',
      'changed',
      (file, here) => {
        fs.copyFileSync(pictureAt(here, 2), file);
      },
    ],
    [
      'a link to the very same bytes',
      'changed',
      (file) => {
        fs.renameSync(file, `${file}.moved`);
        fs.symlinkSync(`${file}.moved`, file);
      },
    ],
    [
      'a folder',
      'changed',
      (file) => {
        fs.unlinkSync(file);
        fs.mkdirSync(file);
      },
    ],
  ];

  test.each(mischief)('%s: verify names the record, and nobody is shown it', async (_, what, act) => {
    const here = newSignedRecord();
    const record = withPictures(here);
    await called(record, 1);
    await called(record, 2);
    record.end();
    const [first] = await named(here);
    act(pictureAt(here, 1), here);
    const report = await verifyFolder(here.folder);
    expect(report).toMatchObject({
      ok: false,
      broken: { file: `${NAME}.jsonl`, seq: first?.seq, line: (first?.seq ?? 0) + 1, what: `thumbnail-${what}` },
    });
    expect(await openAudit(here.folder).picture(first?.file ?? '', first?.seq ?? -1)).toBeUndefined();
  });

  test('and at the record that names it: the chain says so', async () => {
    const here = newSignedRecord();
    const record = withPictures(here);
    await called(record, 1);
    record.end();
    const file = fileOf(here, 'a');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"sha256":"../u, '"sha256":"00'));
    expect((await verifyFolder(here.folder)).broken).toMatchObject({ what: 'hash' });
  });
});

describe('no name leads anywhere else', () => {
  test.each(['../../../escaped', 'a/b', '..', '', 'A'.repeat(16), `${idOf(1)}\n`])('a call named %j', async (call) => {
    const here = newSignedRecord();
    const record = withPictures(here);
    await record.picture?.(shown(call));
    record.end();
    expect((await named(here))[0]?.fields).toMatchObject({ facts: { withheld: 'it could not be kept' } });
    expect(fs.readdirSync(path.dirname(here.folder)).sort()).toEqual(['audit', 'keys']);
    expect(fs.existsSync(path.join(here.folder, 'thumbs'))).toBe(false);
  });

  test('a question for another file, or another number, finds nothing', async () => {
    const here = newSignedRecord();
    const record = withPictures(here);
    await called(record, 1);
    record.end();
    fs.writeFileSync(path.join(here.folder, '..', 'outside.jsonl'), fs.readFileSync(fileOf(here, 'a')));
    const [entry] = await named(here);
    const audit = openAudit(here.folder);
    const picture = (file: string, of: number) => audit.picture(file, of);
    const seq = entry?.seq ?? -1;
    for (const file of ['../outside.jsonl', `./${NAME}.jsonl`, NAME, 'heads.log', '', `thumbs/${NAME}/${idOf(1)}.jpg`])
      expect([file, await picture(file, seq)]).toEqual([file, undefined]);
    for (const other of [seq - 1, seq + 1, -1, 1e9, Number.NaN])
      expect([other, await picture(`${NAME}.jsonl`, other)]).toEqual([other, undefined]);
    expect(await picture(`${NAME}.jsonl`, seq)).toBeDefined();
  });

  test.each(['thumbs', `thumbs/${NAME}`])('a link in place of %s', async (link) => {
    const here = newSignedRecord();
    const elsewhere = path.join(here.folder, '..', 'elsewhere');
    fs.mkdirSync(elsewhere);
    fs.mkdirSync(path.dirname(path.join(here.folder, link)), { recursive: true });
    const record = withPictures(here);
    fs.symlinkSync(elsewhere, path.join(here.folder, link));
    await called(record, 1);
    record.end();
    expect((await named(here))[0]?.fields).toMatchObject({ facts: { withheld: 'it could not be kept' } });
    expect(fs.readdirSync(elsewhere).flatMap((name) => fs.readdirSync(path.join(elsewhere, name)))).toEqual([]);
  });
});

describe('pictures do not fill the disk', () => {
  test('no more than there is room for', async () => {
    const here = newSignedRecord();
    const record = withPictures(here, { maxPictureBytes: 50 });
    await called(record, 1);
    await called(record, 2);
    record.end();
    const facts = (await named(here)).map(({ fields }) => JSON.stringify(fields['facts']));
    expect(facts[0]).toContain('sha256');
    expect(facts[1]).toContain('there is no room for more');
    expect(await verifyFolder(here.folder)).toMatchObject({ ok: true });
  });

  test('the oldest go first, signed for; what somebody deleted is missing all the same', async () => {
    const here = newSignedRecord();
    (await onDays(here, 3)).end();
    // Each is of 27 bytes.
    expect(await sweepPictures(here.folder, 60, here.signing)).toEqual([`${NAME}.jsonl`]);
    expect(fs.existsSync(pictureAt(here, 1))).toBe(false);
    expect(await verifyFolder(here.folder)).toMatchObject({ ok: true, files: { length: 3 } });
    fs.unlinkSync(pictureAt(here, 2, `${NAME}.0002`));
    expect((await verifyFolder(here.folder)).broken).toMatchObject({ what: 'thumbnail-missing' });
  });

  test('those that a server which runs is adding to stay', async () => {
    const here = newSignedRecord();
    const record = await onDays(here, 2);
    expect(await sweepPictures(here.folder, 0, here.signing)).toEqual([`${NAME}.jsonl`]);
    expect(fs.existsSync(pictureAt(here, 2, `${NAME}.0002`))).toBe(true);
    record.end();
  });

  test.each([
    ['they go with their record', false, 1],
    ['a changed one keeps its record as evidence', true, 0],
  ])('%s', async (_, tampered, swept) => {
    const here = newSignedRecord();
    (await onDays(here, 2)).end();
    if (tampered) fs.appendFileSync(pictureAt(here, 1), 'x');
    fs.utimesSync(fileOf(here, 'a'), FIRST / 1000, FIRST / 1000);
    const dropped = await sweepOld(here.folder, 90, { signing: here.signing, now: FIRST + 91 * DAY });
    expect(dropped).toHaveLength(swept);
    expect(fs.existsSync(pictureAt(here, 1))).toBe(tampered);
    expect((await verifyFolder(here.folder)).ok).toBe(!tampered);
  });

  test('those of a record that somebody took away are evidence', async () => {
    const here = newSignedRecord();
    (await onDays(here, 2)).end();
    fs.unlinkSync(fileOf(here, 'a'));
    await sweepPictures(here.folder, 1000, here.signing);
    expect(fs.existsSync(pictureAt(here, 1))).toBe(true);
  });
});

const DAY = 86_400_000;
const FIRST = Date.parse('2026-11-05T12:00:00Z');

/** A picture on each of so many days, each in a file of its own. */
async function onDays(here: SignedRecord, days: number): Promise<Record> {
  let now = FIRST;
  const record = withPictures(here, { clock: () => now });
  for (let day = 1; day <= days; day++, now += DAY) {
    calls(record, 2, `d${String(day)}-`);
    await called(record, day);
  }
  return record;
}
