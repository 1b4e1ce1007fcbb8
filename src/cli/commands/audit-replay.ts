import type { Command } from 'commander';
import { ownCommand } from '../../core/index.js';
import { withWorkspaceFlags } from '../add-flags.js';
import { timelineLines } from '../audit-timeline.js';
import type { Cli } from '../cli.js';
import type { ExitCode } from '../report-error.js';
import { safeJson } from '../terminal.js';

interface ReplayOptions {
  readonly principal?: string;
  readonly client?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

export function addAuditReplay(audit: Command, cli: Cli): void {
  withWorkspaceFlags(audit.command('replay'))
    .argument('<session>', 'such as default')
    .description('a session from its beginning: what was asked, where, what was decided, how it ended')
    .option('--principal <name>', 'whose session')
    .option('--client <name>', 'of which program, such as claude-code or claude-code#2')
    .option('--all', 'every session of that name, not only the newest')
    .option('--json', 'one JSON object a line')
    .action(cli.run((session: string, options: ReplayOptions) => replay(cli, session, options)));
}

async function replay(cli: Cli, session: string, options: ReplayOptions): Promise<ExitCode> {
  const { openAudit } = await import('../../app.js');
  const { principal, client, all = false, json } = options;
  const which = { all, ...(principal !== undefined && { principal }), ...(client !== undefined && { client }) };
  const entries = await openAudit(cli.workspace(options).audit).timeline(session, which);
  const { terminal } = cli;
  if (entries.length === 0 && json !== true) {
    terminal.err(`No session of that name is on the record. List them with: ${ownCommand('audit sessions')}`);
  }
  if (json === true) for (const entry of entries) terminal.out(safeJson(entry));
  else
    for (const line of timelineLines(entries, terminal, process.stdout.isTTY ? process.stdout.columns : 80))
      terminal.out(line);
  return entries.length === 0 ? 1 : 0;
}
