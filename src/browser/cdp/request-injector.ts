import { fieldsOf, textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';
import type { HeaderRules } from './header-rules.js';
import { RequestDocuments } from './request-documents.js';

/** The icon is named so that none is asked for: nothing of this page goes to the network. */
const EMPTY_PAGE = '<!doctype html><link rel="icon" href="data:,">';
const EMPTY_HEADERS = [
  { name: 'content-type', value: 'text/html; charset=utf-8' },
  { name: 'content-security-policy', value: "default-src 'none'; img-src data:" },
  { name: 'referrer-policy', value: 'no-referrer' },
  { name: 'cache-control', value: 'no-store' },
];

/** What a session's identities do to the requests of one page. */
export class RequestInjector {
  readonly #target: string;
  readonly #rules: HeaderRules | undefined;
  readonly #frames = new Map<string, { readonly origin: string | undefined; readonly parent: string | undefined }>();
  readonly #documents = new RequestDocuments();
  /** An empty document that is waited for, and the load that it was given to. */
  #empty: { readonly url: string; loader: string | undefined } | undefined;

  constructor(target: string, rules: HeaderRules | undefined) {
    this.#target = target;
    this.#rules = rules;
  }

  /** Which requests must be held. */
  get holds(): 'nothing' | 'documents' | 'everything' {
    if (this.#rules?.isEmpty === false) return 'everything';
    return this.#empty === undefined ? 'nothing' : 'documents';
  }

  awaitEmpty(url: string): void {
    this.#empty = { url, loader: undefined };
  }

  /** Is this the load that our empty document was given to? */
  gaveEmptyTo(loader: string | undefined): boolean {
    return loader !== undefined && this.#empty?.loader === loader;
  }

  forgetEmpty(): void {
    this.#empty = undefined;
  }

  /** The whole answer to a held request that is ours to answer. */
  emptyFor(paused: Fields): Fields | undefined {
    const empty = this.#empty;
    if (empty === undefined || !this.#isTop(paused)) return undefined;
    if (textOf(fieldsOf(paused, 'request'), 'url') !== empty.url) return undefined;
    empty.loader = textOf(paused, 'networkId');
    const body = Buffer.from(EMPTY_PAGE).toString('base64');
    return { requestId: paused['requestId'], responseCode: 200, responseHeaders: EMPTY_HEADERS, body };
  }

  /** What to change in a held request. */
  async changesFor(paused: Fields): Promise<Fields> {
    if (this.#rules === undefined || this.#rules.isEmpty) return {};
    const request = fieldsOf(paused, 'request');
    const url = textOf(request, 'url') ?? '';
    // Requests to other origins wait for no announcement.
    const asker = this.#rules.concerns(url) ? await this.#asker(paused) : undefined;
    const headers = this.#rules.apply({
      url,
      method: textOf(request, 'method') ?? '',
      headers: fieldsOf(request, 'headers'),
      isTop: this.#isTop(paused),
      asker,
    });
    return headers === undefined ? {} : { headers };
  }

  onEvent(event: string, params: Fields): void {
    this.#documents.onEvent(event, params);
    switch (event) {
      case 'Page.frameAttached':
        this.#frames.set(textOf(params, 'frameId') ?? '', {
          origin: undefined,
          parent: textOf(params, 'parentFrameId'),
        });
        break;
      case 'Page.frameNavigated': {
        const frame = fieldsOf(params, 'frame');
        const [origin, parent] = [textOf(frame, 'securityOrigin'), textOf(frame, 'parentId')];
        this.#frames.set(textOf(frame, 'id') ?? '', { origin, parent });
        break;
      }
      case 'Page.frameDetached':
        this.#frames.delete(textOf(params, 'frameId') ?? '');
        break;
      default:
    }
  }

  /** A page target and its main frame have the same id. */
  #isTop(paused: Fields): boolean {
    return paused['resourceType'] === 'Document' && textOf(paused, 'frameId') === this.#target;
  }

  /**
   * A frame's document is asked for by the document around it. Anything else is asked for by the document that Chromium
   * names as it announces the request: what a frame shows can be another one by now, as the page before it may still send
   * when it is left (`pagehide`), and a new page asks for pictures before Chromium says that it is there.
   */
  #asker(paused: Fields): string | Promise<string | undefined> | undefined {
    const frameId = textOf(paused, 'frameId') ?? '';
    if (paused['resourceType'] !== 'Document') return this.#documents.originFor(textOf(paused, 'networkId') ?? '');
    const frame = this.#frames.get(frameId);
    if (frameId === this.#target) return frame?.origin;
    return frame?.parent === undefined ? undefined : this.#frames.get(frame.parent)?.origin;
  }
}
