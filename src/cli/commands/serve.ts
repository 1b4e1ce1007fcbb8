import type { Command } from 'commander';
import { ensureLocalToken, openWorkspace } from '../../config/index.js';
import { ownCommand } from '../../core/index.js';
import { withServerFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { clientLines } from '../client-lines.js';
import type { Reach } from '../client-lines.js';
import type { ExitCode } from '../report-error.js';

export function addServe(program: Command, cli: Cli): void {
  withServerFlags(program.command('serve'))
    .description(
      'the MCP server over HTTP, on /mcp, and the console on /; prints the lines to paste into an MCP client',
    )
    .option('--json', 'print what it listens on as JSON')
    .action(cli.run((options: { readonly json?: boolean }) => serveUntilStopped(cli, options, options.json === true)));
}

export async function serveUntilStopped(cli: Cli, options: object, json: boolean): Promise<ExitCode> {
  const loaded = await cli.load(options);
  const token = ensureLocalToken(openWorkspace(loaded.workspace));
  const stopped = untilStopped(cli.terminal.err);
  const { serveHttpUntilStopped } = await import('../../serve.js');
  const server = await serveHttpUntilStopped(loaded);
  const reach = { url: server.url, tokenFile: token.path, command: [...cli.start, ...cli.sameFlags(loaded, options)] };
  if (json) cli.terminal.json({ ...reach, console: server.consoleLink, clients: clientLines(reach) });
  else printWelcome(cli, reach, server.consoleLink, token.made);
  await stopped;
  await server.close();
  return 0;
}

/** The first signal closes everything in order; a second one does not wait for it. */
function untilStopped(say: (line: string) => void): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const onSignal = () => {
      if (asked) process.exit(130);
      asked = true;
      say('Stopping. Once more to stop at once.');
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
}

function printWelcome({ terminal }: Cli, reach: Reach, consoleLink: string, made: boolean): void {
  const { out, paint } = terminal;
  out(`${paint('bold', 'Gatewright')} listens on ${paint('bold', reach.url)}`);
  out(`The token is in ${reach.tokenFile}${made ? ' (made just now)' : ''}; it is the key to this browser.`);
  out('To watch and to answer questions, open this link; it works once, for ten minutes:');
  out(`  ${consoleLink}`);
  out('');
  const clients = clientLines(reach);
  out('To use this server from a client, paste:');
  for (const { client, http } of clients) printSnippet(terminal.out, paint('bold', client), http);
  out('');
  out('Or let the client start a server of its own, without a token and without this window:');
  for (const { client, stdio } of clients)
    printSnippet(terminal.out, paint('bold', client.replace(/;.*\)/u, ')')), stdio);
  out('');
  out(`For other clients, or to have the entry written for you: ${ownCommand('add --help')}`);
  out('Ctrl-C stops everything.');
}

function printSnippet(out: (line: string) => void, title: string, lines: readonly string[]): void {
  out(`  ${title}`);
  for (const line of lines) out(`    ${line}`);
}
