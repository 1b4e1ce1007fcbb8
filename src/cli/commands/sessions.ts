import type { Command } from 'commander';
import type { SessionFacts } from '../../core/index.js';
import { withWorkspaceFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { printable, table } from '../terminal.js';
import { askEach, withServers } from '../with-servers.js';

export function addSessions(program: Command, cli: Cli): void {
  withWorkspaceFlags(program.command('sessions'))
    .description('the browser sessions that are open now, over every server of this workspace')
    .option('--json', 'print a list')
    .action(
      cli.run(({ json, ...rest }: { readonly json?: boolean }) =>
        withServers(cli, rest, async (servers) => {
          const { answers, silent } = await askEach(cli, servers, async (server) =>
            (await server.sessions()).map((session) => ({ server: server.id, ...session })),
          );
          const sessions = answers.flat().sort((a, b) => b.lastCallAt - a.lastCallAt);
          const { terminal } = cli;
          if (json === true) terminal.json(sessions);
          else if (sessions.length === 0)
            terminal.out(servers.length === 0 ? 'No server is running in this workspace.' : 'No session is open.');
          else for (const line of table([HEAD, ...sessions.map(rowOf)])) terminal.out(line);
          return silent > 0 ? 1 : 0;
        }),
      ),
    );
}

const HEAD = ['SESSION', 'PROGRAM', 'CALLER', 'LAST CALL', 'ACTIONS', 'STATE', 'PAGE'];

function rowOf(session: SessionFacts): string[] {
  const { client = '-', principal, lastCallAt, actions, url } = session;
  const idle = Math.max(0, Math.round((Date.now() - lastCallAt) / 1000));
  const ago = idle < 120 ? `${String(idle)} s ago` : `${String(Math.round(idle / 60))} min ago`;
  return [session.session, client, principal, ago, String(actions), stateOf(session), url].map((cell) =>
    printable(cell, 200),
  );
}

function stateOf({ paused, driver, isAbandoned }: SessionFacts): string {
  if (driver !== undefined) return 'taken over';
  if (paused !== undefined) return 'paused';
  return isAbandoned === true ? 'program gone' : 'open';
}
