import type { Call } from '../call.js';
import type { ElementFacts, CallFacts } from '../facts.js';
import type { ElementTarget } from '../target.js';
import type { Verdict } from '../verdict.js';

export interface PermitContent {
  readonly call: Call;
  /** The facts it was given on: the browser acts only while they hold. */
  readonly callFacts: CallFacts;
  readonly rule: string;
  /**
   * Judges an element that was not there before the call, as if the call had declared it. Throws where a secret would go
   * astray. Absent: nothing but what was declared may be touched.
   */
  readonly judge?: (target: ElementTarget, facts: ElementFacts) => Verdict;
}

let mint: (content: PermitContent) => Permit;
let open: (permit: Permit) => PermitContent;

/** Leave to touch a page. A look-alike object does not compile, and does not open. */
export class Permit {
  readonly #content: PermitContent;
  private constructor(content: PermitContent) {
    this.#content = content;
  }
  static {
    mint = (content) => new Permit(content);
    open = (permit) => permit.#content;
  }
}

export { mint, open };
