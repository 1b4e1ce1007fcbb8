import { randomBytes } from 'node:crypto';
import { Option } from 'commander';
import type { Command } from 'commander';
import { Failure } from '../../core/index.js';
import { withFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import type { ShownTrick } from '../../app.js';
import { noteListeners } from '../../platform/listener-notes.js';
import { openPage } from '../../platform/open-page.js';
import type { ExitCode } from '../report-error.js';

interface ConsoleOptions {
  readonly port?: string;
  /** As `serve` has it; the console is on loopback only. */
  readonly http?: string;
  readonly open?: boolean;
  readonly json?: boolean | undefined;
  readonly workspace?: string;
}

export function addConsole(program: Command, cli: Cli): void {
  withFlags(program.command('console'))
    .description('pages to watch, answer and stop every server of this workspace; prints a link that works once')
    .option('--port <port>', 'always on this port of 127.0.0.1, so that a bookmark works; without it any free one')
    .addOption(new Option('--http <port>').hideHelp())
    .option('--open', 'open the link in your browser')
    .option('--json', 'print { link }')
    .addHelpText('after', '\nWhere a console of this workspace is open already, it prints a new link for that one.')
    .action(cli.run((options: ConsoleOptions) => openConsole(cli, options)));
}

async function openConsole(cli: Cli, options: ConsoleOptions): Promise<ExitCode> {
  const port = portOf(options.port ?? options.http?.replace(/^(?:127\.0\.0\.1|localhost):/u, ''));
  const app = await import('../../app.js');
  const { run } = cli.workspace(options);
  const { askForLink } = await app.loadConsole();
  const link = port === undefined ? await askForLink(run) : undefined;
  if (link === undefined) return openUntilStopped(cli, options, port ?? 0);
  show(cli, options, link, 'A console of this workspace is open already.');
  return 0;
}

/** A console for the servers of this workspace, until Ctrl-C. */
export async function openUntilStopped(
  cli: Cli,
  options: ConsoleOptions,
  port: number,
  demo?: readonly ShownTrick[],
): Promise<ExitCode> {
  const { terminal } = cli;
  const { run, audit } = cli.workspace(options);
  const [app, { onEnd }] = await Promise.all([import('../../app.js'), import('../../serve.js')]);
  const { serveConsole, offerLinks } = await app.loadConsole();
  const stopped = new Promise<void>((resolve) => {
    onEnd(resolve);
  });
  const console = await serveConsole(
    {
      servers: () => app.reachServers(run),
      audit: app.openAudit(audit),
      // Read each time: a configuration that is broken, or was mended, says so on the page.
      explain: async (asked) => app.explainFor(await cli.load(options), asked),
      facts: app.workspaceFacts(() => cli.load(options)),
      openPage: (link) => openPage(link, run),
      log: terminal.err,
      ...(demo && { demo }),
    },
    port,
  );
  const id = `console-${String(process.pid)}-${randomBytes(4).toString('hex')}`;
  // No page that an agent of this workspace opens may reach it.
  noteListeners(run, id, [{ address: '127.0.0.1', port: Number(new URL(console.base).port) }]);
  const withdraw = await offerLinks(run, console.base, () => console.newLink());
  show(cli, options, console.newLink(), 'The console is open.');
  if (options.json !== true) terminal.out('Ctrl-C closes the console; servers and sessions go on.');
  await stopped;
  await withdraw();
  await console.close();
  noteListeners(run, id, []);
  return 0;
}

function show(cli: Cli, options: ConsoleOptions, link: string, says: string): void {
  const { terminal } = cli;
  if (options.json === true) terminal.json({ link });
  else {
    terminal.out(`${says} This link works once, for ten minutes; whoever has it answers for you:`);
    terminal.out(`  ${link}`);
  }
  if (options.open === true) void openPage(link, cli.workspace(options).run);
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/u.test(text) ? Number(text) : -1;
  if (port >= 0 && port <= 65_535) return port;
  throw new Failure(
    'config.invalid',
    '--port: must be a number from 1 to 65535, or 0 for any free one; the console is on 127.0.0.1 only',
  );
}
