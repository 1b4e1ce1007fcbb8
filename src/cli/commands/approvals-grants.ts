import type { Command } from 'commander';
import { Failure, ownCommand } from '../../core/index.js';
import type { Grant } from '../../core/index.js';
import { withWorkspaceFlags } from '../add-flags.js';
import { terminalUser } from '../answer-question.js';
import type { Cli } from '../cli.js';
import type { ExitCode } from '../report-error.js';
import { printable, table } from '../terminal.js';
import { askEach, withServers } from '../with-servers.js';
import type { Server } from '../with-servers.js';

interface Json {
  readonly json?: boolean;
}

/** Lists and revokes grants. */
export function addGrants(approvals: Command, cli: Cli): void {
  withWorkspaceFlags(approvals.command('grants'))
    .description('approvals with a time limit that are in force')
    .option('--json', 'print a list')
    .action(cli.run((options: Json) => withServers(cli, options, (servers) => list(cli, servers, options))));
  withWorkspaceFlags(approvals.command('revoke <grant>'))
    .description('revoke one of these approvals, or all')
    .option('--json', 'print { revoked }')
    .action(
      cli.run((grant: string, options: Json) =>
        withServers(cli, options, (servers) => revoke(cli, servers, grant, options)),
      ),
    );
}

async function grantsOf(cli: Cli, servers: readonly Server[]) {
  const { answers, silent } = await askEach(cli, servers, async (server) => {
    const grants = await server.grants();
    return grants.map((grant) => ({ server, grant }));
  });
  return { grants: answers.flat(), silent };
}

async function list(cli: Cli, servers: readonly Server[], { json }: Json): Promise<ExitCode> {
  const { grants, silent } = await grantsOf(cli, servers);
  if (json === true) cli.terminal.json(grants.map(({ server, grant }) => ({ server: server.id, ...grant })));
  else if (grants.length === 0) cli.terminal.out('Nothing is granted.');
  else for (const line of table(grants.map(({ grant }) => row(grant, Date.now())))) cli.terminal.out(line);
  return silent > 0 ? 1 : 0;
}

function row({ id, principal, tool, origins, risk, reason, expiresAt, used, by }: Grant, now: number): string[] {
  const left = Math.max(0, Math.ceil((expiresAt - now) / 60_000));
  const where = printable(origins.join(' '), 200);
  const whose = `${printable(principal, 40)}  by ${printable(by, 80)}`;
  return [
    id,
    `${String(left)} min left`,
    `used ${String(used)}`,
    tool,
    risk,
    where,
    `${printable(reason, 200)}  ${whose}`,
  ];
}

async function revoke(cli: Cli, servers: readonly Server[], id: string, { json }: Json): Promise<ExitCode> {
  const { grants, silent } = await grantsOf(cli, servers);
  const meant = grants.filter(({ grant }) => id === 'all' || grant.id === id);
  if (meant.length === 0 && id !== 'all')
    throw new Failure('config.invalid', `there is no such grant; list them with: ${ownCommand('approvals grants')}`);
  const results = await Promise.all(meant.map(({ server, grant }) => server.revoke(grant.id, terminalUser())));
  const revoked = results.filter(({ ok }) => ok).length;
  if (json === true) cli.terminal.json({ revoked });
  else cli.terminal.out(`Revoked ${String(revoked)} of ${String(meant.length)}.`);
  return revoked === meant.length && silent === 0 ? 0 : 1;
}
