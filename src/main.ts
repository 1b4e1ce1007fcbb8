#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { config as configureSchemas } from 'zod';
import { reportError } from './cli/report-error.js';
import { readStdioLine } from './cli/server-flags.js';
import type { ServerOptions } from './cli/server-flags.js';
import { sayWhatStdioIs } from './cli/stdio-notice.js';
import { noteTypedCommand, startWords } from './cli/typed-command.js';
import { ignoreLogFailures, logLine } from './log-line.js';

// Compiling a schema pays after thousands of calls, and every start would wait for it.
configureSchemas({ jitless: true });
ignoreLogFailures();
// Set, it would send all loopback traffic of a browser around its proxy.
delete process.env['PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK'];

const [, script = '', ...argv] = process.argv;
noteTypedCommand(script, process.env);
const stdio = readStdioLine(argv);
if (stdio === undefined) await runCommand();
else await serveStdio(stdio);

/** Each client window waits for this start: nothing is loaded that a stdio server does not need. */
async function serveStdio({ config: file, workspace, debug, ...flags }: ServerOptions): Promise<void> {
  if (process.stdin.isTTY) sayWhatStdioIs(argv);
  try {
    const [{ loadConfig }, { serveStdioUntilGone }] = await Promise.all([
      import('./config/index.js'),
      import('./serve.js'),
    ]);
    await serveStdioUntilGone(await loadConfig({ file, workspace, env: process.env, flags }));
    process.exit(0);
  } catch (error) {
    process.exit(reportError(error, logToClient, debug === true));
  }
}

/** A client keeps what several servers write in one log. */
function logToClient(line: string): void {
  logLine(`gatewright: ${line}`);
}

async function runCommand(): Promise<void> {
  const [{ runCli }, { VERSION }] = await Promise.all([import('./cli/run.js'), import('./version.js')]);
  const entry = realpathSync(script);
  const start = startWords(entry, process.execPath);
  await runCli({ argv, entry, start, version: VERSION, env: process.env });
}
