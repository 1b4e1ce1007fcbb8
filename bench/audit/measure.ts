/** Makes a record of so many entries in a folder of its own and asks it what a console asks. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openAudit, verifyFolder } from '../../src/audit/index.js';
import type { RecordFilter } from '../../src/audit/index.js';
import { fillRecord } from './fill-record.js';

const [folder = '', records = '1000000'] = process.argv.slice(2);

interface Row {
  readonly what: string;
  readonly ms: number;
  readonly found?: number;
}
const rows: Row[] = [];

async function timed(what: string, work: () => Promise<number> | number): Promise<void> {
  const began = performance.now();
  const found = await work();
  rows.push({ what, ms: performance.now() - began, found });
  process.stderr.write(`${what}: ${String(Math.round(performance.now() - began))} ms\n`);
}

const page = async (filter: RecordFilter): Promise<number> =>
  (await openAudit(folder).page({ filter, limit: 50 })).entries.length;

await timed('written', () => fillRecord(folder, Number(records)));
await timed('newest page, no index yet', () => page({}));
await timed('rare risk, index made on the way', () => page({ risk: 'critical' }));
for (const again of ['', ', again']) {
  await timed(`newest page${again}`, () => page({}));
  await timed(`one session${again}`, () => page({ session: 'session-7' }));
  await timed(`one origin, refused${again}`, () => page({ origin: 'https://site-3.example', outcome: 'denied' }));
  await timed(`nothing fits${again}`, () => page({ session: 'session-7', outcome: 'unknown' }));
  await timed(`a code, oldest day${again}`, () =>
    page({ code: 'policy.origin-not-allowed', until: Date.parse('2026-01-01T00:10:00Z') }),
  );
  await timed(`a text that is nowhere${again}`, () => page({ text: 'no such text anywhere' }));
  await timed(`a text of the oldest call${again}`, () => page({ text: 'About Number 0' }));
}
await rm(join(folder, 'index'), { recursive: true });
await timed('newest page, index deleted', () => page({}));
await timed('verify', async () => (await verifyFolder(folder)).records);
process.stdout.write(JSON.stringify(rows));
