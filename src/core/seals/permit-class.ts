import type { Call } from '../call.js';
import type { Sight } from '../facts.js';

export interface PermitContent {
  readonly call: Call;
  /** The facts it was given on: the browser acts only while they hold. */
  readonly sight: Sight;
  readonly rule: string;
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
