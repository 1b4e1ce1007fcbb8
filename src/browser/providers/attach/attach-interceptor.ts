import { setTimeout as wait } from 'node:timers/promises';
import { fieldsOf, isFields, numberOf, textOf } from '../../cdp/message-fields.js';
import type { Fields } from '../../cdp/message-fields.js';
import { SWALLOWED } from '../../cdp/cdp-connection.js';
import type { CdpConnection, CdpInterceptor } from '../../cdp/cdp-connection.js';
import type { DocumentInterceptor } from '../../cdp/cdp-interceptor.js';
import type { ContextOwner } from '../../cdp/target-interceptor.js';
import { succeeds } from '../../with-timeout.js';
import { AnnouncedTabs } from './announced-tabs.js';
import { ChildGuard } from './child-guard.js';
import type { TabReaper } from './tab-reaper.js';

/** What Playwright may ask of the browser as a whole. Whatever else there is would change it for the person too. */
const HARMLESS: ReadonlySet<string> = new Set([
  'Browser.getVersion',
  'Target.attachToBrowserTarget',
  'Target.setAutoAttach',
  'Target.getTargetInfo',
  'Target.createTarget',
  'Target.detachFromTarget',
]);
/** Only on tabs that are ours. */
const ON_A_TAB: ReadonlySet<string> = new Set(['Target.attachToTarget', 'Target.closeTarget', 'Target.activateTarget']);
const LEAVE_MS = 700;
const JUDGED_MS = 200;
/** So long a tab of nobody waits for a page of ours to say that it is its own. */
const DOUBT_MS = 250;

/**
 * In front of the document interceptor, in a browser that is a person's: of its tabs only those that we opened, and what
 * they open, are ours. Every other one is let go as soon as the browser shows it to us, and Playwright never sees it.
 */
export class AttachInterceptor implements CdpInterceptor {
  readonly #wire: CdpConnection;
  readonly #documents: DocumentInterceptor;
  readonly #reaper: TabReaper;
  readonly #ours = new Set<string>();
  /** The first line to each of our tabs. */
  readonly #tabs = new Map<string, string>();
  /** Tabs of sessions that are over. What they still open as they go is nobody's. */
  readonly #former = new Set<string>();
  /** Tabs that were asked for and are not known by name yet, and those that came meanwhile. */
  readonly #asked = new Set<number>();
  #held: Fields[] = [];
  readonly #foreignTargets = new Set<string>();
  /** Further lines to the browser as a whole. */
  readonly #lines = new Set<string>();
  readonly #children: ChildGuard;
  readonly #announced = new AnnouncedTabs();
  readonly #doubtful = new Set<Fields>();
  /** Frames of our tabs that have a process of their own: Playwright asks for a further line to each. */
  readonly #frames = new Set<string>();
  #tenant: ContextOwner | undefined;
  #leaving: Promise<unknown> = Promise.resolve();

  constructor(wire: CdpConnection, documents: DocumentInterceptor, reaper: TabReaper) {
    this.#reaper = reaper;
    this.#wire = wire;
    this.#documents = documents;
    this.#children = new ChildGuard(wire);
  }

  /**
   * From now on tabs may be opened, under these rules. Downloads and permissions can be denied for the whole browser only,
   * not for a tab; Chromium drops both settings when our connection ends.
   */
  async enter(owner: ContextOwner): Promise<void> {
    // The clean-up of the session before would reset these denials: it ends first.
    await this.#leaving;
    await Promise.all([
      this.#wire.call('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true }),
      this.#wire.call('Browser.grantPermissions', { permissions: [] }),
    ]);
    this.#tenant = owner;
  }

  /** Closes what is ours, and nothing else; then all is as it was. */
  leave(): Promise<void> {
    const leaving = this.#leave();
    this.#leaving = leaving.catch(() => undefined);
    return leaving;
  }

