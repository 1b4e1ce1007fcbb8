import { Failure } from '../core/index.js';
import type { JsonObject } from '../core/index.js';

/** The question as the agent's client shows it. */
export interface ElicitationForm {
  readonly message: string;
  readonly schema: JsonObject;
  /** In place of a form: where the person answers. Ours, without a word of a page and without a secret. */
  readonly url?: string;
  readonly state?: string;
}

/** The third outcome beside ok and error: the client is to ask, and to call again with what it was told. */
export class ElicitationRequired extends Failure {
  readonly form: ElicitationForm;
  constructor(form: ElicitationForm) {
    super('approval.pending');
    this.form = form;
  }
}
