// Hides the browser of this machine, installs one as a new user would get it, and walks with that one.
// Needs a mount namespace of its own; where there is no leave for one, it says so, and in CI that is a failure.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const COMMAND = 'dist/gatewright.js';
if (spawnSync('unshare', ['-m', 'true']).status !== 0) {
  console.error('without-a-browser: NOT RUN, because no mount namespace can be made here');
  process.exit(process.env.CI ? 1 : 0);
}
const workspace = mkdtempSync(join(tmpdir(), 'gw-new-user-'));
const env = { ...process.env, GATEWRIGHT_WORKSPACE: workspace };
try {
  const found = JSON.parse(
    execFileSync(process.execPath, [COMMAND, 'install-browser', '--json'], { env, encoding: 'utf8' }),
  );
  const script = `
    mount -t tmpfs none "$HIDDEN" &&
    "$NODE" ${COMMAND} install-browser &&
    PLAYWRIGHT_BROWSERS_PATH="$BROWSERS" "$NODE" scripts/loopback-only.mjs npx vitest run --project e2e walk`;
  const { status } = spawnSync('unshare', ['-m', 'sh', '-c', script], {
    stdio: 'inherit',
    env: { ...env, HIDDEN: dirname(found.path), BROWSERS: join(workspace, 'browsers'), NODE: process.execPath },
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
}
