import { fieldsOf, textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';
import { documentOrigin } from './frame-origins.js';

interface BlankDocumentsDeps {
  readonly call: (method: string, params: Fields) => Promise<Fields>;
  readonly mayVisit: (url: string) => boolean;
  readonly refuse: (origin: string) => void;
}

/**
 * Top documents without an address of their own (`about:blank`, and what scripts write there). Such a document has the
 * origin of whoever made it, and is judged by that: an origin that may only be loaded must not get a tab this way.
 */
export class BlankDocuments {
  readonly #target: string;
  readonly #creator: string | undefined;
  readonly #deps: BlankDocumentsDeps;
  #shown = 0;

  /** `creator`: the origin of the frame that opened the window, if a frame did. */
  constructor(ids: { readonly target: string; readonly creator?: string | undefined }, deps: BlankDocumentsDeps) {
    this.#target = ids.target;
    this.#creator = ids.creator;
    this.#deps = deps;
  }

  shown(): void {
    const shown = ++this.#shown;
    const judge = (origin: string | undefined): void => {
      if (shown === this.#shown) this.#judge(origin ?? this.#creator);
    };
    this.#inheritedOrigin().then(judge, () => {
      judge(undefined);
    });
  }

  /** A document with an address is there now. */
  replaced(): void {
    this.#shown += 1;
  }

  /** A script of another window wrote a document into this one; its address is that window's from then on. */
  written(frame: Fields): void {
    if (frame['parentId'] === undefined) this.#judge(documentOrigin(frame) ?? this.#creator);
  }

  #judge(origin: string | undefined): void {
    if (origin !== undefined && !this.#deps.mayVisit(origin)) this.#deps.refuse(origin);
  }

  /**
   * DevTools works `securityOrigin` out of the address, so that the document itself is asked, in a world that its scripts
   * cannot reach. Undefined: an opaque origin.
   */
  async #inheritedOrigin(): Promise<string | undefined> {
    const { call } = this.#deps;
    const world = await call('Page.createIsolatedWorld', { frameId: this.#target, worldName: 'gatewright-origin' });
    const contextId = world['executionContextId'];
    const answer = await call('Runtime.evaluate', { expression: 'origin', contextId, returnByValue: true });
    const origin = textOf(fieldsOf(answer, 'result'), 'value');
    return origin !== undefined && /^https?:\/\//iu.test(origin) ? origin : undefined;
  }
}
