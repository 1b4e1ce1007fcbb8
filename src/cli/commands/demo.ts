import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { Failure } from '../../core/index.js';
import type { TrickResult } from '../../demo/index.js';
import { withFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { findInstalledBrowser } from '../installed-browser.js';
import type { ExitCode } from '../report-error.js';
import { printable } from '../terminal.js';
import { openUntilStopped } from './console.js';

interface DemoFlags {
  readonly console?: boolean;
  readonly json?: boolean;
}

const LEFT = 44;

export function addDemo(program: Command, cli: Cli): void {
  withFlags(program.command('demo'))
    .description('a hostile site of our own tries things and is stopped; then the same without Gatewright')
    .option('--console', 'leave it open at the end, with a link to what the console shows of it')
    .option('--json', 'print the outcome of every trick')
    .addHelpText(
      'after',
      '\nEverything is on this machine and in a folder of its own, which is removed; your configuration is not used.',
    )
    .action(cli.run((flags: DemoFlags) => showDemo(cli, flags)));
}

async function showDemo(cli: Cli, { console: opensConsole, json, ...rest }: DemoFlags): Promise<ExitCode> {
  const { terminal } = cli;
  const found = await findInstalledBrowser(await cli.load(rest), cli.env);
  if ('why' in found) throw new Failure('browser.unavailable', found.why);
  const workspace = mkdtempSync(join(tmpdir(), 'gatewright-demo-'));
  const guarded: TrickResult[] = [];
  const bare: TrickResult[] = [];
  const isSpoken = json !== true;
  try {
    const { runDemo } = await import('../../demo/index.js');
    if (isSpoken) for (const line of INTRODUCTION) terminal.out(line);
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
        if (opensConsole === true) await openUntilStopped(cli, { workspace, json }, 0);
      },
    });
  } finally {
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  }
  if (!isSpoken) terminal.json({ with: guarded, without: bare });
  return guarded.every(({ harm }) => harm === undefined) ? 0 : 1;
}

const INTRODUCTION = [
  'A shop that somebody broke into, and an agent that obeys everything it reads. Nothing leaves this machine.',
  '',
  `${'The page …'.padEnd(LEFT)}With Gatewright`,
  '',
];

function sayGuarded({ terminal }: Cli, { tries, harm, did, record }: TrickResult): void {
  const verdict =
    harm === undefined ? terminal.paint('green', 'stopped') : terminal.paint('red', `NOT STOPPED: ${harm}`);
  const right = [
    verdict,
    ...did.map((line) => printable(line)),
    ...record.map((line) => terminal.paint('dim', `record: ${printable(line)}`)),
  ];
  sideBySide(terminal.out, tries, right);
}

function sayBare({ terminal }: Cli, { tries, harm }: TrickResult): void {
  sideBySide(terminal.out, tries, [harm === undefined ? 'Nothing happened.' : terminal.paint('red', printable(harm))]);
}

function sideBySide(out: (line: string) => void, left: string, right: readonly string[]): void {
  const lefts = wrap(left, LEFT - 2);
  for (let i = 0; i < Math.max(lefts.length, right.length); i += 1)
    out(`${(lefts[i] ?? '').padEnd(LEFT)}${right[i] ?? ''}`.trimEnd());
  out('');
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function summary(guarded: readonly TrickResult[], bare: readonly TrickResult[]): string {
  const worked = (results: readonly TrickResult[]) => String(results.filter(({ harm }) => harm !== undefined).length);
  return `Of ${String(guarded.length)} tricks, ${worked(guarded)} worked with Gatewright and ${worked(bare)} without it.`;
}
