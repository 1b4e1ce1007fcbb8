import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../core/index.js';
import type { PendingQuestion } from '../core/index.js';
import { promptForAnswer, grantWords } from './answer-question.js';
import type { Reply } from './answer-question.js';
import type { Cli } from './cli.js';
import { questionLines } from './question-lines.js';
import type { ExitCode } from './report-error.js';
import { printable } from './terminal.js';
import type { Server } from './with-servers.js';

const POLL_MS = 2000;

interface Waiting {
  readonly server: Server;
  readonly question: PendingQuestion;
  /** Answered elsewhere, or expired. */
  readonly settled: AbortController;
}

/** Shows each question as it comes and takes the answer, one after the other, until Ctrl-C. */
export async function watchQuestions(cli: Cli, options: object): Promise<ExitCode> {
  const { terminal } = cli;
  const stop = new AbortController();
  process.once('SIGINT', () => {
    stop.abort();
  });
  const queue: Waiting[] = [];
  let wake: () => void = () => undefined;
  const following = followServers(cli.workspace(options).run, stop.signal, (waiting) => {
    queue.push(waiting);
    wake();
  });
  terminal.err(
    terminal.interactive ? 'Waiting for questions. Ctrl-C ends this.' : 'Showing questions; answers need a terminal.',
  );
  stop.signal.addEventListener('abort', () => {
    wake();
  });
  while (!stop.signal.aborted) {
    const next = queue.shift();
    if (next !== undefined) await handle(cli, next, stop);
    else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  await following;
  return 0;
}

async function handle(cli: Cli, waiting: Waiting, stop: AbortController): Promise<void> {
  const { terminal } = cli;
  const { server, question, settled } = waiting;
  const isSettled = () => settled.signal.aborted;
  if (isSettled()) return;
  const now = await asShown(server, question);
  for (const line of questionLines(now, terminal, Date.now())) terminal.out(line);
  if (!terminal.interactive) return;
  try {
    const reply = await promptForAnswer(question, AbortSignal.any([stop.signal, settled.signal]));
    if (reply === undefined) return;
    const result = await server.answer(question.id, reply);
    terminal.out(
      `  ${result.ok ? answerWords(question, reply, result.grant) : `Not answered: ${printable(result.why)}`}`,
    );
  } catch (error) {
    if (isSettled()) terminal.out('\n  It was answered elsewhere, or expired.');
    // At a prompt the terminal hands Ctrl-C to the prompt, which gives up.
    else if (!(error instanceof Failure)) stop.abort();
    else {
      terminal.out(`  ${printable(error.hint ?? error.code)}`);
      await handle(cli, waiting, stop);
    }
  }
}

/** Its shorter time begins now, and not while it stood behind another question. */
async function asShown(server: Server, question: PendingQuestion): Promise<PendingQuestion> {
  try {
    await server.seen(question.id, 'cli');
    return (await server.pending()).find(({ id }) => id === question.id) ?? question;
  } catch {
    return question;
  }
}

function answerWords(question: PendingQuestion, { yes, grantSeconds }: Reply, grant: string | undefined): string {
  if (!yes) return 'Refused.';
  if (grant === undefined || grantSeconds === undefined) return 'Allowed, this once.';
  return grantWords(question, grantSeconds, grant);
}

/** Also those that start later. */
async function followServers(run: string, signal: AbortSignal, onQuestion: (waiting: Waiting) => void): Promise<void> {
  const { reachServers } = await import('../app.js');
  const followed = new Set<string>();
  while (!signal.aborted) {
    for (const server of await reachServers(run)) {
      if (followed.has(server.id)) {
        server.close();
        continue;
      }
      followed.add(server.id);
      void followOne(server, signal, onQuestion).finally(() => followed.delete(server.id));
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function followOne(server: Server, signal: AbortSignal, onQuestion: (waiting: Waiting) => void): Promise<void> {
  const open = new Map<string, AbortController>();
  try {
    await server.watch(
      {
        asked: (question) => {
          const settled = new AbortController();
          open.set(question.id, settled);
          onQuestion({ server, question, settled });
        },
        settled: (id) => open.get(id)?.abort(),
      },
      signal,
    );
  } catch {
    // The server has gone; the next poll finds those that are there.
  } finally {
    for (const settled of open.values()) settled.abort();
    server.close();
  }
}
