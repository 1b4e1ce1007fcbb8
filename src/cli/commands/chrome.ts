import type { Command } from 'commander';
import { withConfigFlags } from '../add-flags.js';
import { startCommand } from '../chrome/start-command.js';
import type { StartOptions } from '../chrome/start-command.js';
import { statusCommand } from '../chrome/status-command.js';
import { stopCommand } from '../chrome/stop-command.js';
import type { Cli } from '../cli.js';

const ABOUT = `
The browser has a profile of its own, kept in the workspace (chrome/profile): Chrome opens no
DevTools port for your everyday profile (since version 136), and an agent has no business there.
Sign in by hand to what the agent is to use, and to nothing else. The port is open on loopback
only, but there to every program of this machine, whoever runs it.`;

/** A browser that belongs to a person, for a server that attaches to it. */
export function addChrome(program: Command, cli: Cli): void {
  const chrome = program
    .command('chrome')
    .description('a Chrome of your own to attach to: sign in there by hand, then let the agent use it')
    .addHelpText('after', ABOUT);
  withConfigFlags(chrome.command('start'))
    .description('open it; it runs until chrome stop, and prints what a server needs to attach')
    .option('--port <number>', 'the DevTools port, on 127.0.0.1 (9222)')
    .option('--headless', 'without a window')
    .option('--insecure', 'same-origin policy OFF in the whole browser; for test and development targets only')
    .option('--executable-path <file>', "the browser's own binary")
    .option('--json', 'print { started, address, pid, version, …, attach, warnings }')
    .addHelpText('after', ABOUT)
    .action(cli.run((options: StartOptions) => startCommand(cli, options)));
  withConfigFlags(chrome.command('stop'))
    .description('end it; what you are signed in to is kept for the next start')
    .option('--json', 'print { stopped, pid, port }')
    .action(cli.run((options: { readonly json?: boolean }) => stopCommand(cli, options)));
  withConfigFlags(chrome.command('status'))
    .description('whether it runs (exits with 0) or not (1)')
    .option('--json', 'print { running, answers, address, pid, version, …, warnings }')
    .action(cli.run((options: { readonly json?: boolean }) => statusCommand(cli, options)));
}
