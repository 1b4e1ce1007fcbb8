import type { Command } from 'commander';
import { withServerFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import type { ExitCode } from '../report-error.js';

interface ConsoleOptions {
  readonly json?: boolean;
}

export function addConsole(program: Command, cli: Cli): void {
  withServerFlags(program.command('console'))
    .description('pages to watch, answer and stop every server of this workspace; prints a link that works once')
    .option('--json', 'print { link }')
    .action(cli.run((options: ConsoleOptions) => openUntilStopped(cli, options)));
}

async function openUntilStopped(cli: Cli, options: ConsoleOptions): Promise<ExitCode> {
  const { terminal } = cli;
  const { run, audit } = cli.workspace(options);
  const [house, { onEnd }] = await Promise.all([import('../../house.js'), import('../../serve.js')]);
  const { serveConsole } = await house.loadConsole();
  const stopped = new Promise<void>((resolve) => {
    onEnd(resolve);
  });
  const console = await serveConsole({
    servers: () => house.reachServers(run),
    audit: house.openAudit(audit),
    // Read each time: a configuration that is broken, or was mended, says so on the page.
    explain: async (url) => house.explainFor(await cli.load(options), { url }),
    log: terminal.err,
  });
  if (options.json === true) terminal.json({ link: console.link });
  else {
    terminal.out('The console is open. This link works once, for ten minutes; whoever has it answers for you:');
    terminal.out(`  ${console.link}`);
    terminal.out('Ctrl-C closes the console; servers and sessions go on.');
  }
  await stopped;
  await console.close();
  return 0;
}
