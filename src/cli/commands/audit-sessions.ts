import type { Command } from 'commander';
import { withWorkspaceFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { momentOf } from '../moment.js';
import type { ExitCode } from '../report-error.js';
import { printable, table } from '../terminal.js';

interface SessionsOptions {
  readonly since?: string;
  readonly json?: boolean;
}

/** One session on the record, over all the times that it was opened. */
interface RecordedSession {
  readonly session: string;
  readonly client: string;
  readonly principal: string;
  readonly first: string;
  last: string;
  calls: number;
}

export function addAuditSessions(audit: Command, cli: Cli): void {
  withWorkspaceFlags(audit.command('sessions'))
    .description('the sessions that are on the record, for replay; those that are open now: gatewright sessions')
    .option('--since <when>', 'a date and time, or 10m, 2h, 3d ago')
    .option('--json', 'print a list')
    .action(cli.run((options: SessionsOptions) => listRecorded(cli, options)));
}

async function listRecorded(cli: Cli, options: SessionsOptions): Promise<ExitCode> {
  const { terminal } = cli;
  const { openAudit } = await import('../../app.js');
  const since = options.since === undefined ? {} : { since: momentOf('--since', options.since, Date.now()) };
  const found = new Map<string, RecordedSession>();
  for await (const { time, fields } of openAudit(cli.workspace(options).audit).entries({ ...since, kind: 'call' })) {
    const [session, client, principal] = [fields['session'], fields['client'], fields['principal']].map(word);
    if (session === undefined || session === '') continue;
    const key = JSON.stringify([principal, client, session]);
    const known = found.get(key);
    if (known === undefined)
      found.set(key, { session, client: client ?? '', principal: principal ?? '', first: time, last: time, calls: 1 });
    else Object.assign(known, { last: time, calls: known.calls + 1 });
  }
  const sessions = [...found.values()].sort((a, b) => (a.last < b.last ? 1 : -1));
  if (options.json === true) terminal.json(sessions);
  else if (sessions.length === 0) terminal.out('No session is on the record.');
  else for (const line of table([HEAD, ...sessions.map(rowOf)])) terminal.out(line);
  return 0;
}

const HEAD = ['SESSION', 'PROGRAM', 'CALLER', 'CALLS', 'FIRST (UTC)', 'LAST (UTC)'];

function rowOf({ session, client, principal, calls, first, last }: RecordedSession): string[] {
  const moment = (time: string) => time.slice(0, 19).replace('T', ' ');
  return [session, client || '-', principal, String(calls), moment(first), moment(last)].map((cell) =>
    printable(cell, 100),
  );
}

function word(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
