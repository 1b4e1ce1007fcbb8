import type { Command } from 'commander';
import { Failure, ownCommand } from '../../core/index.js';
import type { PendingQuestion } from '../../core/index.js';
import { withWorkspaceFlags } from '../add-flags.js';
import { approvalOf, grantWords, refusedAnswer } from '../answer-question.js';
import type { Given, Reply } from '../answer-question.js';
import type { Cli } from '../cli.js';
import { addApprovalCode } from './approvals-code.js';
import { addGrants } from './approvals-grants.js';
import { questionLines } from '../question-lines.js';
import type { ExitCode } from '../report-error.js';
import { printable } from '../terminal.js';
import { watchQuestions } from '../watch-questions.js';
import { askEach, withServers } from '../with-servers.js';
import type { Server } from '../with-servers.js';

interface Json {
  readonly json?: boolean;
}

export function addApprovals(program: Command, cli: Cli): void {
  const approvals = program
    .command('approvals')
    .description('what agents ask a person, over every server of this workspace');
  withWorkspaceFlags(approvals.command('list', { isDefault: true }))
    .description('the questions that are open')
    .option('--json', 'print a list')
    .action(cli.run((options: Json) => withServers(cli, options, (servers) => list(cli, servers, options))));
  withWorkspaceFlags(approvals.command('approve <id>'))
    .description('say yes; a secret or the approval code is asked for without showing it, or read from stdin')
    .option('--value <text>', 'the answer, if the question wants one and it is no secret')
    .option('--choice <choice>', 'one of the choices, by number or word for word')
    .option('--for <time>', 'also allow actions of this kind on this site for so long, e.g. 30m or 1h, at most 8h')
    .option('--json', 'print { id, answered }')
    .action(
      cli.run((id: string, options: Given & Json) =>
        answer(cli, id, options, (question) => approvalOf(question, options)),
      ),
    );
  withWorkspaceFlags(approvals.command('deny <id>'))
    .description('say no')
    .option('--json', 'print { id, answered }')
    .action(cli.run((id: string, options: Json) => answer(cli, id, options, () => Promise.resolve(refusedAnswer()))));
  withWorkspaceFlags(approvals.command('watch'))
    .description('show each question as it comes, and answer it here')
    .action(cli.run((options: object) => watchQuestions(cli, options)));
  addGrants(approvals, cli);
  addApprovalCode(approvals, cli);
}

/** What a yes needs besides the question, where one of them wants more than yes or no. */
function answerFlag(questions: readonly PendingQuestion[]): string {
  if (questions.some(({ kind }) => kind === 'choose')) return ' [--choice N]';
  return questions.some(({ kind, secret }) => kind === 'input' && secret === undefined) ? ' [--value TEXT]' : '';
}

async function list(cli: Cli, servers: readonly Server[], { json }: Json): Promise<ExitCode> {
  const { answers, silent } = await askEach(cli, servers, async (server) => {
    const questions = await server.pending({ shows: true });
    return questions.map((question) => ({ server: server.id, ...question }));
  });
  const questions = answers.flat().sort((a, b) => a.askedAt - b.askedAt);
  const { terminal } = cli;
  if (json === true) terminal.json(questions.map(withPictureText));
  else if (questions.length === 0)
    terminal.out(servers.length === 0 ? 'No server is running in this workspace.' : 'Nothing is being asked.');
  else {
    for (const line of questions.flatMap((question) => questionLines(question, terminal, Date.now())))
      terminal.out(line);
    terminal.out(`Answer with: ${ownCommand(`approvals approve ID${answerFlag(questions)}`)}, or deny ID, or watch`);
  }
  return silent > 0 ? 1 : 0;
}

/** Bytes have no form in JSON. */
function withPictureText({ picture, ...question }: PendingQuestion): object {
  const encoded = picture && { mimeType: 'image/png', base64: Buffer.from(picture).toString('base64') };
  return { ...question, ...(encoded && { picture: encoded }) };
}

function answer(
  cli: Cli,
  id: string,
  options: Json,
  reply: (question: PendingQuestion) => Promise<Reply>,
): Promise<ExitCode> {
  return withServers(cli, options, async (servers) => {
    const { answers } = await askEach(cli, servers, async (server) => ({ server, questions: await server.pending() }));
    const matches = answers.flatMap(({ server, questions }) =>
      questions.filter((question) => question.id === id).map((question) => ({ server, question })),
    );
    const [match, other] = matches;
    if (match === undefined)
      throw new Failure('config.invalid', `there is no such open question; list them with: ${ownCommand('approvals')}`);
    if (other !== undefined)
      throw new Failure('config.invalid', 'two servers have a question of this id; wait for one of them to end');
    const given = await reply(match.question);
    const result = await match.server.answer(id, given);
    if (options.json === true)
      cli.terminal.json({ id, answered: result.ok, ...(result.ok ? { grant: result.grant } : { why: result.why }) });
    else {
      const { grantSeconds } = given;
      const isGrant = result.ok && result.grant !== undefined && grantSeconds !== undefined;
      if (isGrant) cli.terminal.out(grantWords(match.question, grantSeconds, result.grant ?? ''));
      else cli.terminal.out(result.ok ? 'Answered.' : `Not answered: ${printable(result.why)}`);
    }
    return result.ok ? 0 : 1;
  });
}