  async #leave(): Promise<void> {
    this.#tenant = undefined;
    const closing = [...this.#ours].map((target) => this.#close(target));
    for (const target of this.#ours) this.#former.add(target);
    this.#ours.clear();
    await Promise.allSettled(closing);
    await Promise.allSettled([
      this.#wire.call('Browser.setDownloadBehavior', { behavior: 'default' }),
      this.#wire.call('Browser.resetPermissions', {}),
    ]);
  }

  outgoing(message: Fields): string | typeof SWALLOWED | undefined {
    const method = textOf(message, 'method') ?? '';
    const session = textOf(message, 'sessionId');
    if (session === undefined || this.#lines.has(session)) {
      const target = textOf(fieldsOf(message, 'params'), 'targetId');
      const isOurs = target !== undefined && this.#ours.has(target);
      const isOurFrame = method === 'Target.attachToTarget' && target !== undefined && this.#frames.has(target);
      if (!HARMLESS.has(method) && !(isOurs && ON_A_TAB.has(method)) && !isOurFrame)
        return 'This browser is a person’s.';
    }
    if (method === 'Target.closeTarget') {
      void this.#closeFor(message);
      return SWALLOWED;
    }
    if (method === 'Target.createTarget') {
      if (this.#tenant === undefined) return 'No session uses this browser.';
      this.#asked.add(numberOf(message, 'id') ?? 0);
    }
    return this.#documents.outgoing(message);
  }

  rewrite(message: Fields): Fields {
    return this.#documents.rewrite(message);
  }

  overrun(session: string): void {
    this.#documents.overrun(session);
  }

  incoming(message: Fields): boolean {
    const session = textOf(message, 'sessionId');
    if (session !== undefined) {
      // A further line to a tab, asked for by Playwright, is no child of it.
      const isChild = !this.#lines.has(session);
      if (isChild) this.#onTabEvent(textOf(message, 'method') ?? '', fieldsOf(message, 'params'));
      if (isChild && !this.#children.onMessage(session, message, this.#tenant)) return false;
      return this.#documents.incoming(message);
    }
    const params = fieldsOf(message, 'params');
    switch (textOf(message, 'method')) {
      case 'Target.attachedToTarget':
        return this.#attached(message);
      case 'Target.detachedFromTarget':
        return this.#detached(params) && this.#documents.incoming(message);
      case undefined:
        this.#answered(message);
        return this.#documents.incoming(message);
      default:
        return this.#documents.incoming(message);
    }
  }

  /** Playwright counts on having met the tab before the answer to its question for one. */
  #answered(message: Fields): void {
    if (!this.#asked.delete(numberOf(message, 'id') ?? 0)) return;
    const target = textOf(fieldsOf(message, 'result'), 'targetId');
    if (target !== undefined) this.#ours.add(target);
    const held = this.#held;
    this.#held = [];
    for (const one of held) if (this.#attached(one)) this.#wire.emitEvent(one);
  }

  #attached(message: Fields): boolean {
    const params = fieldsOf(message, 'params');
    const info = fieldsOf(params, 'targetInfo');
    const type = textOf(info, 'type');
    const session = textOf(params, 'sessionId') ?? '';
    if (type === 'browser') {
      this.#lines.add(session);
      return this.#documents.incoming(message);
    }
    const target = textOf(info, 'targetId') ?? '';
    const opener = textOf(info, 'openerId') ?? '';
    const context = textOf(info, 'browserContextId') ?? '';
    if (type === 'page' && this.#former.has(opener)) {
      this.#former.add(target);
      this.#documents.own(context, undefined);
      const isTold = this.#documents.incoming(message);
      this.#documents.own(context, this.#tenant);
      return isTold;
    }
    if (type !== 'page') {
      this.#letGo(session);
      return false;
    }
    if (!this.#ours.has(target) && !this.#ours.has(opener)) {
      if (this.#asked.size > 0) this.#held.push(message);
      else if (opener === '' && this.#tabs.size > 0) this.#doubt(message);
      else this.#letGo(session);
      return false;
    }
    this.#ours.add(target);
    if (!this.#tabs.has(target)) {
      this.#tabs.set(target, session);
      this.#reaper.opened(target);
    }
    // The person looks at another tab; ours shall work as if it were looked at.
    this.#wire.sendNoReply('Emulation.setFocusEmulationEnabled', { enabled: true }, session);
    // A worker that answers in a page's place is not its child, and could send what it likes.
    this.#wire.sendNoReply('Network.setBypassServiceWorker', { bypass: true }, session);
    // A page that is made ahead would load before anybody can hold it.
    this.#wire.sendNoReply('Page.setPrerenderingAllowed', { isAllowed: false }, session);
    this.#documents.own(context, this.#tenant);
    return this.#documents.incoming(message);
  }

  /**
   * A new tab without an opener may belong to a page of ours (`noopener`) or to the person. Its requests are paused until a
   * page of ours has announced the window, or DOUBT_MS are over.
   */
  #doubt(message: Fields): void {
    const session = textOf(fieldsOf(message, 'params'), 'sessionId') ?? '';
    this.#doubtful.add(message);
    // The tab may run already, so its requests are paused first; releasing the tab releases them too.
    this.#wire.sendNoReply('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, session);
    this.#refuseAnnounced();
    setTimeout(() => {
      if (this.#doubtful.delete(message)) this.#letGo(session);
    }, DOUBT_MS).unref();
  }

  /** The first request of a tab without an opener cannot always be paused: an announced one is closed. */
  #refuseAnnounced(): void {
    for (const message of this.#doubtful) {
      const params = fieldsOf(message, 'params');
      const url = textOf(fieldsOf(params, 'targetInfo'), 'url') ?? '';
      if (!this.#announced.claim(url)) continue;
      this.#doubtful.delete(message);
      this.#foreignTargets.add(textOf(params, 'sessionId') ?? '');
      this.#wire.sendNoReply('Target.closeTarget', { targetId: textOf(fieldsOf(params, 'targetInfo'), 'targetId') });
      this.#tenant?.blocked(url);
    }
  }

  #onTabEvent(method: string, params: Fields): void {
    if (method === 'Target.attachedToTarget')
      this.#frames.add(textOf(fieldsOf(params, 'targetInfo'), 'targetId') ?? '');
    if (method === 'Target.detachedFromTarget') this.#frames.delete(textOf(params, 'targetId') ?? '');
    if (method !== 'Page.frameRequestedNavigation' || params['disposition'] === 'currentTab') return;
    this.#announced.announce(textOf(params, 'url') ?? '');
    this.#refuseAnnounced();
  }

  #detached(params: Fields): boolean {
    const session = textOf(params, 'sessionId') ?? '';
    const target = textOf(params, 'targetId') ?? '';
    this.#lines.delete(session);
    if (this.#tabs.get(target) === session) {
      this.#tabs.delete(target);
      this.#reaper.closed(target);
    }
    return !this.#foreignTargets.delete(session);
  }

  async #closeFor({ id, sessionId, params }: Fields): Promise<void> {
    const target = isFields(params) ? textOf(params, 'targetId') : undefined;
    if (target !== undefined) await this.#close(target);
    this.#wire.emitEvent({ id, sessionId, result: { success: true } });
  }

  /**
   * Requests that a page sends while its tab closes cannot be paused; during a navigation they can. So the tab goes to
   * about:blank first.
   */
  async #close(target: string): Promise<void> {
    const session = this.#tabs.get(target);
    const leaving = { url: 'about:blank' };
    if (session !== undefined) {
      await succeeds(LEAVE_MS, this.#wire.call('Page.navigate', leaving, session));
      // Its last requests are still being judged. Closing the tab ends its DevTools session, which would release them.
      await wait(JUDGED_MS);
    }
    await this.#wire.call('Target.closeTarget', { targetId: target }).catch(() => undefined);
  }

  #letGo(session: string): void {
    this.#foreignTargets.add(session);
    const detach = (): void => {
      this.#wire.sendNoReply('Target.detachFromTarget', { sessionId: session });
    };
    // One after the other: a worker that is detached before it was told to run stays paused for ever.
    this.#wire.call('Runtime.runIfWaitingForDebugger', {}, session).then(detach, detach);
  }
}
