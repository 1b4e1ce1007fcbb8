import type { PageRequests } from '../../core/index.js';
import { fieldsOf, textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';
import type { CdpConnection } from './cdp-connection.js';

/** Remembered targets; older ones are forgotten. */
const MAX_TARGETS = 5_000;
/** Targets whose first requests may have gone out before anybody listened, if they did not wait. */
const RUNS_SCRIPT = new Set(['iframe', 'worker']);
const ATTACH_TO_CHILDREN = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

/**
 * Tells the owner of a context where its pages, frames and workers are about to send requests. Playwright switches
 * Network events on for pages, frames, dedicated and service workers; shared workers it leaves alone, so their sessions
 * are kept from it and used here (Chromium gives them no workers of their own).
 */
export class RequestAnnouncer {
  readonly #wire: CdpConnection;
  /** By DevTools session. */
  readonly #requests = new Map<string, PageRequests>();
  readonly #shared = new Set<string>();
  readonly #targets = new Set<string>();

  constructor(wire: CdpConnection) {
    this.#wire = wire;
  }

  /** A session for a target of the context; true: its messages are kept from Playwright. */
  attached(params: Fields, requests: PageRequests | undefined): boolean {
    if (requests === undefined) return false;
    const session = textOf(params, 'sessionId') ?? '';
    const info = fieldsOf(params, 'targetInfo');
    this.#requests.set(session, requests);
    // A frame from `srcdoc` or `data:` in a process of its own does not wait until somebody listens.
    const type = textOf(info, 'type') ?? '';
    const isFirst = this.#isFirst(textOf(info, 'targetId') ?? '');
    if (isFirst && params['waitingForDebugger'] === false && RUNS_SCRIPT.has(type)) requests.missed();
    // Playwright lets a worker run before it asks for the worker's own workers; the first of them would go unheard.
    if (type === 'worker') this.#wire.sendNoReply('Target.setAutoAttach', ATTACH_TO_CHILDREN, session);
    if (type !== 'shared_worker') return false;
    this.#shared.add(session);
    this.#wire.sendNoReply('Network.enable', {}, session);
    this.#wire.sendNoReply('Runtime.runIfWaitingForDebugger', {}, session);
    return true;
  }

  /** True: no message of the session was passed to Playwright. */
  detached(session: string): boolean {
    this.#requests.delete(session);
    return this.#shared.delete(session);
  }

  /** True: the message is for us alone. */
  onMessage(session: string, message: Fields): boolean {
    const method = textOf(message, 'method');
    const requests = this.#requests.get(session);
    if (requests !== undefined && method !== undefined) {
      const url = urlIn(method, fieldsOf(message, 'params'));
      if (url !== undefined) requests.announce(url);
    }
    if (!this.#shared.has(session)) return false;
    // A worker that was restarted waits again.
    if (method === 'Inspector.targetReloadedAfterCrash')
      this.#wire.sendNoReply('Runtime.runIfWaitingForDebugger', {}, session);
    return true;
  }

  #isFirst(target: string): boolean {
    if (this.#targets.has(target)) return false;
    const [oldest] = this.#targets;
    if (this.#targets.size >= MAX_TARGETS && oldest !== undefined) this.#targets.delete(oldest);
    this.#targets.add(target);
    return true;
  }
}

function urlIn(method: string, params: Fields): string | undefined {
  switch (method) {
    case 'Network.requestWillBeSent':
    case 'Fetch.requestPaused':
      return textOf(fieldsOf(params, 'request'), 'url');
    case 'Network.webSocketCreated':
    case 'Page.frameStartedNavigating':
    case 'Page.frameRequestedNavigation':
    case 'Page.windowOpen':
      return textOf(params, 'url');
    default:
      return undefined;
  }
}
