import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Everything that a server writes goes here, and goes away with the process, also when it is interrupted. */
export function makeRunFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  // A server that runs its browser as another user needs to be able to pass through.
  chmodSync(folder, 0o755);
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  return folder;
}
