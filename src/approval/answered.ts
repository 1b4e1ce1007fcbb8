import type { AnsweredQuestion, PendingQuestion, PersonAnswer, Question } from '../core/index.js';
import type { Final } from './answer-cache.js';

const MAX_ANSWERED = 20;
const MAX_AGE_MS = 3_600_000;

type State = Pick<AnsweredQuestion, 'state' | 'until' | 'code'>;

/** Recent answers and their outcomes, for the operator only; they end with the process. */
export class AnsweredList {
  readonly #clock: () => number;
  readonly #kept: { readonly key: string; entry: AnsweredQuestion }[] = [];

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  add(key: string, question: PendingQuestion, { yes, by }: Pick<PersonAnswer, 'yes' | 'by'>, state: State): void {
    const { id, kind, scope, tool, prompt, origin, risk, about } = question;
    const shown = { id, kind, scope, tool, prompt, origin, risk, about };
    this.#kept.unshift({ key, entry: { ...shown, yes, by, at: this.#clock(), ...state } });
    this.#kept.splice(MAX_ANSWERED);
  }

  /** Only the latest answer to this question that has not come to its end. */
  move(key: string, from: readonly AnsweredQuestion['state'][], state: State): void {
    const kept = this.#kept.find((each) => each.key === key && from.includes(each.entry.state));
    if (kept === undefined) return;
    kept.entry = { ...kept.entry, ...state };
  }

  list(): readonly AnsweredQuestion[] {
    const now = this.#clock();
    return this.#kept
      .filter(({ entry }) => now - entry.at < MAX_AGE_MS)
      .map(({ entry }) => {
        if (entry.state !== 'kept' || entry.until === undefined || now < entry.until) return entry;
        return { ...entry, state: 'lapsed' };
      });
  }

  clear(): void {
    this.#kept.length = 0;
  }
}

/** Of an answer that its asker came back for. */
export function stateOfTaken({ kind }: Pick<Question, 'kind'>, answer: Final): AnsweredQuestion['state'] {
  return kind === 'approve' && answer.kind === 'yes' ? 'running' : 'over';
}
