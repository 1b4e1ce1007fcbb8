import type { Command } from 'commander';
import { Failure } from '../../core/index.js';
import { withServerFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { printable } from '../terminal.js';

interface ExplainOptions {
  readonly tool?: string;
  readonly args?: string;
  readonly on?: string;
  readonly json?: boolean;
}

export function addExplain(program: Command, cli: Cli): void {
  withServerFlags(program.command('explain'))
    .description('what policy would say to opening a URL, or to a call; nothing is opened or called')
    .argument('[url]', 'put -- before it if it begins with a dash')
    .option('--tool <name>', 'a call instead of a URL')
    .option('--args <json>', "the call's arguments")
    .option('--on <url>', 'the page that the element of the call is on')
    .option('--json', 'print { verdict, rule, reason, addresses }')
    .addHelpText('after', '\nExits with 1 when it would be denied.')
    .action(cli.run((url: string | undefined, options: ExplainOptions) => explainIt(cli, url, options)));
}

async function explainIt(cli: Cli, url: string | undefined, options: ExplainOptions) {
  const what = subjectOf(url, options);
  const loaded = await cli.load(options);
  const { explainFor } = await import('../../house.js');
  const { verdict, rule, reason, addresses, hint } = await explainFor(loaded, what);
  if (options.json === true)
    cli.terminal.json({ verdict, rule, reason, addresses, ...(hint !== undefined && { hint }) });
  else {
    const colour = verdict === 'allow' ? 'green' : verdict === 'ask' ? 'yellow' : 'red';
    cli.terminal.out(`${cli.terminal.paint(colour, verdict)}  by ${rule}: ${printable(reason)}`);
    for (const { address, class: kind } of addresses) cli.terminal.out(`  ${printable(address)} is ${kind}`);
    if (hint !== undefined) cli.terminal.out(`  ${printable(hint)}`);
  }
  return verdict === 'deny' ? 1 : 0;
}

function subjectOf(url: string | undefined, { tool, args, on }: ExplainOptions) {
  if ((url === undefined) === (tool === undefined)) {
    throw new Failure('config.invalid', 'give either a URL or --tool with --args');
  }
  if (tool !== undefined) return { tool, args: args === undefined ? {} : parseArguments(args), on };
  return { url: url ?? '' };
}

function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('config.invalid', '--args: must be JSON, e.g. \'{"url":"https://example.com"}\'');
  }
}
