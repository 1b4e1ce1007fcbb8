/** Runs in a process of its own: records calls and acknowledges each on stdout, only after its outcome was recorded. */
import { writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRecord, openSigning } from '../../../src/audit/index.js';
import { Failure } from '../../../src/core/index.js';

const [folder = '', calls = '0', filling = ''] = process.argv.slice(2);
const signing = openSigning(folder, path.join(folder, 'keys', 'audit.key'));
// Small files, so that it is killed around rotations too.
const maxFileBytes = filling === '' ? 30_000 : undefined;
const record = createRecord({
  folder,
  serverId: 'w1',
  startedAt: new Date(),
  sync: 'batch',
  signing,
  ...(maxFileBytes !== undefined && { maxFileBytes }),
});
writeSync(1, 'ready\n');
const padding = filling === '' ? '' : 'x'.repeat(Number(filling));

for (let i = 0; i < Number(calls); i++) {
  // Slow enough to be killed in the middle.
  if (i % 5 === 0) await sleep(1);
  try {
    const call = `c${i}`;
    record.open({ call, principal: 'p', tool: 't', session: 's', transport: 'stdio', arguments: { padding } });
    void record.close({ call, outcome: 'ok', durationMs: 1, bytes: 1 });
    writeSync(1, `${call}\n`);
  } catch (error) {
    writeSync(1, `refused ${error instanceof Failure ? error.message : String(error)}\n`);
    process.exit(0);
  }
}
// Stays, as a server does, until it is killed.
setInterval(() => undefined, 1000);
