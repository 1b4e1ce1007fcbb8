// Repeats the tour of ordinary pages for a given time and expects no request that is the browser's own.
import { spawnSync } from 'node:child_process';

const minutes = Number(process.argv[2] ?? 60);
if (!Number.isFinite(minutes) || minutes <= 0) {
  console.error('npm run test:quiet -- MINUTES takes a number above 0; default 60');
  process.exit(2);
}
const line = ['scripts/loopback-only.mjs', 'npx', 'vitest', 'run', '--project', 'attacks', '--retry=0'];
const test = ['tests/attacks/browser-own-traffic.test.ts', '-t', 'ordinary use', '--disable-console-intercept'];
const { status } = spawnSync(process.execPath, [...line, ...test], {
  stdio: 'inherit',
  env: { ...process.env, ORDINARY_USE_MINUTES: String(minutes) },
});
process.exit(status ?? 1);
