import type { Command } from 'commander';
import { Failure, errorCodes } from '../../core/index.js';
import { withFlags } from '../add-flags.js';
import type { Cli } from '../cli.js';
import { printable } from '../terminal.js';
import { withServers } from '../with-servers.js';
import type { Server } from '../with-servers.js';

interface ExplainOptions {
  readonly tool?: string;
  readonly args?: string;
  readonly on?: string;
  readonly json?: boolean;
}

export function addExplain(program: Command, cli: Cli): void {
  withFlags(program.command('explain'), 'capabilities', 'allow', 'block', 'allowPrivate')
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
  const answers = await askServers(cli, options, what);
  if (answers.length === 0) answers.push({ by: undefined, explanation: await askConfig(cli, options, what) });
  const worst = answers.reduce((one, other) => (isStricter(other.explanation, one.explanation) ? other : one));
  if (options.json === true) cli.terminal.json(asJson(worst, answers));
  else for (const answer of answers) print(cli, answer);
  return worst.explanation.verdict === 'deny' ? 1 : 0;
}

type Subject = ReturnType<typeof subjectOf>;
type Explanation = Awaited<ReturnType<Server['explain']>>;

interface JudgedBy {
  /** The server; undefined: the configuration. */
  readonly by: string | undefined;
  readonly explanation: Explanation;
}

/** Running servers may have been started with other flags than the file has. Flags given here ask about themselves. */
async function askServers(cli: Cli, options: ExplainOptions, what: Subject): Promise<JudgedBy[]> {
  const answers: JudgedBy[] = [];
  if (hasPolicyFlags(options)) return answers;
  await withServers(cli, options, async (servers) => {
    for (const server of servers) {
      const explanation = await server.explain(what).catch((error: unknown) => refusalOf(error));
      answers.push({ by: server.id, explanation });
    }
    return 0;
  });
  return answers;
}

async function askConfig(cli: Cli, options: ExplainOptions, what: Subject): Promise<Explanation> {
  const loaded = await cli.load(options);
  const { explainFor } = await import('../../app.js');
  return explainFor(loaded, what);
}

/** A server that refuses the arguments says so in words that begin with a code. */
function refusalOf(error: unknown): Explanation {
  const text = error instanceof Error ? error.message : '';
  const [, word, why] = /^([a-z]+\.[a-z-]+): (.*)$/su.exec(text) ?? [];
  const code = errorCodes().find((each) => each === word);
  if (code !== undefined) throw new Failure(code, why);
  return { verdict: 'deny', rule: 'no-answer', reason: text, addresses: [] };
}

const WORKSPACE_FLAGS: ReadonlySet<string> = new Set(['tool', 'args', 'on', 'json', 'workspace']);

function hasPolicyFlags(options: ExplainOptions): boolean {
  return Object.entries(options).some(([name, value]) => value !== undefined && !WORKSPACE_FLAGS.has(name));
}

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

function isStricter(one: Explanation, other: Explanation): boolean {
  return STRICTNESS[one.verdict] > STRICTNESS[other.verdict];
}

function asJson({ explanation }: JudgedBy, answers: readonly JudgedBy[]): object {
  const { verdict, rule, reason, addresses, hint } = explanation;
  const servers = answers.flatMap(({ by, explanation: { verdict: said } }) =>
    by === undefined ? [] : [{ server: by, verdict: said }],
  );
  return { verdict, rule, reason, addresses, ...(hint !== undefined && { hint }), servers };
}

function print({ terminal }: Cli, { by, explanation }: JudgedBy): void {
  const { verdict, rule, reason, addresses, hint } = explanation;
  const colour = verdict === 'allow' ? 'green' : verdict === 'ask' ? 'yellow' : 'red';
  terminal.out(`${terminal.paint(colour, verdict)}  by ${rule}: ${printable(reason)}`);
  for (const { address, class: kind } of addresses) terminal.out(`  ${printable(address)} is ${kind}`);
  if (hint !== undefined && hint !== reason) terminal.out(`  ${printable(hint)}`);
  terminal.out(
    terminal.paint(
      'dim',
      by === undefined ? '  judged by the configuration: no server was asked' : `  judged by the running server ${by}`,
    ),
  );
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
