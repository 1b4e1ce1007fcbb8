import { join } from 'node:path';
import { createRecord, openSigning } from '../../src/audit/index.js';

const TOOLS = ['browser_navigate', 'browser_click', 'browser_snapshot', 'browser_type', 'browser_read'];
const SERVERS = 4;

/** An intent and an outcome each, as servers write them, one after the other and all signed. */
export function fillRecord(folder: string, count: number): number {
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
