import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { checkConfig } from '../../config/index.js';
import type { ApprovalCode } from '../../app.js';
import { Failure, ownCommand } from '../../core/index.js';
import { withWorkspaceFlags } from '../add-flags.js';
import { changeCode } from '../change-code.js';
import type { Cli } from '../cli.js';
import { configText } from '../config-text.js';
import { askLine, askSecret } from '../prompt.js';
import type { ExitCode } from '../report-error.js';
import { printable } from '../terminal.js';

interface InitOptions {
  readonly sites?: string;
  readonly ports?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function addInit(program: Command, cli: Cli): void {
  withWorkspaceFlags(program.command('init'))
    .description('writes gatewright.yaml by asking which sites, which ports of this machine, and for an approval code')
    .option('--sites <list>', 'sites that the agent may open, by comma; all for every public one')
    .option('--ports <list>', 'ports of this machine that it may open, by comma')
    .option('--force', 'overwrite the existing file')
    .option('--json', 'print { file }')
    .action(cli.run((options: InitOptions) => init(cli, options)));
}

async function init(cli: Cli, options: InitOptions): Promise<ExitCode> {
  const { terminal } = cli;
  const workspace = cli.workspace(options);
  if (existsSync(workspace.configFile) && options.force !== true) {
    throw new Failure('config.invalid', `${workspace.configFile} is there already; --force writes over it`);
  }
  const { sites, ports } = await answersOf(cli, options);
  const text = configText({ sites, ports });
  await refuseIfWrong(text, workspace.configFile);
  // Only where somebody is being asked anyway: a code that came by a flag would be known to every process.
  const offered = terminal.interactive && options.sites === undefined ? await offerCode(cli, options) : undefined;
  // After the last question: who gives up there has changed nothing.
  workspace.writeClosed(workspace.configFile, text);
  if (offered !== undefined) await setCode(cli, options, offered);
  if (options.json === true) {
    terminal.json({ file: workspace.configFile });
    return 0;
  }
  terminal.out(`Wrote ${workspace.configFile}.`);
  terminal.out(`  sites  ${sites === undefined ? 'every public one' : sites.join(', ') || 'none'}`);
  terminal.out(`  ports  ${ports.map((port) => `localhost:${port}`).join(', ') || 'none'}`);
  for (const line of allowlistNotes(sites ?? [])) terminal.out(line);
  terminal.out('Next:');
  terminal.out(`  ${ownCommand('doctor')}    checks that everything works`);
  terminal.out(`  ${ownCommand('serve')}     starts it and prints the lines for your client`);
  return 0;
}

interface OfferedCode {
  readonly code: ApprovalCode;
  readonly fresh: string;
}

/** Approving a high-risk action then takes something that an agent with a shell does not know. */
async function offerCode(cli: Cli, options: InitOptions): Promise<OfferedCode | undefined> {
  const { ApprovalCode, CODE_FILE } = await import('../../app.js');
  const code = new ApprovalCode(cli.workspace(options).inside(CODE_FILE));
  if (code.isSet()) return undefined;
  const typed = await askSecret(
    'A code to be asked before high-risk actions are allowed? (6 to 200 characters, not shown; empty for none) ',
  );
  if (typed === '') return undefined;
  if ((await askSecret('Once more: ')) === typed) return { code, fresh: typed };
  cli.terminal.err(`These were two different codes; none is set. Later: ${ownCommand('approvals code set')}`);
  return undefined;
}

async function setCode(cli: Cli, options: InitOptions, { code, fresh }: OfferedCode): Promise<void> {
  try {
    await changeCode(cli, options, code, { fresh });
  } catch (error) {
    // The file is written: what is wrong with the code is no reason to call the rest undone.
    if (!(error instanceof Failure)) throw error;
    cli.terminal.err(`No code is set: ${error.hint ?? error.code}. Later: ${ownCommand('approvals code set')}`);
  }
}

async function answersOf({ terminal }: Cli, options: InitOptions) {
  if (!terminal.interactive && options.sites === undefined) {
    throw new Failure(
      'config.invalid',
      'there is nobody to ask; pass --sites a.example,b.example and --ports 3000,5173',
    );
  }
  const ask = async <Answer>(given: string | undefined, question: string, read: (text: string) => Answer) => {
    if (given !== undefined || !terminal.interactive) return read(given ?? '');
    return askUntilRight(question, read, terminal.err);
  };
  const sites = await ask(
    options.sites,
    'Which sites may the agent open? (example.com, *.example.com; empty for every public one) ',
    (text) => sitesOf(text, options.sites !== undefined),
  );
  const ports = await ask(options.ports, 'Which ports of this machine? (3000, 5173; empty for none) ', portsOf);
  return { sites, ports };
}

/** A slip at a question costs that question, and not those that were answered before it. */
async function askUntilRight<Answer>(
  question: string,
  read: (text: string) => Answer,
  say: (line: string) => void,
): Promise<Answer> {
  for (;;) {
    const typed = await askLine(question);
    try {
      return read(typed);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      say(error.hint ?? error.code);
    }
  }
}

/** Typed on the command line, nothing means nothing; at the question, where it says so, everything public. */
function sitesOf(text: string, isFlag: boolean): readonly string[] | undefined {
  if (text.trim() === 'all' || (text.trim() === '' && !isFlag)) return undefined;
  return entriesOf(text).map(checkedSite);
}

/** A word without a dot is no public site: most likely a list that was typed with blanks in a name. */
function checkedSite(entry: string): string {
  const host = entry.replace(/^[a-z]+:\/\//iu, '').replace(/[/:].*$/u, '');
  if (host.includes('.')) return entry;
  const why = /^localhost$/iu.test(host)
    ? 'ports of this machine go into --ports'
    : 'a public site has a dot in its name';
  throw new Failure(
    'config.invalid',
    `${printable(entry, 60)}: ${why}; write sites as example.com, *.example.com or https://example.com:8443`,
  );
}

/** Notes on what an allowlist does that people do not expect. */
function allowlistNotes(sites: readonly string[]): string[] {
  if (sites.length === 0) return [];
  const bare = sites.filter((site) => site.startsWith('*.') && !sites.includes(site.slice(2)));
  return [
    ...bare.map((site) => `Note: ${site} does not include ${site.slice(2)} itself; add it if it is meant.`),
    'Note: pages of these sites load nothing from other sites (pictures, scripts), which breaks many of them.',
    `  To learn what they need: set network.observe: true, use the sites, then run: ${ownCommand('network suggest')}`,
  ];
}

function portsOf(text: string): readonly number[] {
  return entriesOf(text).map((entry) => {
    const port = Number(entry.replace(/^localhost:/u, ''));
    if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
    throw new Failure('config.invalid', `${printable(entry, 60)}: a port is a number from 1 to 65535`);
  });
}

function entriesOf(text: string): string[] {
  return text.split(/[\s,]+/u).filter((entry) => entry !== '');
}

/** The same check as at a start, before the file is there. */
async function refuseIfWrong(text: string, file: string): Promise<void> {
  const { parseYaml } = await import('../../config/parse-yaml.js');
  checkConfig({ raw: parseYaml(text, file), file, settings: [], cwd: process.cwd() });
}
