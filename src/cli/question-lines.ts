import { describeQuestion, sessionLabel } from '../core/index.js';
import type { PendingQuestion, QuestionRow } from '../core/index.js';
import { printable } from './terminal.js';
import type { Terminal } from './terminal.js';

/** A question for a person. Prompt, choices and facts come from an agent or a page, and are shown as data. */
export function questionLines(question: PendingQuestion, { paint }: Pick<Terminal, 'paint'>, now: number): string[] {
  const { id, kind, tool, scope, choices } = question;
  const left = Math.max(0, Math.round((question.expiresAt - now) / 1000));
  const head = [
    paint('bold', id),
    kind,
    printable(tool, 60),
    printable(sessionLabel(scope), 120),
    paint('dim', `${String(left)} s left${ageOf(question, now)}`),
  ];
  return [
    head.join('  '),
    ...describeQuestion(question).map(({ from, label, text }) => {
      return `  ${printable(label, 120)}${paint('dim', WHOSE[from])}: ${printable(text, 700)}`;
    }),
    ...(choices ?? []).map((choice, i) => `  ${String(i + 1)}. ${printable(choice, 200)}`),
    ...(question.needsCode ? ['  A yes takes the approval code.'] : []),
  ];
}

/** A question may be older than the time that a person has for it, which begins as it is shown. */
function ageOf({ askedAt }: PendingQuestion, now: number): string {
  const minutes = Math.floor((now - askedAt) / 60_000);
  return minutes < 1 ? '' : `, asked ${String(minutes)} min ago`;
}

const WHOSE: Readonly<Record<QuestionRow['from'], string>> = {
  gateway: '',
  agent: " (the agent's words)",
  page: ' (text of the page)',
};
