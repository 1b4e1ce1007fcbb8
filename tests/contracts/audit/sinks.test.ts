import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createPostgresSink, createStderrSink, shipRecords, startAudit } from '../../../src/audit/index.js';
import type { AuditSink, Shipping } from '../../../src/audit/index.js';
import { auditOptions } from '../../../src/audit/options.js';
import { canRunPostgres } from '../../fixtures/needs.js';
import { STARTED, closing, intent, tempFolder } from './audit-fixture.js';
import { startPostgres } from './postgres-server.js';
import type { PostgresServer } from './postgres-server.js';
import { calls, fileOf, newSignedRecord, linesOf, start } from './signed-record.js';
import type { SignedRecord } from './signed-record.js';

const HOSTILE = '\u0000\uD800"\'\\; DROP TABLE x; --\u2028\u009B31m\r\n\u202E\u2066\u{1F600}';
const chainOf = (id: string): string => `20261105T101112Z-${id}`;

interface Kept {
  readonly sink: AuditSink;
  /** The lines of a chain as the copy has them, in its order. */
  readonly lines: (chain: string) => Promise<string[]>;
}

function ship({ folder }: SignedRecord, sink: AuditSink, id = 'a', log: string[] = []): Shipping {
  return shipRecords({ folder, chain: chainOf(id), sink, log: (line) => log.push(line), everyMs: 20 });
}

