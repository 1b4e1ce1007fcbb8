import { Command, CommanderError, Option } from 'commander';
import { addClientEntries } from './commands/add.js';
import { addApprovals } from './commands/approvals.js';
import { addAudit } from './commands/audit.js';
import { addChrome } from './commands/chrome.js';
import { addConfig } from './commands/config.js';
import { addContainer } from './commands/container.js';
import { addConsole } from './commands/console.js';
import { addDemo } from './commands/demo.js';
import { addDoctor } from './commands/doctor.js';
import { addExplain } from './commands/explain.js';
import { addInit } from './commands/init.js';
import { addInstallBrowser } from './commands/install-browser.js';
import { addNetwork } from './commands/network.js';
import { addServe } from './commands/serve.js';
import { addStdio, unknownCommand } from './commands/stdio.js';
import { addStop } from './commands/stop.js';
import { addTokenCommand } from './commands/token.js';
import { addVault } from './commands/vault.js';
import { addProfiles } from './commands/profiles.js';
import { addSessions } from './commands/sessions.js';
import { addExamples } from './examples.js';
import { makeCli } from './cli.js';
import type { Cli } from './cli.js';

export interface StartedCommand {
  readonly argv: readonly string[];
  readonly entry: string;
  /** The words by which clients start this program. */
  readonly start: readonly string[];
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
}

const COMMANDS = [
  addStdio,
  addServe,
  addClientEntries,
  addDoctor,
  addInit,
  addInstallBrowser,
  addExplain,
  addApprovals,
  addAudit,
  addConsole,
  addSessions,
  addProfiles,
  addStop,
  addTokenCommand,
  addVault,
  addChrome,
  addContainer,
  addNetwork,
  addConfig,
  addDemo,
  addVersion,
  addHelp,
];

/** Every command but the bare stdio server, which does not wait for this to be loaded. */
export async function runCli({ argv, entry, start, version, env }: StartedCommand): Promise<void> {
  const program = new Command('gatewright')
    .description('A real browser for AI agents that keeps the keys. Without a command: the MCP server on stdio.')
    .version(version, '-v, --version')
    .addOption(new Option('-V').hideHelp())
    .on('option:V', () => {
      process.stdout.write(`${version}\n`);
      process.exit(0);
    })
    .helpCommand(false)
    .configureOutput({
      outputError: (text, write) => {
        write(withFlagHint(text));
      },
    })
    .enablePositionalOptions()
    .showHelpAfterError('(add --help for what is valid)')
    .exitOverride();
  const cli = makeCli({ entry, start }, env, () => program.opts());
  for (const add of COMMANDS) add(program, cli);
  finishCommands(program);
  addExamples(program);
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}

/**
 * `gatewright vault` alone asks what there is: that is help, and no mistake. The bare command reads its words itself, and
 * hands that on to all that are made from it; elsewhere a word too many is a mistake.
 */
function finishCommands(parent: Command): void {
  for (const command of parent.commands) {
    command.allowExcessArguments(false);
    finishCommands(command);
    if (command.commands.length === 0 || LISTING.has(command.name())) continue;
    command.allowExcessArguments().action((_options: object, { args: [unknown] }: Command) => {
      if (unknown === undefined) command.outputHelp();
      else command.error(unknownCommand(unknown, command));
    });
  }
}

/** Groups that show something when they are called alone: `approvals`, `approvals code`. */
const LISTING: ReadonlySet<string> = new Set(['approvals', 'code']);

function addVersion(program: Command, { terminal }: Cli): void {
  program
    .command('version')
    .description('the version of this program')
    .action(() => {
      terminal.out(program.version() ?? '');
    });
}

/** The library's own knows the first word alone: `help vault add` would show what `vault` takes. */
function addHelp(program: Command): void {
  program
    .command('help [command...]')
    .description('show what a command takes')
    .action((words: readonly string[]) => {
      let shown = program;
      for (const word of words) {
        const below = shown.commands.find((command) => command.name() === word);
        if (below === undefined) shown.error(unknownCommand(word, shown));
        else shown = below;
      }
      shown.outputHelp();
    });
}

/** Flags that other servers have, and the name that they have here. */
const KNOWN_ELSEWHERE: Readonly<Record<string, string>> = {
  '--port': '--http [host:]port',
  '--host': '--http [host:]port',
  '--headless': '--headed (without it there is no window)',
  '--allowed-origins': '--allow',
  '--allowed-hosts': '--allow',
  '--blocked-origins': '--block',
  '--caps': '--capabilities',
  '--user-data-dir': '--workspace',
  '--output-dir': '--workspace',
};

function withFlagHint(text: string): string {
  const flag = /unknown option '(--[a-z-]+)/u.exec(text)?.[1];
  const here = flag !== undefined && Object.hasOwn(KNOWN_ELSEWHERE, flag) ? KNOWN_ELSEWHERE[flag] : undefined;
  return here === undefined ? text : text.replace(/\n(?:\(Did you mean [^\n]*\n)?/u, `\n(Here it is ${here}.)\n`);
}
