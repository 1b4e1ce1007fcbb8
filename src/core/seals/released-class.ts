import type { JsonObject } from '../json.js';

export type ReleasedBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

export interface ReleasedContent {
  readonly isError: boolean;
  readonly blocks: readonly ReleasedBlock[];
  readonly structured?: JsonObject;
  readonly meta?: JsonObject;
  /** A question for the person at the client, where it can show one. */
  readonly ask?: {
    readonly message: string;
    readonly schema: JsonObject;
    /** In place of a form: where its user is to go. */
    readonly url?: string;
    readonly state?: string;
  };
}

let mint: (content: ReleasedContent) => Released;
let open: (released: Released) => ReleasedContent;

/** What may leave: masked and fenced, results and errors alike. */
export class Released {
  readonly #content: ReleasedContent;
  private constructor(content: ReleasedContent) {
    this.#content = content;
  }
  static {
    mint = (content) => new Released(content);
    open = (released) => released.#content;
  }
}

export { mint, open };
