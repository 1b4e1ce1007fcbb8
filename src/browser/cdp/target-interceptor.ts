import { Failure } from '../../core/index.js';
import { BlankDocuments } from './blank-documents.js';
import { fieldsOf, isFields, textOf } from './message-fields.js';
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
  readonly #onTooManyWindows: () => void;
  readonly #wire: CdpConnection;
  readonly #answeredAuth = new Set<string>();
  readonly #crash = new AbortController();
  #documents = 0;
  #windows = 0;
  #loader = '';
  #isLoaded = true;
  #wasHeldBack = false;
  #intercepts = false;
  #isAdopted = false;

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
        if (this.#isOurs()) this.#send('Page.navigate', { url: 'about:blank' });
        this.#refuse(origin, true);
      },
    });
    this.#onTooManyWindows = ids.onTooManyWindows;
    this.injector = new RequestInjector(ids.target, ids.owner.headers);
    this.#intercept();
    this.#judgeFirst().catch(() => undefined);
  }

  get owner(): ContextOwner {
    return this.#owner;
  }

  /** A page opened it, not we. */
  get isPopup(): boolean {
    return !this.#isAdopted && !this.#isOurs();
  }

  /** This page was open before we connected, and shows a document already. */
  markAdopted(): void {
    this.#isAdopted = true;
    this.#documents = Math.max(1, this.#documents);
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

  /** The page is unusable from now on; its calls fail with this reason. */
  markCrashed(why: Failure): void {
    this.#crash.abort(why);
  }

  /** A command on the page's own line. */
  call(method: string, params: Fields): Promise<Fields> {
    return this.#wire.call(method, params, this.#session);
  }

  /** False: nobody else shall see the message. */
  onMessage(message: Fields): boolean {
    const params = fieldsOf(message, 'params');
    this.injector.onEvent(textOf(message, 'method') ?? '', params);
    // A frame that comes back from a process of its own is held only if that is said again.
    if (this.#owner.maySendRequest !== undefined && FRAME_MOVES.has(textOf(message, 'method') ?? '')) this.#intercept();
    switch (textOf(message, 'method') ?? '') {
      case 'Fetch.requestPaused':
        this.#onRequestPaused(params);
        return false;
      case 'Fetch.authRequired':
        this.#onAuthRequired(params);
        return false;
      case 'Page.frameStartedNavigating':
        if (textOf(params, 'frameId') === this.target) this.#onNavigationStarted(textOf(params, 'url') ?? '');
        return true;
      case 'Network.responseReceived':
        if (fieldsOf(params, 'response')['status'] === 407) this.#onCredentialsForgotten();
        return true;
      case 'Inspector.targetCrashed':
        this.#crash.abort(this.#owner.whyCrashed?.() ?? new Failure('browser.crashed'));
        return true;
      case 'Page.frameNavigated':
        this.#onDocumentShown(fieldsOf(params, 'frame'));
        return true;
      case 'Page.documentOpened':
        this.#blanks.written(fieldsOf(params, 'frame'));
        return true;
      case 'Page.lifecycleEvent':
        if (textOf(params, 'loaderId') === this.#loader && params['name'] === 'load') this.#isLoaded = true;
        return true;
      case 'Page.windowOpen':
        if (++this.#windows === MAX_WINDOWS) this.#onTooManyWindows();
        return true;
      case 'Page.frameStoppedLoading':
        if (textOf(params, 'frameId') === this.target) this.#onLoadingStopped();
        return true;
      default:
        return true;
    }
  }

  /** Pauses the requests that must be judged now (`Fetch.enable`), and no others. */
  async intercept(): Promise<void> {
    const { pausesDocuments, proxyCredentials } = this.#owner;
    const { holds } = this.injector;
    const wanted = pausesDocuments || proxyCredentials?.areSent === false || holds !== 'nothing';
    if (!wanted && !this.#intercepts) return;
    this.#intercepts = wanted;
    const isAll = holds === 'everything' || this.#owner.maySendRequest !== undefined;
    const resource = isAll ? {} : { resourceType: 'Document' };
    const patterns = [{ urlPattern: '*', ...resource, requestStage: 'Request' }];
    const enabled = { patterns, handleAuthRequests: proxyCredentials !== undefined };
    await this.#wire.call(wanted ? 'Fetch.enable' : 'Fetch.disable', wanted ? enabled : {}, this.#session);
  }

  #intercept(): void {
    this.intercept().catch(() => {
      // The page is gone, or its requests would be sent without being judged: then it is closed.
      if (this.#owner.maySendRequest !== undefined)
        this.#wire.sendNoReply('Target.closeTarget', { targetId: this.target });
    });
  }

  /** The part of the browser that speaks to the network was started anew, and knows no credentials. */
  #onCredentialsForgotten(): void {
    const { proxyCredentials } = this.#owner;
    if (proxyCredentials === undefined) return;
    proxyCredentials.areSent = false;
    this.#intercept();
  }

  /**
   * Cancels a forbidden navigation at its start, so that the current page stays instead of an error page. If this comes
   * too late, the proxy still refuses the request.
   */
  #onNavigationStarted(url: string): void {
    if (this.#intercepts || this.#mayVisit(url)) return;
    this.#send('Page.stopLoading', {});
    this.#refuse(url, this.#documents === 0);
  }

  /** A tab that an extension opens can show its document before the target's events are on: nobody sees it navigate. */
  async #judgeFirst(): Promise<void> {
    await this.call('Page.enable', {});
    if (this.#isOurs()) return;
    const { frameTree } = await this.call('Page.getFrameTree', {});
    const url = isFields(frameTree) ? (textOf(fieldsOf(frameTree, 'frame'), 'url') ?? '') : '';
    if (!this.#mayVisit(url)) this.#refuse(url, this.#documents <= 1);
  }

  #onRequestPaused(params: Fields): void {
    const requestId = textOf(params, 'requestId');
    const url = textOf(fieldsOf(params, 'request'), 'url') ?? '';
    const empty = this.injector.emptyFor(params);
    if (empty !== undefined) {
      this.#send('Fetch.fulfillRequest', empty);
      return;
    }
    // A page target and its main frame have the same id.
    const isTop = params['resourceType'] === 'Document' && textOf(params, 'frameId') === this.target;
    if (!isTop || this.#mayVisit(url)) {
      void mayContinue(this.#owner, fieldsOf(params, 'request')).then(async (isFree) => {
        if (isFree) this.#send('Fetch.continueRequest', { requestId, ...(await this.injector.changesFor(params)) });
        else this.#send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      });
      return;
    }
    // Aborted, and the page stays as it was; any other reason would put an error page in its place.
    this.#send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    this.#refuse(url, this.#documents === 0);
  }

  #onAuthRequired(params: Fields): void {
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
    this.#send('Fetch.continueWithAuth', { requestId, authChallengeResponse });
  }

  /** The second check, of what was shown in the end: a service worker can answer a navigation with no request at all. */
  #onDocumentShown(frame: Fields): void {
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
    if (judgedUrl(url) === undefined && this.#owner.pausesDocuments) this.#blanks.shown();
    else this.#blanks.replaced();
    if (this.#mayVisit(url)) return;
    this.#send('Page.navigate', { url: 'about:blank' });
    this.#refuse(url, this.#documents === 1);
  }

  /** A popup that was opened for this is of no use to anybody. */
  #refuse(url: string, isFirst: boolean): void {
    this.#owner.blocked(url);
    this.#wasHeldBack = true;
    if (isFirst && !this.#isOurs()) this.#wire.sendNoReply('Target.closeTarget', { targetId: this.target });
  }

  /**
   * A document that navigated while it was loading, and whose navigation was refused, stays partly loaded: the browser
   * stops loading and never says that it is loaded. A wait for that would not end.
   */
  #onLoadingStopped(): void {
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

  #send(method: string, params: Fields): void {
    this.#wire.sendNoReply(method, params, this.#session);
  }
}
