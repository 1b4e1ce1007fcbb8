import type { Command } from 'commander';
import { Failure } from '../../core/index.js';
import { withWorkspaceFlags } from '../add-flags.js';
import { auditLine } from '../audit-line.js';
import type { Cli } from '../cli.js';
import { momentOf } from '../moment.js';
import type { ExitCode } from '../report-error.js';
import { safeJson } from '../terminal.js';

interface TailOptions {
  readonly follow?: boolean;
  readonly lines: string;
  readonly json?: boolean;
}

interface QueryOptions {
  readonly tool?: string;
  readonly principal?: string;
  readonly session?: string;
  readonly outcome?: string;
  readonly code?: string;
  readonly text?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit: string;
  readonly json?: boolean;
}

export function addAudit(program: Command, cli: Cli): void {
  const audit = program.command('audit').description('what happened, by every server of this workspace');
  withWorkspaceFlags(audit.command('tail'))
    .description('the newest records')
    .option('-f, --follow', 'go on as they are written')
    .option('-n, --lines <count>', 'how many', '20')
    .option('--json', 'one JSON object a line')
    .action(cli.run((options: TailOptions) => tail(cli, options)));
  withWorkspaceFlags(audit.command('query'))
    .description('the records that fit')
    .option('--tool <name>')
    .option('--principal <name>')
    .option('--session <name>')
    .option('--outcome <outcome>', 'ok, denied, failed, unknown, asked or unfinished')
    .option('--code <code>', 'an error code')
    .option('--text <text>', 'anywhere in the record')
    .option('--since <when>', 'a date and time, or 10m, 2h, 3d ago')
    .option('--until <when>')
    .option('--limit <count>', 'the newest so many', '200')
    .option('--json', 'one JSON object a line')
    .action(cli.run((options: QueryOptions) => query(cli, options)));
  withWorkspaceFlags(audit.command('verify'))
    .description('checks every chain; names the first broken record and exits with 1')
    .option('--json', 'print the report')
    .action(cli.run((options: { readonly json?: boolean }) => verify(cli, options)));
}

async function tail(cli: Cli, options: TailOptions): Promise<ExitCode> {
  const { audit } = cli.workspace(options);
  const { followRecords, readRecords } = await import('../../house.js');
  const last = countOf('--lines', options.lines);
  if (options.follow !== true) {
    for (const entry of await readRecords(audit, { limit: last })) print(cli, entry, options.json);
    return 0;
  }
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
  const { since, until, limit, json, ...exact } = options;
  const { audit } = cli.workspace(options);
  const { readRecords } = await import('../../house.js');
  const { tool, principal, session, outcome, code, text } = exact;
  const entries = await readRecords(audit, {
    ...definedOf({ tool, principal, session, outcome, code, text }),
    ...(since !== undefined && { since: momentOf('--since', since, Date.now()) }),
    ...(until !== undefined && { until: momentOf('--until', until, Date.now()) }),
    limit: countOf('--limit', limit),
  });
  for (const entry of entries) print(cli, entry, json);
  if (entries.length === 0 && json !== true) cli.terminal.err('Nothing fits.');
  return 0;
}

async function verify(cli: Cli, options: { readonly json?: boolean }): Promise<ExitCode> {
  const { verifyFolder } = await import('../../house.js');
  const report = await verifyFolder(cli.workspace(options).audit);
  const { terminal } = cli;
  if (options.json === true) terminal.json(report);
  else {
    for (const { file, torn } of report.files) {
      if (torn)
        terminal.out(`${file}: a crash left half a record at line ${torn.line}; nobody was told that it was done`);
    }
    const { broken } = report;
    if (broken === undefined) {
      terminal.out(
        `${terminal.paint('green', 'ok')}  ${report.records} records in ${report.files.length} files, every chain whole`,
      );
    } else {
      const where = `${broken.file}, line ${broken.line} (record ${broken.seq})`;
      terminal.out(`${terminal.paint('red', 'broken')}  ${where}: ${broken.what}`);
    }
  }
  return report.ok ? 0 : 1;
}

function print({ terminal }: Cli, entry: Parameters<typeof auditLine>[0], json: boolean | undefined): void {
  // One record a line, whoever reads it.
  terminal.out(json === true ? safeJson(entry) : auditLine(entry, terminal));
}

function countOf(flag: string, text: string): number {
  if (/^\d{1,9}$/u.test(text)) return Number(text);
  throw new Failure('config.invalid', `${flag}: must be a whole number`);
}

function definedOf(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
