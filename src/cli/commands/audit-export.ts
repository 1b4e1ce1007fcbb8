import type { Command } from 'commander';
import { Failure } from '../../core/index.js';
import { withWorkspaceFlags } from '../add-flags.js';
import { CSV_HEAD, csvLine } from '../audit-csv.js';
import type { Cli } from '../cli.js';
import type { ExitCode } from '../report-error.js';
import { safeJson } from '../terminal.js';
import { filterOf, withFilterFlags } from './audit-filter.js';
import type { FilterFlags } from './audit-filter.js';

interface ExportOptions extends FilterFlags {
  readonly format: string;
}

export function addAuditExport(audit: Command, cli: Cli): void {
  withFilterFlags(withWorkspaceFlags(audit.command('export')))
    .description('every record that matches, oldest first, on stdout')
    .option('--format <format>', 'jsonl or csv', 'jsonl')
    .action(cli.run((options: ExportOptions) => exportRecords(cli, options)));
}

async function exportRecords(cli: Cli, options: ExportOptions): Promise<ExitCode> {
  const { format } = options;
  if (format !== 'jsonl' && format !== 'csv') throw new Failure('config.invalid', '--format: must be jsonl or csv');
  const { openAudit } = await import('../../app.js');
  if (format === 'csv') cli.terminal.out(CSV_HEAD);
  for await (const entry of openAudit(cli.workspace(options).audit).entries(filterOf(options))) {
    cli.terminal.out(format === 'csv' ? csvLine(entry) : safeJson(entry));
    // A slow reader must not make us keep a million lines in memory.
    if (process.stdout.writableNeedDrain) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
  return 0;
}
