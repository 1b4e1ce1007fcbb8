import { readFile } from 'node:fs/promises';
import type { Client } from 'pg';
import type { AuditOptions } from '../options.js';
import type { AuditSink, SinkRecord } from './sink.js';

const CONNECT_MS = 5000;
const QUERY_MS = 15_000;
const TEXTS = ['call', 'principal', 'session', 'tool', 'event', 'outcome', 'code', 'origin', 'rule', 'risk'] as const;

/** One table for the servers of a team. The library is loaded, and the server reached, when there is something to send. */
export function createPostgresSink({ urlFile, table }: NonNullable<AuditOptions['postgres']>): AuditSink {
  let connected: Promise<Client> | undefined;

  async function connect(): Promise<Client> {
    const { default: pg } = await import('pg');
    const connectionString = (await readFile(urlFile, 'utf8')).trim();
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: QUERY_MS,
      application_name: 'gatewright',
    });
    // Without a listener a lost connection would end the process.
    client.on('error', () => {
      connected = undefined;
    });
    await client.connect();
    await makeTable(client, table);
    return client;
  }

  async function using<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const current = (connected ??= connect());
    try {
      return await work(await current);
    } catch (error) {
      connected = undefined;
      current.then((client) => client.end()).catch(() => undefined);
      throw error;
    }
  }

  return {
    name: 'postgres',
    lasting: true,
    lastOf: (chain) =>
      using(async (client) => {
        const asked = `SELECT max(seq)::text AS seq FROM ${table} WHERE chain = $1`;
        const { rows } = await client.query<{ seq: string | null }>(asked, [chain]);
        const seq = rows[0]?.seq ?? null;
        return seq === null ? undefined : Number(seq);
      }),
    take: (records) => using((client) => insert(client, table, records)),
    close: async () => {
      const current = connected;
      connected = undefined;
      await current?.then((client) => client.end()).catch(() => undefined);
    },
  };
}

/** A role that may only read and add cannot make tables, and need not. */
async function makeTable(client: Client, table: string): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [table]);
  if (rows[0]?.there === true) return;
  await client.query(`CREATE TABLE IF NOT EXISTS ${table} (
    chain text NOT NULL, seq bigint NOT NULL, file text NOT NULL, time timestamptz, kind text NOT NULL,
    ${TEXTS.map((name) => `${name} text`).join(', ')}, hash text NOT NULL, line text NOT NULL,
    PRIMARY KEY (chain, seq))`);
  await client.query(`CREATE INDEX IF NOT EXISTS ${table.replace('.', '_')}_time ON ${table} (time)`);
}

async function insert(client: Client, table: string, records: readonly SinkRecord[]): Promise<void> {
  const columns: readonly (readonly [name: string, type: string, values: readonly unknown[]])[] = [
    ['chain', 'text', records.map(({ chain }) => chain)],
    ['seq', 'bigint', records.map(({ record }) => record.seq)],
    ['file', 'text', records.map(({ file }) => file)],
    ['time', 'timestamptz', records.map(({ record }) => (Number.isNaN(Date.parse(record.time)) ? null : record.time))],
    ['kind', 'text', records.map(({ record }) => record.kind)],
    ...TEXTS.map((name) => [name, 'text', records.map(({ record }) => storable(record.fields[name]))] as const),
    ['hash', 'text', records.map(({ record }) => record.hash)],
    ['line', 'text', records.map(({ line }) => storable(line))],
  ];
  const names = columns.map(([name]) => name).join(', ');
  const arrays = columns.map(([, type], i) => `$${String(i + 1)}::${type}[]`).join(', ');
  const { rowCount } = await client.query(
    `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arrays}) ON CONFLICT DO NOTHING`,
    columns.map(([, , values]) => values),
  );
  if (rowCount === records.length) return;
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*)::text AS count FROM unnest($1::text[], $2::bigint[], $3::text[]) AS sent (chain, seq, hash)
     JOIN ${table} AS kept USING (chain, seq, hash)`,
    [
      records.map(({ chain }) => chain),
      records.map(({ record }) => record.seq),
      records.map(({ record }) => record.hash),
    ],
  );
  if (rows[0]?.count !== String(records.length)) throw new OtherRecordError();
}

/** The copy and the file differ, so one of them was changed: neither is overwritten. */
class OtherRecordError extends Error {
  readonly code = 'it holds other records under the same numbers';
}

/** A text of this database has no NUL in it. */
function storable(value: unknown): string | null {
  return typeof value === 'string' ? value.replaceAll('\u0000', '\uFFFD').toWellFormed() : null;
}
