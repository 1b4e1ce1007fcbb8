import type { Command } from 'commander';
import { ensureLocalToken, openWorkspace } from '../../config/index.js';
import type { Loaded } from '../../config/index.js';
import { Failure, ownCommand } from '../../core/index.js';
import { withServerFlags } from '../add-flags.js';
import { checkStart } from '../check-start.js';
import type { Cli } from '../cli.js';
import { clientLines } from '../client-lines.js';
import type { ServerAccess } from '../client-lines.js';
import type { ExitCode } from '../report-error.js';
import { askEach, withServers } from '../with-servers.js';

export function addServe(program: Command, cli: Cli): void {
  withServerFlags(program.command('serve'))
    .description(
      'the MCP server over HTTP, on /mcp, and the console on /; prints the lines to paste into an MCP client',
    )
    .option('--quiet', 'no line on stderr for each session, question and refusal')
    .option('--json', 'print what it listens on as JSON')
    .action(cli.run((options: ServeOptions) => serveUntilStopped(cli, options)));
}

export interface ServeOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export async function serveUntilStopped(cli: Cli, options: ServeOptions): Promise<ExitCode> {
  const loaded = await cli.load(options);
  checkStart(loaded);
  const token = ensureLocalToken(openWorkspace(loaded.workspace));
  const stopped = untilStopped(cli.terminal.err);
  const { serveHttpUntilStopped } = await import('../../serve.js');
  const server = await serveHttpUntilStopped(loaded, options.quiet === true).catch((error: unknown) =>
    explainTaken(cli, options, loaded, error),
  );
  const reach = { url: server.url, tokenFile: token.path, command: [...cli.start, ...cli.sameFlags(loaded, options)] };
  if (options.json === true) cli.terminal.json({ ...reach, console: server.consoleLink, clients: clientLines(reach) });
  else printWelcome(cli, reach, server.consoleLink, { tokenMade: token.made, isQuiet: options.quiet === true });
  await stopped;
  await server.close();
  return 0;
}

/** A port that is taken is most often taken by a server of the same person, in another window. */
async function explainTaken(cli: Cli, options: object, { config }: Loaded, error: unknown): Promise<never> {
  const cause: unknown = error instanceof Failure ? error.cause : undefined;
  if (!(cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')) throw error;
  const { port, host } = config.http;
  const there = `${host}:${String(port)}`;
  await withServers(cli, options, async (servers) => {
    const { answers } = await askEach(cli, servers, (server) => server.about());
    const other = answers.find(({ url }) => typeof url === 'string' && new URL(url).port === String(port));
    if (other === undefined) return 0;
    throw new Failure(
      'config.invalid',
      `a Gatewright of this workspace listens on ${there} already (pid ${String(Number(other['pid']))}). Use that one (a link to its console: ${ownCommand('console')}), end it with: kill ${String(Number(other['pid']))}, or choose another port, such as --http ${String(port + 1)}`,
    );
  });
  throw new Failure(
    'config.invalid',
    `another program listens on ${there}; choose another port, such as --http ${String(port + 1)}`,
  );
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

interface Welcome {
  readonly tokenMade: boolean;
  readonly isQuiet: boolean;
}

function printWelcome(
  { terminal }: Cli,
  reach: ServerAccess,
  consoleLink: string,
  { tokenMade, isQuiet }: Welcome,
): void {
  const { out, paint } = terminal;
  out(`${paint('bold', 'Gatewright')} listens on ${paint('bold', reach.url)}`);
  out(`The token is in ${reach.tokenFile}${tokenMade ? ' (made just now)' : ''}; it is the key to this browser.`);
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
  if (!isQuiet) out('Sessions, questions and refusals are shown below; --quiet leaves them out.');
  out('Ctrl-C stops everything.');
}

function printSnippet(out: (line: string) => void, title: string, lines: readonly string[]): void {
  out(`  ${title}`);
  for (const line of lines) out(`    ${line}`);
}
