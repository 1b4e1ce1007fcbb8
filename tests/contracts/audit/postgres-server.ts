import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import pg from 'pg';

export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** A real server in a process of its own, which goes with the test. */
export async function startPostgres(): Promise<PostgresServer> {
  const child = spawn(process.execPath, ['scripts/postgres-for-tests.mjs'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const said: AsyncIterator<string, undefined> = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const line = await said.next();
    if (line.done === true) throw new Error('PostgreSQL did not start');
    return line.value;
  };
  const url = await next();
  const order = async (word: string): Promise<void> => {
    child.stdin.write(`${word}\n`);
    await next();
  };
  return {
    url,
    stop: () => order('stop'),
    start: () => order('start'),
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query<Row>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    close: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.stdin.end();
      await gone;
    },
  };
}