/** What every copy owes. */
function keepsTheRecord(open: () => Kept): void {
  test('every record in order and as it stands in the file, over several files', async () => {
    const here = newSignedRecord();
    const { sink, lines } = open();
    const record = start(here, 'a', { maxFileBytes: 20_000 });
    const shipping = ship(here, sink);
    calls(record, 60);
    record.open(intent('evil', { tool: HOSTILE, session: HOSTILE, arguments: { [HOSTILE]: HOSTILE } }));
    void record.close(closing('evil', { origin: HOSTILE, url: HOSTILE }));
    record.end();
    await shipping.close(10_000);
    const names = fs.readdirSync(here.folder).filter((name) => name.endsWith('.jsonl'));
    expect(names.length).toBeGreaterThan(1);
    const written = ['a', 'a.0002', 'a.0003', 'a.0004', 'a.0005'].flatMap((name) =>
      fs.existsSync(fileOf(here, name)) ? linesOf(fileOf(here, name)) : [],
    );
    expect((await lines(chainOf('a'))).map((line) => JSON.parse(line) as unknown)).toEqual(
      written.map((line) => JSON.parse(line) as unknown),
    );
  });

  test('a copy that fails for a while gets everything, once, and no call waits for it', async () => {
    const here = newSignedRecord();
    const { sink, lines } = open();
    let failing = true;
    const flaky: AuditSink = {
      ...sink,
      take: async (records) => {
        if (failing) throw Object.assign(new Error('postgres://u:secret@h'), { code: 'ECONNREFUSED' });
        await sink.take(records);
      },
    };
    const log: string[] = [];
    const shipping = ship(here, flaky, 'a', log);
    const record = start(here, 'a');
    const began = performance.now();
    calls(record, 100);
    expect(performance.now() - began).toBeLessThan(2000);
    await expect.poll(() => log.length).toBe(1);
    expect(log.join()).not.toContain('secret');
    failing = false;
    await expect.poll(async () => (await lines(chainOf('a'))).length, { timeout: 10_000 }).toBe(201);
    record.end();
    await shipping.close();
    expect((await lines(chainOf('a'))).map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual(
      linesOf(fileOf(here, 'a')).map((_, i) => i),
    );
    expect(log).toHaveLength(2);
  });
}

describe('stderr', () => {
  keepsTheRecord(() => {
    const said: string[] = [];
    return {
      sink: createStderrSink((line) => said.push(line)),
      lines: () => Promise.resolve(said.map((line) => line.slice('audit '.length))),
    };
  });

  test('nothing in it is obeyed by a terminal', async () => {
    const said: string[] = [];
    const here = newSignedRecord();
    const shipping = ship(
      here,
      createStderrSink((line) => said.push(line)),
    );
    const record = start(here, 'a');
    record.open(intent('evil', { tool: HOSTILE }));
    await shipping.close();
    expect(said).toHaveLength(2);
    expect(said.filter((line) => /[\p{Cc}\p{Cf}\u2028]/u.test(line))).toEqual([]);
  });
});

describe.runIf(canRunPostgres())('PostgreSQL', () => {
  let server: PostgresServer;
  let tables = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await server.close();
  });

  function options(): { urlFile: string; table: string } {
    const urlFile = path.join(tempFolder(), 'url');
    fs.writeFileSync(urlFile, `${server.url}\n`);
    return { urlFile, table: `audit_${String((tables += 1))}` };
  }
  const kept = (from = options()): Kept & { table: string } => ({
    table: from.table,
    sink: createPostgresSink(from),
    lines: async (chain) => {
      const asked = `SELECT line FROM ${from.table} WHERE chain = $1 ORDER BY seq`;
      return (await server.query<{ line: string }>(asked, [chain])).map(({ line }) => line);
    },
  });

  keepsTheRecord(() => kept());

  test('the lines are the very bytes: the chain can be checked in the table', async () => {
    const here = newSignedRecord();
    const { sink, lines } = kept();
    const record = start(here, 'a');
    calls(record, 5);
    record.end();
    await ship(here, sink).close(10_000);
    const copied = await lines(chainOf('a'));
    expect(copied).toEqual(linesOf(fileOf(here, 'a')));
    let prev = '0'.repeat(64);
    for (const line of copied) {
      const { prev: said, hash } = JSON.parse(line) as { prev: string; hash: string };
      expect(said).toBe(prev);
      expect(
        createHash('sha256')
          .update(line.replace(/,"hash":"[^"]*"\}$/u, '}'))
          .digest('hex'),
      ).toBe(hash);
      prev = hash;
    }
  });

  test('a lost server: the records wait in the file and follow when it is back', async () => {
    const here = newSignedRecord();
    const { sink, lines } = kept();
    const log: string[] = [];
    const record = start(here, 'a');
    calls(record, 10);
    const shipping = ship(here, sink, 'a', log);
    await expect.poll(async () => (await lines(chainOf('a'))).length, { timeout: 10_000 }).toBe(21);
    await server.stop();
    onTestFinished(() => server.start());
    calls(record, 10, 'd');
    await expect.poll(() => log.length, { timeout: 10_000 }).toBe(1);
    await server.start();
    await expect.poll(async () => (await lines(chainOf('a'))).length, { timeout: 20_000 }).toBe(41);
    record.end();
    await shipping.close();
  });

  test('what a killed server could not send, the next one sends, and nothing twice', async () => {
    const here = newSignedRecord();
    const from = options();
    const dead = start(here, 'dead');
    calls(dead, 3);
    const file = fileOf(here, 'dead');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"pid":\d+/u, `"pid":${String(2 ** 31 - 2)}`));
    const first = kept(from);
    const shipping = ship(here, first.sink, 'b');
    start(here, 'b').end();
    await expect.poll(async () => (await first.lines(chainOf('dead'))).length, { timeout: 10_000 }).toBe(7);
    await shipping.close();
    const again = kept(from);
    await ship(here, again.sink, 'c').close(10_000);
    expect(await again.lines(chainOf('dead'))).toEqual(linesOf(file));
  });

  test('another record under the same number is neither overwritten nor taken as kept', async () => {
    const from = options();
    const here = newSignedRecord();
    calls(start(here, 'a'), 2);
    await ship(here, kept(from).sink).close(10_000);
    const record = { seq: 2, time: STARTED.toISOString(), kind: 'event', prev: '', hash: 'other', fields: {} } as const;
    const { sink } = kept(from);
    await expect(sink.take([{ chain: chainOf('a'), file: 'f', record, line: '{}' }])).rejects.toThrow();
    await sink.close();
  });

  test('a role that may only read and add is enough', async () => {
    const from = options();
    await kept(from).sink.lastOf('none');
    await server.query(`CREATE ROLE adder_${from.table} LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
    await server.query(`GRANT SELECT, INSERT ON ${from.table} TO adder_${from.table}`);
    fs.writeFileSync(from.urlFile, server.url.replace('gatewright@', `adder_${from.table}@`));
    const here = newSignedRecord();
    calls(start(here, 'a'), 2);
    const { sink, lines } = kept(from);
    await ship(here, sink).close(10_000);
    expect(await lines(chainOf('a'))).toHaveLength(5);
  });

  test('as the app starts it', async () => {
    const root = tempFolder();
    const { urlFile, table } = options();
    const said: string[] = [];
    const audit = startAudit({
      folder: path.join(root, 'audit'),
      keyFile: path.join(root, 'keys', 'audit.key'),
      serverId: 'h1',
      startedAt: STARTED,
      options: auditOptions.parse({ sinks: ['file', 'stderr'], postgres: { urlFile, table } }),
      log: (line) => said.push(line),
    });
    audit.record.open(intent('c1'));
    await audit.record.close(closing('c1'));
    await audit.close();
    const rows = await server.query(`SELECT kind, call, origin FROM ${table} ORDER BY seq`);
    expect(rows).toMatchObject([
      { kind: 'start' },
      { kind: 'intent', call: 'c1' },
      { kind: 'outcome', origin: 'https://example.com' },
      { kind: 'end' },
    ]);
    expect(said).toHaveLength(4);
  });
});
