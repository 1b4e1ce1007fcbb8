import { Command, CommanderError } from 'commander';
import { addApprovals } from './commands/approvals.js';
import { addAudit } from './commands/audit.js';
import { addChrome } from './commands/chrome.js';
import { addConfig } from './commands/config.js';
import { addConsole } from './commands/console.js';
import { addDoctor } from './commands/doctor.js';
import { addExplain } from './commands/explain.js';
import { addInit } from './commands/init.js';
import { addInstallBrowser } from './commands/install-browser.js';
import { addNetwork } from './commands/network.js';
import { addServe } from './commands/serve.js';
import { addStdio } from './commands/stdio.js';
import { addStop } from './commands/stop.js';
import { addToken } from './commands/token.js';
import { addVault } from './commands/vault.js';
import { makeCli } from './cli.js';

export interface Started {
  readonly argv: readonly string[];
  readonly entry: string;
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Every command but the bare stdio server, which does not wait for this to be loaded. */
export async function runCli({ argv, entry, version, env }: Started): Promise<void> {
  const program = new Command('gatewright')
    .description('A real browser for AI agents that keeps the keys. Without a command: the MCP server on stdio.')
    .version(version)
    .enablePositionalOptions()
    .showHelpAfterError('(add --help for what is valid)')
    .exitOverride();
  const cli = makeCli(entry, env, () => program.opts());
  for (const add of [
    addStdio,
    addServe,
    addDoctor,
    addInit,
    addInstallBrowser,
    addExplain,
    addApprovals,
    addAudit,
    addConsole,
    addStop,
    addToken,
    addVault,
    addChrome,
    addNetwork,
    addConfig,
  ]) {
    add(program, cli);
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}
