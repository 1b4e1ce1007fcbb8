import type { PendingQuestion } from '../core/index.js';
import { printable } from './terminal.js';
import type { Terminal } from './terminal.js';

/** A question for a person. Prompt, choices and facts come from an agent or a page, and are shown as data. */
export function questionLines(question: PendingQuestion, { paint }: Pick<Terminal, 'paint'>, now: number): string[] {
  const { id, kind, tool, scope, origin, prompt, choices, secret, about } = question;
  const left = Math.max(0, Math.round((question.expiresAt - now) / 1000));
  const head = [
    paint('bold', id),
    kind,
    printable(tool, 60),
    `${printable(scope.principal, 40)}/${printable(scope.session, 40)}`,
    ...(origin === undefined ? [] : [printable(origin, 120)]),
    paint('dim', `${String(left)} s left`),
  ];
  return [
    head.join('  '),
    `  ${printable(prompt, 600)}`,
    ...(choices ?? []).map((choice, i) => `  ${String(i + 1)}. ${printable(choice, 200)}`),
    ...Object.entries(about ?? {}).map(
      ([key, value]) => `  ${printable(key, 40)}: ${printable(JSON.stringify(value), 300)}`,
    ),
    ...(secret === undefined
      ? []
      : [`  The answer is kept as the secret ${printable(secret, 60)}; the agent never sees it.`]),
  ];
}
