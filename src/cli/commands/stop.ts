import type { Command } from 'commander';
import { withWorkspaceFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { askEach, withServers } from '../with-servers.js';

interface StopOptions {
  readonly session?: string;
  readonly principal?: string;
  readonly json?: boolean;
}

export function addStop(program: Command, cli: Cli): void {
  withWorkspaceFlags(program.command('stop'))
    .description('ends every session now, of every server of this workspace; the servers go on')
    .option('--session <name>', 'only sessions of this name')
    .option('--principal <name>', 'only those of this caller')
    .option('--json', 'print { servers, stopped, silent }')
    .action(
      cli.run(({ session, principal, json, ...rest }: StopOptions) =>
        withServers(cli, rest, async (servers) => {
          const match = { ...(session !== undefined && { session }), ...(principal !== undefined && { principal }) };
          const { answers, silent } = await askEach(cli, servers, (server) => server.stop(match));
          const stopped = answers.reduce((sum, count) => sum + count, 0);
          if (json === true) cli.terminal.json({ servers: servers.length, stopped, silent });
          else cli.terminal.out(`Ended ${String(stopped)} sessions of ${String(servers.length)} running servers.`);
          return silent > 0 ? 1 : 0;
        }),
      ),
    );
}
