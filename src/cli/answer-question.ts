import { userInfo } from 'node:os';
import { Failure, isGrantTime, ownCommand } from '../core/index.js';
import type { PendingQuestion } from '../core/index.js';
import { askLine, askSecret } from './prompt.js';
import { printable } from './terminal.js';

export interface Given {
  readonly value?: string;
  readonly choice?: string;
  /** A grant, as `30m` or `1h`. */
  readonly for?: string;
}

export interface Reply {
  readonly yes: boolean;
  readonly value?: string;
  readonly by: string;
  readonly channel: 'cli';
  readonly code?: string;
  readonly grantSeconds?: number;
}

/** A yes to this question, with what it needs: from the flags, or asked for. Secrets never come from the flags. */
export async function approvalOf(question: PendingQuestion, given: Given): Promise<Reply> {
  const grantSeconds = given.for === undefined ? undefined : grantSecondsOf(given.for);
  if (grantSeconds !== undefined && !question.mayGrant)
    throw new Failure('config.invalid', '--for: this is answered once, each time');
  const yes: Reply = { ...said(true), ...(grantSeconds !== undefined && { grantSeconds }) };
  if (question.needsCode) return { ...yes, code: await askSecret('Approval code (not shown): ') };
  if (question.kind === 'choose')
    return { ...yes, value: choiceOf(question, given.choice ?? given.value ?? (await askLine('Which? '))) };
  if (question.kind !== 'input') {
    if (given.value === undefined && given.choice === undefined) return yes;
    throw new Failure('config.invalid', 'this question is answered with yes or no, without a value');
  }
  if (question.secret === undefined) return { ...yes, value: given.value ?? (await askLine('Answer: ')) };
  if (given.value !== undefined) {
    throw new Failure(
      'config.invalid',
      'a secret is typed at the prompt or piped in: every process can see the arguments',
    );
  }
  return { ...yes, value: await askSecret('Answer (not shown): ') };
}

/** One question at the terminal. Undefined: not now. Whatever is neither a clear yes nor a clear no is asked again. */
export async function promptForAnswer(question: PendingQuestion, signal: AbortSignal): Promise<Reply | undefined> {
  const no = said(false);
  switch (question.kind) {
    case 'acknowledge': {
      const typed = await askLine('Enter when seen, s to skip: ', signal);
      return typed === 's' ? undefined : said(true);
    }
    case 'approve':
      return await askLeave(question, signal);
    case 'confirm': {
      const typed = await askUntilClear('y for yes, n for no, s to skip: ', isClear, signal);
      if (typed === 's') return undefined;
      return isYes(typed) ? said(true) : no;
    }
    case 'choose': {
      const typed = await askUntilClear('The number, n to refuse, s to skip: ', (text) => text !== '', signal, false);
      if (typed === 's') return undefined;
      return isNo(typed) ? no : { ...said(true), value: choiceOf(question, typed) };
    }
    case 'input': {
      const ask =
        question.secret === undefined
          ? askLine('Answer, empty to refuse: ', signal)
          : askSecret('Answer (not shown), empty to refuse: ');
      const value = await ask;
      return value === '' ? no : { ...said(true), value };
    }
  }
}

async function askLeave(question: PendingQuestion, signal: AbortSignal): Promise<Reply | undefined> {
  const { mayGrant, needsCode } = question;
  const kinds = mayGrant ? 'y to allow, 1h to allow this kind here for an hour' : 'y to allow';
  const isGrant = (text: string): boolean => mayGrant && LENGTH.test(text);
  const isAnswer = (text: string): boolean => isClear(text) || isGrant(text);
  const typed = await askUntilClear(`${kinds}, n to refuse, s to skip: `, isAnswer, signal);
  if (typed === 's') return undefined;
  if (isNo(typed)) return said(false);
  const granted = isGrant(typed);
  return {
    ...said(true),
    ...(granted && { grantSeconds: grantSecondsOf(typed) }),
    ...(needsCode && { code: await askSecret('Approval code (not shown): ') }),
  };
}

const LENGTH = /^(?<count>\d{1,3})(?<unit>[mh])$/u;

function grantSecondsOf(text: string): number {
  const { count, unit } = LENGTH.exec(text)?.groups ?? {};
  const seconds = Number(count) * (unit === 'h' ? 3600 : 60);
  if (isGrantTime(seconds)) return seconds;
  throw new Failure('config.invalid', 'how long is a number and m or h, from 1m to 8h');
}

/** A slip of the finger is no refusal: the agent would be told not to ask again. */
async function askUntilClear(
  question: string,
  isAnswer: (typed: string) => boolean,
  signal: AbortSignal,
  folds = true,
): Promise<string> {
  for (let again = ''; ; again = 'That is none of these. ') {
    const line = await askLine(`${again}${question}`, signal);
    const typed = folds || /^(?:no?|s)$/iu.test(line) ? line.toLowerCase() : line;
    if (isAnswer(typed)) return typed;
  }
}

function isClear(typed: string): boolean {
  return isYes(typed) || isNo(typed) || typed === 's';
}

function isYes(typed: string): boolean {
  return typed === 'y' || typed === 'yes';
}

function isNo(typed: string): boolean {
  return typed === 'n' || typed === 'no';
}

/** By its number or word for word. */
function choiceOf({ choices = [] }: PendingQuestion, typed: string): string {
  const choice =
    choices.find((text) => text === typed) ?? (/^\d+$/u.test(typed) ? choices[Number(typed) - 1] : undefined);
  if (choice === undefined)
    throw new Failure('config.invalid', `choose one of the ${choices.length}, by its number or word for word`);
  return choice;
}

export function refusedAnswer(): Reply {
  return said(false);
}

function said(yes: boolean): Reply {
  return { yes, by: terminalUser(), channel: 'cli' };
}

/** For the record; the socket's owner is what counts. */
export function terminalUser(): string {
  try {
    return `terminal:${userInfo().username.replace(/[^\p{L}\p{N}._-]/gu, '')}`.slice(0, 80);
  } catch {
    return 'terminal';
  }
}

/** What a yes for a while covers, in words: it is more than the one thing that was shown. */
export function grantWords({ tool, origin, prompt, risk }: PendingQuestion, seconds: number, grant: string): string {
  const minutes = String(Math.round(seconds / 60));
  const where = origin === undefined ? '' : ` on ${printable(origin, 200)}`;
  const level = risk === undefined ? '' : `, up to ${risk} risk`;
  return `Allowed for ${minutes} min: ${printable(tool, 60)}${where}, where ${printable(prompt, 300)}${level}; nothing else. To end it: ${ownCommand(`approvals revoke ${grant}`)}`;
}
