import type { Command } from 'commander';
import { withWorkspaceFlags } from '../add-flags.js';
import { auditHead, auditLine } from '../audit-line.js';
import type { Cli } from '../cli.js';
import type { ExitCode } from '../report-error.js';
import { safeJson } from '../terminal.js';
import { addAuditExport } from './audit-export.js';
import { countOf, filterOf, withFilterFlags } from './audit-filter.js';
import type { FilterFlags } from './audit-filter.js';
import { addAuditReplay } from './audit-replay.js';
import { addAuditSessions } from './audit-sessions.js';
import { addAuditVerify } from './audit-verify.js';

interface TailOptions {
  readonly follow?: boolean;
  readonly lines: string;
  readonly json?: boolean;
}

interface QueryOptions extends FilterFlags {
  readonly limit: string;
  readonly json?: boolean;
}

export function addAudit(program: Command, cli: Cli): void {
  const audit = program.command('audit').description('the record of every server of this workspace');
  withWorkspaceFlags(audit.command('tail'))
    .description('the newest records')
    .option('-f, --follow', 'print new records as they are written')
    .option('-n, --lines <count>', 'how many', '20')
    .option('--json', 'one JSON object a line')
    .action(cli.run((options: TailOptions) => tail(cli, options)));
  withFilterFlags(withWorkspaceFlags(audit.command('query')))
    .description('the records that match')
    .option('--limit <count>', 'at most this many, the newest', '200')
    .option('--json', 'one JSON object a line')
    .action(cli.run((options: QueryOptions) => query(cli, options)));
  addAuditVerify(audit, cli);
  addAuditExport(audit, cli);
  addAuditReplay(audit, cli);
  addAuditSessions(audit, cli);
}

async function tail(cli: Cli, options: TailOptions): Promise<ExitCode> {
  const { audit } = cli.workspace(options);
  const { followRecords, openAudit } = await import('../../app.js');
  const last = countOf('--lines', options.lines);
  if (options.follow !== true) {
    const { entries } = await openAudit(audit).page({ limit: last });
    if (entries.length === 0 && options.json !== true) cli.terminal.err('Nothing is on the record yet.');
    printHead(cli, entries.length, options.json);
    for (const entry of entries.toReversed()) print(cli, entry, options.json);
    return 0;
  }
  printHead(cli, 1, options.json);
  const stopped = new AbortController();
  process.once('SIGINT', () => {
    stopped.abort();
  });
  await followRecords(
    audit,
    (entry) => {
      // A call comes twice, when it begins and when it is over; the second says all.
      if (entry.fields['outcome'] !== 'unfinished') print(cli, entry, options.json);
    },
    stopped.signal,
    { last },
  );
  return 0;
}

async function query(cli: Cli, options: QueryOptions): Promise<ExitCode> {
  const { audit } = cli.workspace(options);
  const { openAudit } = await import('../../app.js');
  const limit = countOf('--limit', options.limit);
  const { entries, next } = await openAudit(audit).page({ filter: filterOf(options), limit });
  printHead(cli, entries.length, options.json);
  for (const entry of entries.toReversed()) print(cli, entry, options.json);
  if (options.json === true) return 0;
  if (entries.length === 0) cli.terminal.err('No record matches these filters.');
  if (next !== undefined) cli.terminal.err(`The newest ${String(limit)}; there are older ones (--limit, --until).`);
  return 0;
}

/** For a person only: a pipe gets records and nothing else. */
function printHead({ terminal }: Cli, count: number, json: boolean | undefined): void {
  if (json !== true && count > 0) terminal.err(terminal.paint('dim', auditHead()));
}

function print({ terminal }: Cli, entry: Parameters<typeof auditLine>[0], json: boolean | undefined): void {
  // One record a line, whoever reads it; only a screen has an edge.
  const width = process.stdout.isTTY ? process.stdout.columns : undefined;
  terminal.out(json === true ? safeJson(entry) : auditLine(entry, terminal, width));
}
