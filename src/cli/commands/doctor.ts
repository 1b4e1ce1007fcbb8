import type { Command } from 'commander';
import type { Loaded } from '../../config/index.js';
import { workspacePath } from '../../config/index.js';
import { Failure } from '../../core/index.js';
import { withEntryFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import type { Check, Finding, Status } from '../doctor/check.js';
import { checkBrowser } from '../doctor/check-browser.js';
import { checkPlugins } from '../doctor/check-plugins.js';
import { checkPosture, checkSameUser } from '../doctor/check-posture.js';
import { checkNode, checkPrograms, checkRecording } from '../doctor/check-programs.js';
import { checkServers } from '../doctor/check-servers.js';
import { checkTeams } from '../doctor/check-teams.js';
import { checkVault } from '../doctor/check-vault.js';
import { checkWorkspace } from '../doctor/check-workspace.js';
import type { ExitCode } from '../report-error.js';
import type { TerminalColour } from '../terminal.js';

const CHECKS: readonly Check[] = [
  checkNode,
  checkWorkspace,
  checkPosture,
  checkTeams,
  checkPlugins,
  checkBrowser,
  checkVault,
  checkPrograms,
  checkRecording,
  checkServers,
  checkSameUser,
];

const COLOURS: Readonly<Record<Status, TerminalColour>> = { ok: 'green', note: 'dim', warn: 'yellow', fail: 'red' };

const WORKING = '…     browser        starting it, which takes some seconds';

interface DoctorOptions {
  readonly workspace?: string;
  readonly json?: boolean;
}

export function addDoctor(program: Command, cli: Cli): void {
  withEntryFlags(program.command('doctor'))
    .description('checks browser, sandbox, workspace, vault and posture; exits with 1 if something is broken')
    .option('--json', 'print { ok, checks }')
    .action(cli.run((options: DoctorOptions) => doctor(cli, options)));
}

async function doctor(cli: Cli, options: DoctorOptions): Promise<ExitCode> {
  const { terminal, env } = cli;
  const configured = await readConfiguration(cli, options);
  const loaded = 'config' in configured ? configured : undefined;
  const workspace = loaded?.workspace ?? workspacePath(options.workspace, env);
  const findings: Finding[] = [];
  const tell = (finding: Finding) => {
    findings.push(finding);
    if (options.json === true) return;
    terminal.out(
      `${terminal.paint(COLOURS[finding.status], finding.status.padEnd(5))} ${finding.name.padEnd(14)} ${finding.says}`,
    );
  };
  if (!('config' in configured)) tell(configured);
  let isUsable = true;
  for (const check of CHECKS) {
    const isSlow = check === checkBrowser && loaded !== undefined && terminal.interactive && options.json !== true;
    if (isSlow) process.stderr.write(WORKING);
    const found: readonly Finding[] = isUsable ? await check({ env, workspace, loaded }) : [];
    // Back to the start of the line, and empty it.
    if (isSlow) process.stderr.write('\r\u001B[K');
    found.forEach(tell);
    // Everything after it is kept there.
    isUsable &&= check !== checkWorkspace || found.every(({ status }) => status !== 'fail');
  }
  const ok = findings.every(({ status }) => status !== 'fail');
  if (options.json === true) terminal.json({ ok, checks: findings });
  return ok ? 0 : 1;
}

async function readConfiguration(cli: Cli, options: DoctorOptions): Promise<Loaded | Finding> {
  try {
    return await cli.load(options);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { name: 'configuration', status: 'fail', says: `${error.code}: ${error.hint ?? ''}` };
  }
}
