import { userInfo } from 'node:os';
import { Failure } from '../core/index.js';
import type { PendingQuestion } from '../core/index.js';
import { askLine, askSecret } from './prompt.js';

export interface Given {
  readonly value?: string;
  readonly choice?: string;
}

export interface Reply {
  readonly yes: boolean;
  readonly value?: string;
  readonly by: string;
}

/** A yes to this question, with what it needs: from the flags, or asked for. Secrets never come from the flags. */
export async function approvalOf(question: PendingQuestion, given: Given): Promise<Reply> {
  const yes = { yes: true, by: whoAnswers() };
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

/** One question at the terminal. Undefined: not now. Anything but a clear yes is a no. */
export async function askPerson(question: PendingQuestion, signal: AbortSignal): Promise<Reply | undefined> {
  const no = { yes: false, by: whoAnswers() };
  switch (question.kind) {
    case 'acknowledge': {
      const typed = await askLine('Enter when seen, s to skip: ', signal);
      return typed === 's' ? undefined : { yes: true, by: whoAnswers() };
    }
    case 'approve':
    case 'confirm': {
      const typed = (await askLine('y to allow, n to refuse, s to skip: ', signal)).toLowerCase();
      if (typed === 's') return undefined;
      return typed === 'y' || typed === 'yes' ? { yes: true, by: whoAnswers() } : no;
    }
    case 'choose': {
      const typed = await askLine('The number, n to refuse, s to skip: ', signal);
      if (typed === 's') return undefined;
      return typed === 'n' || typed === '' ? no : { yes: true, by: whoAnswers(), value: choiceOf(question, typed) };
    }
    case 'input': {
      const ask =
        question.secret === undefined
          ? askLine('Answer, empty to refuse: ', signal)
          : askSecret('Answer (not shown), empty to refuse: ');
      const value = await ask;
      return value === '' ? no : { yes: true, by: whoAnswers(), value };
    }
  }
}

/** By its number or word for word. */
function choiceOf({ choices = [] }: PendingQuestion, typed: string): string {
  const choice =
    choices.find((text) => text === typed) ?? (/^\d+$/u.test(typed) ? choices[Number(typed) - 1] : undefined);
  if (choice === undefined)
    throw new Failure('config.invalid', `choose one of the ${choices.length}, by its number or word for word`);
  return choice;
}

export function refusal(): Reply {
  return { yes: false, by: whoAnswers() };
}

/** For the record; the socket's owner is what counts. */
function whoAnswers(): string {
  try {
    return `terminal:${userInfo().username.replace(/[^\p{L}\p{N}._-]/gu, '')}`.slice(0, 80);
  } catch {
    return 'terminal';
  }
}
