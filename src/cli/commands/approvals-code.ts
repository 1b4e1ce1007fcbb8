import type { Command } from 'commander';
import { Failure } from '../../core/index.js';
import { withFlags, withWorkspaceFlags } from '../add-flags.js';
import { changeCode } from '../change-code.js';
import type { Cli } from '../cli.js';
import { askSecret } from '../prompt.js';
import type { ExitCode } from '../report-error.js';

interface Json {
  readonly json?: boolean;
}

export function addApprovalCode(approvals: Command, cli: Cli): void {
  const code = approvals
    .command('code')
    .description('the approval code: asked before an action of high or critical risk is allowed');
  withWorkspaceFlags(code.command('status', { isDefault: true }))
    .description('whether a code is set')
    .option('--json', 'print { set }')
    .action(cli.run((options: Json) => status(cli, options)));
  withFlags(code.command('set'))
    .description(
      'set or change it, 6 to 200 characters; typed unseen, or from stdin: the old one on a line of its own, then the new one',
    )
    .action(cli.run((options: object) => change(cli, options, 'set')));
  withFlags(code.command('remove'))
    .description('remove the code; it is asked for once more')
    .action(cli.run((options: object) => change(cli, options, 'remove')));
}

async function openCode(cli: Cli, options: object) {
  const { ApprovalCode, CODE_FILE } = await import('../../app.js');
  return new ApprovalCode(cli.workspace(options).inside(CODE_FILE));
}

async function status(cli: Cli, options: Json): Promise<ExitCode> {
  const set = (await openCode(cli, options)).isSet();
  if (options.json === true) cli.terminal.json({ set });
  else cli.terminal.out(set ? 'An approval code is set.' : 'No approval code is set.');
  return 0;
}

async function change(cli: Cli, options: object, what: 'set' | 'remove'): Promise<ExitCode> {
  const { terminal } = cli;
  const code = await openCode(cli, options);
  if (what === 'remove' && !code.isSet()) {
    terminal.out('No approval code is set, so there is nothing to remove.');
    return 0;
  }
  const typed = process.stdin.isTTY ? undefined : await linesOfStdin();
  const next = (question: string): Promise<string> =>
    typed === undefined ? askSecret(question) : Promise.resolve(typed.shift() ?? '');
  const former = code.isSet() ? await next('The code as it is now (not shown): ') : undefined;
  if (what === 'remove') {
    await changeCode(cli, options, code, { former });
    terminal.out('The code is removed. Servers that run now still ask for it: start them again.');
    return 0;
  }
  const fresh = await next('The new code, 6 to 200 characters (not shown): ');
  if (typed === undefined && (await askSecret('Once more: ')) !== fresh)
    throw new Failure('config.invalid', 'these were two different codes');
  await changeCode(cli, options, code, { former, fresh });
  terminal.out('The code is set. From now on it is asked before an action of high or critical risk is allowed.');
  return 0;
}

async function linesOfStdin(): Promise<string[]> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > 10_000) break;
  }
  return text.split(/\r?\n/u);
}
