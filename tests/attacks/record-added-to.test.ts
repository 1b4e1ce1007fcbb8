import { copyFileSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { FORGED_CALL, forgedRecords } from '../fixtures/forged-records.js';
import { runCommand, start } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';

promised('tamper-evident', () => {
  const workspace = mkdtempSync(join(tmpdir(), 'gw-added-'));
  const safe = mkdtempSync(join(tmpdir(), 'gw-safe-'));
  const folder = join(workspace, 'audit');
  const key = join(safe, 'audit.pub');
  /** Files of the server that was killed and of the one that came after it. */
  let [killed, ended] = ['', ''];

  beforeAll(async () => {
    const first = await start({ workspace });
    for (let i = 0; i < 4; i += 1) await first.call('nonsense', { i });
    killed = readdirSync(folder).find((name) => name.endsWith('.jsonl')) ?? '';
    process.kill(first.pid, 'SIGKILL');
    await first.client.close().catch(() => undefined);
    const second = await start({ workspace });
    await second.call('nonsense', {});
    while (!readFileSync(join(folder, 'heads.log'), 'utf8').includes('"what":"found"')) await wait(200);
    await second.close();
    ended = readdirSync(folder).find((name) => name.endsWith('.jsonl') && name !== killed) ?? '';
    copyFileSync(join(workspace, 'keys', 'audit.pub'), key);
    cpSync(folder, join(safe, 'audit'), { recursive: true });
  });
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true });
    cpSync(join(safe, 'audit'), folder, { recursive: true, preserveTimestamps: true });
  });
  afterAll(() => {
    for (const each of [workspace, safe]) rmSync(each, { recursive: true, force: true });
  });

  const linesOf = (name: string): string[] => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
  const write = (name: string, lines: readonly string[], end = '\n'): void => {
    writeFileSync(join(folder, name), `${lines.join('\n')}${end}`);
  };
  const add = (name: string, end = '\n', bodies: readonly object[] = FORGED_CALL): void => {
    const lines = linesOf(name);
    write(name, [...lines, ...forgedRecords(lines.at(-1), bodies)], end);
  };
  const verify = (...more: readonly string[]) => {
    const { status, stdout } = runCommand(workspace, ['audit', 'verify', '--json', ...more]);
    return {
      status,
      report: JSON.parse(stdout) as { ok: boolean; broken?: { file: string; line: number; what: string } },
    };
  };
  const shows = (): string =>
    [
      ['audit', 'tail', '-n', '200'],
      ['audit', 'query', '--tool', 'forged_tool'],
      ['audit', 'query', '--text', 'forged', '--json'],
      ['audit', 'export'],
      ['audit', 'replay', 'default', '--all'],
    ]
      .map((args) => runCommand(workspace, args).stdout)
      .join('\n');

  it('untouched it is whole, with and without a key from elsewhere, and everything is shown', () => {
    expect(verify('--public-key', key)).toMatchObject({ status: 0, report: { ok: true } });
    expect(verify()).toMatchObject({ status: 0, report: { ok: true, keysFrom: 'workspace', strangeKeys: [] } });
    expect(runCommand(workspace, ['audit', 'query', '--tool', 'nonsense']).stdout.trim().split('\n')).toHaveLength(5);
    expect(runCommand(workspace, ['audit', 'verify']).stdout).toContain(join(workspace, 'keys', 'audit.pub'));
  });

  const forgedStart = (server: string) => ({ kind: 'start', server, version: '', pid: 999_999, format: 1 });

  const CASES: readonly (readonly [string, () => void, string])[] = [
    [
      'records after a crashed file that was signed for',
      () => {
        add(killed);
      },
      'added',
    ],
    [
      'fifty records after it',
      () => {
        add(
          killed,
          '\n',
          Array.from({ length: 50 }, (_, i) => ({ event: 'forged', facts: { i } })),
        );
      },
      'added',
    ],
    [
      'an end after it',
      () => {
        add(killed, '\n', [{ kind: 'end', records: 99 }]);
      },
      'unsigned',
    ],
    [
      'records after an ended file',
      () => {
        add(ended);
      },
      'added',
    ],
    [
      'half a record after an ended file',
      () => {
        write(ended, [...linesOf(ended), '{"seq":'], '');
      },
      'added',
    ],
    [
      'a whole record without its newline after a crashed file',
      () => {
        add(killed, '', FORGED_CALL.slice(0, 1));
      },
      'garbage',
    ],
    [
      'half a record after a crashed file that was signed for without one',
      () => {
        write(killed, [...linesOf(killed), `{"seq":${String(linesOf(killed).length)},"time":"`], '');
      },
      'added',
    ],
    [
      'a file with a start alone',
      () => {
        write('20301105T101112Z-forged.jsonl', forgedRecords(undefined, [forgedStart('forged')]));
      },
      'unlisted',
    ],
    [
      'a file with a start and a whole record without its newline',
      () => {
        write('20301105T101112Z-forged.jsonl', forgedRecords(undefined, [forgedStart('forged'), ...FORGED_CALL]), '');
      },
      'garbage',
    ],
    [
      'a forged file',
      () => {
        write('20301105T101112Z-forged.jsonl', forgedRecords(undefined, [forgedStart('forged'), ...FORGED_CALL]));
      },
      'unlisted',
    ],
    [
      'a forged second part of an ended file',
      () => {
        const server = /-(.*)\.jsonl$/u.exec(ended)?.[1] ?? '';
        const start = { ...forgedStart(server), part: 2 };
        write(ended.replace('.jsonl', '.0002.jsonl'), forgedRecords(linesOf(ended).at(-1), [start, ...FORGED_CALL]));
      },
      'unlisted',
    ],
    [
      'a whole file copied under another time',
      () => {
        copyFileSync(join(folder, ended), join(folder, ended.replace(/^\d{8}/u, '20301105')));
      },
      'unlisted',
    ],
    [
      'a crashed file cut and written on',
      () => {
        const kept = linesOf(killed).slice(0, -2);
        write(killed, [...kept, ...forgedRecords(kept.at(-1), FORGED_CALL)]);
      },
      'changed',
    ],
    [
      'the last signature of an ended file taken away',
      () => {
        write(ended, linesOf(ended).slice(0, -1));
      },
      'cut',
    ],
    [
      'the two files under each other’s name',
      () => {
        const [one, other] = [linesOf(killed), linesOf(ended)];
        write(killed, other);
        write(ended, one);
      },
      'missing-start',
    ],
    [
      'the signed end of a crashed file taken away, and records added',
      () => {
        write(
          'heads.log',
          linesOf('heads.log').filter((line) => !line.includes('"what":"found"')),
        );
        add(killed);
      },
      'heads',
    ],
    [
      'the signed ends taken away',
      () => {
        rmSync(join(folder, 'heads.log'));
      },
      'unlisted',
    ],
    [
      'every file of the folder',
      () => {
        for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
      },
      'no-records',
    ],
  ];

  it.each(CASES)('%s: named by verify, and shown by nothing', (_, tamper, what) => {
    tamper();
    const { status, report } = verify('--public-key', key);
    expect(status).toBe(1);
    expect(report.broken?.what).toBe(what);
    expect(verify().status).toBe(1);
    // Whether records in between are as they were is for verify to say.
    if (what !== 'changed' && what !== 'heads') expect(shows()).not.toMatch(/forged/u);
  });

  it('the record that was added is named by its line', () => {
    const line = linesOf(killed).length + 1;
    add(killed);
    expect(verify().report.broken).toMatchObject({ file: killed, line, what: 'added' });
  });

  it('a record that somebody else signed anew is not believed for the key that lies beside it', async () => {
    const other = mkdtempSync(join(tmpdir(), 'gw-other-'));
    const theirs = await start({ workspace: other });
    await theirs.call('forged_tool', {});
    await theirs.close();
    rmSync(folder, { recursive: true });
    cpSync(join(other, 'audit'), folder, { recursive: true });
    rmSync(other, { recursive: true });
    expect(verify()).toMatchObject({ status: 1, report: { broken: { what: 'signature' } } });
    const said = runCommand(workspace, ['audit', 'verify']);
    expect(said.stdout).toContain('the copy beside the record has other keys');
    const copy = runCommand(workspace, ['audit', 'verify', '--folder', folder]);
    expect(copy).toMatchObject({ status: 0 });
    expect(copy.stdout).toContain(`${join(folder, 'audit.pub')}, which whoever can write there can replace`);
  });
});
