import type { JsonObject, PendingQuestion, Record } from '../core/index.js';

/** Events of questions, on the record. */
export class QuestionNotes {
  readonly #note: Record['note'];

  constructor(note: Record['note']) {
    this.#note = note;
  }

  /** Throws where the record cannot be written. */
  write(event: string, { id, scope, kind, tool, risk }: PendingQuestion, more: JsonObject): void {
    this.#note({
      event,
      scope,
      facts: { question: id, kind, tool, ...(risk === undefined ? {} : { risk }), ...more },
    });
  }

  try(event: string, question: PendingQuestion, more: JsonObject): void {
    try {
      this.write(event, question, more);
    } catch {
      // Nothing was approved; the next call finds out that the record is broken.
    }
  }
}
