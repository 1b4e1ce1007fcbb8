import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { Failure } from '../../core/index.js';
import type { TrickResult } from '../../demo/index.js';
import { withWorkspaceFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { findBrowserIn } from '../installed-browser.js';
import type { ExitCode } from '../report-error.js';
import { MIN_SIDE_BY_SIDE, layOut } from '../side-by-side.js';
import type { Side } from '../side-by-side.js';
import type { Terminal } from '../terminal.js';
import { openUntilStopped } from './console.js';

interface DemoFlags {
  readonly executablePath?: string;
  readonly console?: boolean;
  readonly json?: boolean;
}

export function addDemo(program: Command, cli: Cli): void {
  withWorkspaceFlags(program.command('demo'))
    .description('attacks by a hostile test site, stopped by Gatewright; then the same attacks without it')
    .option('--console', 'keep the console open at the end, and print a link to it')
    .option('--json', 'print the outcome of every trick')
    .option('--executable-path <file>', "the browser's own binary")
    .addHelpText(
      'after',
      '\nEverything is on this machine and in a folder of its own, which is removed; your configuration is not used.',
    )
    .action(cli.run((flags: DemoFlags) => showDemo(cli, flags)));
}

async function showDemo(cli: Cli, { console: opensConsole, json, ...rest }: DemoFlags): Promise<ExitCode> {
  const { terminal } = cli;
  const { browsers } = cli.workspace(rest);
  const executablePath = rest.executablePath ?? cli.env['GATEWRIGHT_EXECUTABLE_PATH'];
  const found = await findBrowserIn(browsers, { executablePath, headless: true }, cli.env);
  if ('why' in found) throw new Failure('browser.unavailable', found.why);
  const workspace = mkdtempSync(join(tmpdir(), 'gatewright-demo-'));
  const guarded: TrickResult[] = [];
  const bare: TrickResult[] = [];
  const isSpoken = json !== true;
  try {
    const { runDemo } = await import('../../demo/index.js');
    if (isSpoken) {
      terminal.out(`${INTRODUCTION}\n`);
      show(terminal, 'The page …', [{ text: 'With Gatewright' }]);
    }
    await runDemo({
      executablePath: found.path,
      workspace,
      onGuarded: (result) => {
        guarded.push(result);
        if (isSpoken) sayGuarded(cli, result);
      },
      onBare: (result) => {
        if (isSpoken && bare.length === 0) terminal.out('\nThe same agent and the same pages, without Gatewright:\n');
        bare.push(result);
        if (isSpoken) sayBare(cli, result);
      },
      whenDone: async () => {
        if (isSpoken) terminal.out(summary(guarded, bare));
        if (opensConsole === true) await openUntilStopped(cli, { workspace, json }, 0, sidesOf(guarded, bare));
      },
    });
  } finally {
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  }
  if (!isSpoken) terminal.json({ with: guarded, without: bare });
  return guarded.every(({ harm }) => harm === undefined) ? 0 : 1;
}

const INTRODUCTION =
  'A shop that somebody broke into, and an agent that obeys everything it reads. Nothing leaves this machine.';

function sayGuarded({ terminal }: Cli, { tries, harm, did, record }: TrickResult): void {
  const stopped: Side =
    harm === undefined ? { text: 'stopped', colour: 'green' } : { text: `NOT STOPPED: ${harm}`, colour: 'red' };
  const lines = record.map((line): Side => ({ text: `record: ${line}`, colour: 'dim' }));
  show(terminal, tries, [stopped, ...did.map((text) => ({ text })), ...lines]);
}

function sayBare({ terminal }: Cli, { tries, harm }: TrickResult): void {
  show(terminal, tries, [harm === undefined ? { text: 'Nothing happened.' } : { text: harm, colour: 'red' }]);
}

/** Side by side where both sides have room, else one below the other. */
function show({ out, paint }: Terminal, tries: string, right: readonly Side[]): void {
  for (const line of layOut(tries, right, process.stdout.columns || MIN_SIDE_BY_SIDE, paint)) out(line);
  out('');
}

/** The same on a page of the console. */
function sidesOf(guarded: readonly TrickResult[], bare: readonly TrickResult[]) {
  return guarded.map(({ id, tries, harm, did, record }) => {
    const harmWithout = bare.find((trick) => trick.id === id)?.harm;
    return { tries, harm, did, record, harmWithout };
  });
}

function summary(guarded: readonly TrickResult[], bare: readonly TrickResult[]): string {
  const worked = (results: readonly TrickResult[]) => String(results.filter(({ harm }) => harm !== undefined).length);
  return `Of ${String(guarded.length)} tricks, ${worked(guarded)} worked with Gatewright and ${worked(bare)} without it.`;
}
