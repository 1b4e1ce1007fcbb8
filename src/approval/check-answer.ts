import { isGrantTime } from '../core/index.js';
import type { PendingQuestion, PersonAnswer, QuestionKind } from '../core/index.js';
import type { OpenQuestion } from './open-question.js';

export const MAX_ANSWER_CHARACTERS = 10_000;

/** Why this answer does not fit the question, in words for the person; undefined if it does. */
export function whyUnfit(
  question: { readonly kind: QuestionKind; readonly choices?: readonly string[] },
  answer: Pick<PersonAnswer, 'yes' | 'value' | 'by'>,
): string | undefined {
  const { yes, value, by } = answer;
  if (by.trim() === '') return 'It must be known who answers.';
  if (!yes && value !== undefined) return 'A refusal carries no value.';
  switch (question.kind) {
    case 'acknowledge':
      if (!yes) return 'This can only be acknowledged.';
      return value === undefined ? undefined : 'This is answered without a value.';
    case 'approve':
    case 'confirm':
      return value === undefined ? undefined : 'This is answered with yes or no, without a value.';
    case 'choose':
      if (!yes || (value !== undefined && question.choices?.includes(value) === true)) return undefined;
      return 'The answer must be one of the choices.';
    case 'input':
      if (!yes) return undefined;
      if (value === undefined || value.trim() === '') return 'The answer is empty.';
      return value.length > MAX_ANSWER_CHARACTERS ? 'The answer is longer than 10,000 characters.' : undefined;
  }
}

/** Why this answer does not count, in words for the person; undefined if it does. */
export function whyNot(
  { shown, openChannels, bounds }: Pick<OpenQuestion, 'shown' | 'openChannels' | 'bounds'>,
  answer: PersonAnswer,
  mayClientAnswer: (question: PendingQuestion) => boolean,
): string | undefined {
  const { channel, grantSeconds, yes } = answer;
  const { grantable } = bounds;
  if (!openChannels.has(channel)) return 'This question is not answered through this channel.';
  if (channel === 'elicitation' && !mayClientAnswer(shown)) return 'A person has to answer this.';
  if (grantSeconds === undefined) return whyUnfit(shown, answer);
  if (!yes || !shown.mayGrant || grantable === undefined) return 'This cannot be granted beforehand.';
  // A grant outlives what was seen: it is given where a person looked, not by a link or the agent's own client.
  if (channel === 'elicitation' || channel === 'webhook') return 'Grants are given in a terminal or in the console.';
  if (!isGrantTime(grantSeconds)) return 'A grant is for one minute to eight hours: give a time within that.';
  return whyUnfit(shown, answer);
}
