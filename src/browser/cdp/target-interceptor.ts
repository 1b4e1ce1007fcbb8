import { Failure } from '../../core/index.js';
import { BlankDocuments } from './blank-documents.js';
import { fieldsOf, textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';
import type { CdpConnection } from './cdp-connection.js';
import { judgedUrl, mayContinue } from './paused-request.js';
import { RequestInjector } from './request-injector.js';
import type { ContextOwner, PageIds } from './context-owner.js';

export type { ContextOwner } from './context-owner.js';

/** Windows that one document may ask for, whether or not it gets them. */
const MAX_WINDOWS = 40;

const FRAME_MOVES: ReadonlySet<string> = new Set([
  'Page.frameNavigated',
  'Page.frameStartedLoading',
  'Page.frameStoppedLoading',
  'Target.detachedFromTarget',
]);

/** One page target on the wire: its documents pass here, or do not. */
export class TargetInterceptor {
  readonly target: string;
  readonly context: string;
  readonly opener: string | undefined;
  readonly injector: RequestInjector;
  readonly #blanks: BlankDocuments;
  readonly #owner: ContextOwner;
  readonly #session: string;
  readonly #isOurs: () => boolean;
  readonly #onStorm: () => void;
  readonly #wire: CdpConnection;
  readonly #answeredAuth = new Set<string>();
  readonly #crash = new AbortController();
  #documents = 0;
  #windows = 0;
  #loader = '';
  #isLoaded = true;
  #wasHeldBack = false;
  #intercepts = false;

  constructor(wire: CdpConnection, ids: PageIds) {
    this.#wire = wire;
    this.#session = ids.session;
    this.#owner = ids.owner;
    this.#isOurs = ids.isOurs;
    this.target = ids.target;
    this.context = ids.context;
    this.opener = ids.opener;
    this.#blanks = new BlankDocuments(ids, {
      call: (method, params) => this.call(method, params),
      mayVisit: (url) => this.#mayVisit(url),
      refuse: (origin) => {
        if (this.#isOurs()) this.#tell('Page.navigate', { url: 'about:blank' });
        this.#refuse(origin, true);
      },
    });
    this.#onStorm = ids.onStorm;
    this.injector = new RequestInjector(ids.target, ids.owner.headers);
    this.#intercept();
  }

  get owner(): ContextOwner {
    return this.#owner;
  }

  /** A page opened it, not we. */
  get isPopup(): boolean {
    return !this.#isOurs();
  }

  /** How many documents it has shown since it was opened. */
  get documents(): number {
    return this.#documents;
  }

  /** Fires when its renderer is gone. The page is dead for ever then. */
  get crashed(): AbortSignal {
    return this.#crash.signal;
  }

  stopLoading(): Promise<unknown> {
    return this.#wire.call('Page.stopLoading', {}, this.#session);
  }

  /**
   * Answers only if the page comes back to its event loop: one that waits inside window.open or alert answers simple
   * questions and hangs all the same. Asked in a world of our own, where the page's timers are not the page's.
   */
  async ping(): Promise<void> {
    const world = { frameId: this.target, worldName: 'gatewright-breath' };
    const { executionContextId: contextId } = await this.#wire.call('Page.createIsolatedWorld', world, this.#session);
    const expression = 'new Promise((done) => setTimeout(done))';
    await this.#wire.call('Runtime.evaluate', { expression, contextId, awaitPromise: true }, this.#session);
  }

  /** It is of no use any more, for the reason that its calls are told. */
  markCrashed(why: Failure): void {
    this.#crash.abort(why);
  }

  /** A command on the page's own line. */
  call(method: string, params: Fields): Promise<Fields> {
    return this.#wire.call(method, params, this.#session);
  }

  /** False: nobody else shall see the message. */
  incoming(message: Fields): boolean {
    const params = fieldsOf(message, 'params');
    this.injector.onEvent(textOf(message, 'method') ?? '', params);
    // A frame that comes back from a process of its own is held only if that is said again.
    if (this.#owner.mayLeave !== undefined && FRAME_MOVES.has(textOf(message, 'method') ?? '')) this.#intercept();
    switch (textOf(message, 'method') ?? '') {
      case 'Fetch.requestPaused':
        this.#paused(params);
        return false;
      case 'Fetch.authRequired':
        this.#challenged(params);
        return false;
      case 'Page.frameStartedNavigating':
        if (textOf(params, 'frameId') === this.target) this.#setsOut(textOf(params, 'url') ?? '');
        return true;
      case 'Network.responseReceived':
        if (fieldsOf(params, 'response')['status'] === 407) this.#forgotten();
        return true;
      case 'Inspector.targetCrashed':
        this.#crash.abort(this.#owner.whyCrashed?.() ?? new Failure('browser.crashed'));
        return true;
      case 'Page.frameNavigated':
        this.#navigated(fieldsOf(params, 'frame'));
        return true;
      case 'Page.documentOpened':
        this.#blanks.written(fieldsOf(params, 'frame'));
        return true;
      case 'Page.lifecycleEvent':
        if (textOf(params, 'loaderId') === this.#loader && params['name'] === 'load') this.#isLoaded = true;
        return true;
      case 'Page.windowOpen':
        if (++this.#windows === MAX_WINDOWS) this.#onStorm();
        return true;
      case 'Page.frameStoppedLoading':
        if (textOf(params, 'frameId') === this.target) this.#stopped();
        return true;
      default:
        return true;
    }
  }

  /** Holds the requests that must be held now, and no others. */
  async intercept(): Promise<void> {
    const { holdsDocuments, proxyCredentials } = this.#owner;
    const { holds } = this.injector;
    const wanted = holdsDocuments || proxyCredentials?.areSent === false || holds !== 'nothing';
    if (!wanted && !this.#intercepts) return;
    this.#intercepts = wanted;
    const isAll = holds === 'everything' || this.#owner.mayLeave !== undefined;
    const resource = isAll ? {} : { resourceType: 'Document' };
    const patterns = [{ urlPattern: '*', ...resource, requestStage: 'Request' }];
    const enabled = { patterns, handleAuthRequests: proxyCredentials !== undefined };
    await this.#wire.call(wanted ? 'Fetch.enable' : 'Fetch.disable', wanted ? enabled : {}, this.#session);
  }

  #intercept(): void {
    this.intercept().catch(() => {
      // Gone, or without anybody who judges what it sends.
      if (this.#owner.mayLeave !== undefined) this.#wire.tell('Target.closeTarget', { targetId: this.target });
    });
  }

  /** The part of the browser that speaks to the network was started anew, and knows no credentials. */
  #forgotten(): void {
    const { proxyCredentials } = this.#owner;
    if (proxyCredentials === undefined) return;
    proxyCredentials.areSent = false;
    this.#intercept();
  }

  /**
   * Cancels a forbidden navigation at its start, so that the current page stays instead of an error page. If this comes
   * too late, the proxy still refuses the request.
   */
  #setsOut(url: string): void {
    if (this.#intercepts || this.#mayVisit(url)) return;
    this.#tell('Page.stopLoading', {});
    this.#refuse(url, this.#documents === 0);
  }

  #paused(params: Fields): void {
    const requestId = textOf(params, 'requestId');
    const url = textOf(fieldsOf(params, 'request'), 'url') ?? '';
    const empty = this.injector.emptyFor(params);
    if (empty !== undefined) {
      this.#tell('Fetch.fulfillRequest', empty);
      return;
    }
    // A page target and its main frame have the same id.
    const isTop = params['resourceType'] === 'Document' && textOf(params, 'frameId') === this.target;
    if (!isTop || this.#mayVisit(url)) {
      void mayContinue(this.#owner, fieldsOf(params, 'request')).then(async (isFree) => {
        if (isFree) this.#tell('Fetch.continueRequest', { requestId, ...(await this.injector.changesFor(params)) });
        else this.#tell('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      });
      return;
    }
    // Aborted, and the page stays as it was; any other reason would put an error page in its place.
    this.#tell('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    this.#refuse(url, this.#documents === 0);
  }

  #challenged(params: Fields): void {
    const requestId = textOf(params, 'requestId') ?? '';
    const { proxyCredentials } = this.#owner;
    const isProxy = textOf(fieldsOf(params, 'authChallenge'), 'source') === 'Proxy';
    // The same question again means that the answer was wrong.
    const again = this.#answeredAuth.has(requestId);
    this.#answeredAuth.add(requestId);
    const authChallengeResponse =
      isProxy && !again && proxyCredentials !== undefined
        ? { response: 'ProvideCredentials', username: proxyCredentials.username, password: proxyCredentials.password }
        : { response: 'CancelAuth' };
    this.#tell('Fetch.continueWithAuth', { requestId, authChallengeResponse });
  }

  /** The second check, of what was shown in the end: a service worker can answer a navigation with no request at all. */
  #navigated(frame: Fields): void {
    if (frame['parentId'] !== undefined) return;
    this.#documents += 1;
    if (this.#answeredAuth.size > 0 && this.#owner.proxyCredentials !== undefined)
      this.#owner.proxyCredentials.areSent = true;
    this.#answeredAuth.clear();
    this.#intercept();
    this.#loader = textOf(frame, 'loaderId') ?? '';
    this.#isLoaded = false;
    this.#windows = 0;
    this.#wasHeldBack = false;
    const url = textOf(frame, 'url') ?? '';
    const unreached = textOf(frame, 'unreachableUrl');
    if (unreached !== undefined && !this.#mayVisit(unreached)) this.#refuse(unreached, this.#documents === 1);
    if (judgedUrl(url) === undefined && this.#owner.holdsDocuments) this.#blanks.shown();
    else this.#blanks.replaced();
    if (this.#mayVisit(url)) return;
    this.#tell('Page.navigate', { url: 'about:blank' });
    this.#refuse(url, this.#documents === 1);
  }

  /** A popup that was opened for this is of no use to anybody. */
  #refuse(url: string, isFirst: boolean): void {
    this.#owner.blocked(url);
    this.#wasHeldBack = true;
    if (isFirst && !this.#isOurs()) this.#wire.tell('Target.closeTarget', { targetId: this.target });
  }

  /**
   * A document that set out for another one while it was loading, and was held back, stays as far as it came; the
   * browser stops and never says that it is loaded. Whoever waits for that would wait in vain.
   */
  #stopped(): void {
    if (!this.#wasHeldBack || this.#isLoaded) return;
    this.#isLoaded = true;
    for (const name of ['DOMContentLoaded', 'load']) {
      const params = { frameId: this.target, loaderId: this.#loader, name, timestamp: 0 };
      this.#wire.emitEvent({ method: 'Page.lifecycleEvent', params, sessionId: this.#session });
    }
  }

  #mayVisit(url: string): boolean {
    const judged = judgedUrl(url);
    if (judged === undefined) return true;
    try {
      return this.#owner.mayVisit(judged);
    } catch {
      return false;
    }
  }

  #tell(method: string, params: Fields): void {
    this.#wire.tell(method, params, this.#session);
  }
}
