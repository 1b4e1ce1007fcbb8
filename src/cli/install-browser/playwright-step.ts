import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runProgram } from './run-program.js';
import type { Step } from './step.js';

const TEN_MINUTES = 600_000;

/** The build that Playwright is tested with, into the workspace instead of the user's cache. */
export const playwrightStep: Step = {
  says: "Playwright's own Chromium, downloaded into the workspace",
  run: async ({ workspace, env, entry, watch }) => {
    const cli = join(dirname(createRequire(entry).resolve('playwright-core/package.json')), 'cli.js');
    const result = await runProgram(process.execPath, [cli, 'install', '--no-shell', '--no-remove', 'chromium'], {
      env: { ...env, PLAYWRIGHT_BROWSERS_PATH: workspace.browsers },
      timeoutMs: TEN_MINUTES,
      onLine: watch.line,
    });
    return result.ok ? 'done' : { wentOn: result.why };
  },
};
