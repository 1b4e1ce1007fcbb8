/** Makes a record of so many entries in a folder of its own and asks it what a console asks. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createRecord, openAudit, openSigning, verifyFolder } from '../../src/audit/index.js';
import type { RecordFilter } from '../../src/audit/index.js';

const [folder = '', records = '1000000'] = process.argv.slice(2);
const TOOLS = ['browser_navigate', 'browser_click', 'browser_snapshot', 'browser_type', 'browser_read'];
const SERVERS = 4;

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

/** An intent and an outcome each, as servers write them, one after the other and all signed. */
function fill(count: number): number {
  const signing = openSigning(folder, join(folder, '..', 'keys', 'audit.key'));
  let now = Date.parse('2026-01-01T00:00:00Z');
  const clock = (): number => (now += 3);
  let written = 0;
  for (let server = 0; server < SERVERS; server++) {
    const startedAt = new Date(now);
    const record = createRecord({ folder, serverId: `s${String(server)}`, startedAt, sync: 'batch', signing, clock });
    for (let i = 0; i < count / SERVERS / 2; i++, written += 2) {
      const call = `${String(server)}${i.toString(16).padStart(15, '0')}`;
      const tool = TOOLS[i % TOOLS.length] ?? '';
      const session = `session-${String(i % 50)}`;
      const origin = `https://site-${String(i % 400)}.example`;
      const args = { url: `${origin}/articles/${String(i)}`, session, element: `Read more about number ${String(i)}` };
      record.open({
        call,
        principal: `p${String(i % 3)}`,
        tool,
        session,
        transport: 'stdio',
        client: 'bench 1.0',
        arguments: args,
      });
      const refused = i % 97 === 0;
      void record.close({
        call,
        outcome: refused ? 'denied' : 'ok',
        ...(refused && { code: 'policy.origin-not-allowed' }),
        origin,
        url: args.url,
        verdict: refused ? 'deny' : 'allow',
        rule: refused ? 'origins' : 'default',
        reason: 'the origin is one that the operator allows',
        risk: i % 1000 === 0 ? 'high' : 'low',
        durationMs: 12.5,
        bytes: 2048,
      });
    }
    record.end();
  }
  return written;
}

const page = async (filter: RecordFilter): Promise<number> =>
  (await openAudit(folder).page({ filter, limit: 50 })).entries.length;

await timed('written', () => fill(Number(records)));
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
