import { fieldsOf, numberOf, textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';
import type { CdpConnection, CdpInterceptor } from './cdp-connection.js';
import { setContextPermission, setDownloadFolder } from './context-commands.js';
import { closeFamily, crashPage, endForOverrun, turnAway } from './crash-page.js';
import { DownloadWatch } from './download-watch.js';
import { FrameOrigins } from './frame-origins.js';
import { TargetInterceptor } from './target-interceptor.js';
import type { ContextOwner } from './target-interceptor.js';
import { OwnSessions } from './own-sessions.js';
import { PermissionWatch } from './permission-watch.js';
import { SessionTree } from './session-tree.js';
import { RendererOwners } from './renderer-owners.js';
import { RequestAnnouncer } from './request-announcer.js';
import { TargetSetups } from './target-setups.js';
import { windowCreator } from './window-creator.js';

/**
 * Decides on every top-level document, whoever starts the navigation: a tool, a link, script, a redirect, a popup.
 * Only documents are paused; what pages load beside them is the egress proxy's business, and is not slowed down.
 */
export class DocumentInterceptor implements CdpInterceptor {
  readonly downloads = new DownloadWatch();
  readonly renderers = new RendererOwners();
  readonly ownSessions: OwnSessions;
  readonly #wire: CdpConnection;
  readonly #onTab: (() => void) | undefined;
  readonly #owners = new Map<string, ContextOwner>();
  /** By DevTools session. */
  readonly #pages = new Map<string, TargetInterceptor>();
  readonly #turnedAway = new Set<string>();
  /** Contexts of frames in processes of their own, by DevTools session. */
  readonly #contexts = new Map<string, string>();
  /** Commands of Playwright's whose answers we wait for. */
  readonly #contextsAsked = new Map<number, ContextOwner>();
  readonly #pagesAsked = new Set<number>();
  readonly #ours = new Set<string>();
  /** Contexts of our own, which are hidden from Playwright. */
  readonly #apart = new Set<string>();
  readonly #permissions: PermissionWatch;
  readonly #sessions = new SessionTree();
  readonly #announcer: RequestAnnouncer;
  readonly #frames = new FrameOrigins();
  readonly #setups: TargetSetups;
  #nextOwner: ContextOwner | undefined;
  /** The browser's own context, which commands do not name. */
  #default: string | undefined;
  #line: Promise<unknown> = Promise.resolve();

  /** `onTab` is called for each tab of a session, which has loaded nothing by then. */
  constructor(wire: CdpConnection, onTab?: () => void) {
    this.#wire = wire;
    this.#onTab = onTab;
    this.ownSessions = new OwnSessions(wire);
    this.#permissions = new PermissionWatch(wire);
    this.#announcer = new RequestAnnouncer(wire);
    this.#setups = new TargetSetups(wire);
  }

  /** Runs `create`, which makes exactly one context; that context is the owner's from its first moment. */
  owned<T>(owner: ContextOwner, create: () => Promise<T>): Promise<T> {
    const made = this.#line.then(async () => {
      this.#nextOwner = owner;
      try {
        return await create();
      } finally {
        this.#nextOwner = undefined;
      }
    });
    this.#line = made.catch(() => undefined);
    return made;
  }

  /** For a context that nobody made for it; undefined: what opens there is turned away. */
  own(context: string, owner: ContextOwner | undefined, isDefault = false): void {
    if (owner === undefined) this.#owners.delete(context);
    else this.#owners.set(context, owner);
    if (isDefault) this.#default = context;
  }

  /** Whose context it is: a session's, our own (`apart`), or none that we made. */
  ownerOf(context: string): ContextOwner | 'apart' | undefined {
    return this.#apart.has(context) ? 'apart' : this.#owners.get(context);
  }

  keepApart(context: string): void {
    this.#apart.add(context);
  }

  /** One command to the browser and its answer: every event that it sent before has been handled by then. */
  roundTrip(): Promise<Fields> {
    return this.#wire.call('Browser.getVersion', {});
  }

  page(target: string): TargetInterceptor | undefined {
    for (const page of this.#pages.values()) if (page.target === target) return page;
    return undefined;
  }

  /** The owner's rules have changed in what requests must be held. */
  async refresh(owner: ContextOwner): Promise<void> {
    await Promise.all(this.pagesOf(owner).map((page) => page.intercept()));
  }

  /** Downloads of the owner's context go into this folder, under names of the browser's own; undefined: none does. */
  async allowDownloads(owner: ContextOwner, downloadPath: string | undefined): Promise<void> {
    await setDownloadFolder(this.#wire, this.#named(owner), downloadPath);
  }

  async cancelDownload(owner: ContextOwner, guid: string): Promise<void> {
    await this.#wire.call('Browser.cancelDownload', { guid, ...this.#named(owner) });
  }

  /** For every page, frame and worker of the owner's context; without an origin, whatever theirs is. */
  async setPermission(
    owner: ContextOwner,
    name: string,
    setting: 'granted' | 'denied',
    origin?: string,
  ): Promise<void> {
    await setContextPermission(this.#wire, this.#named(owner), { name, setting, origin });
  }

  #named(owner: ContextOwner): Fields {
    const [context] = [...this.#owners].find(([, one]) => one === owner) ?? [];
    if (context === undefined) throw new Error('The context is gone.');
    return context === this.#default ? {} : { browserContextId: context };
  }

  outgoing(message: Fields): string | undefined {
    const method = textOf(message, 'method') ?? '';
    const id = numberOf(message, 'id') ?? 0;
    if (method === 'Target.createBrowserContext') {
      if (this.#nextOwner === undefined) return 'A context needs an owner.';
      this.#contextsAsked.set(id, this.#nextOwner);
      this.#nextOwner = undefined;
    } else if (method === 'Target.disposeBrowserContext') {
      // Pages that its pages still open have no owner any more, and are closed.
      this.#owners.delete(textOf(fieldsOf(message, 'params'), 'browserContextId') ?? '');
    } else if (method === 'Target.createTarget') {
      this.#pagesAsked.add(id);
    } else if (method.startsWith('Fetch.') && this.#pages.has(textOf(message, 'sessionId') ?? '')) {
      // Another set of patterns on the same session would replace this interceptor's own.
      return 'Requests are intercepted by the gate alone.';
    }
    return undefined;
  }

  pagesOf(owner: ContextOwner): TargetInterceptor[] {
    return [...this.#pages.values()].filter((page) => page.owner === owner);
  }

  #ownerOf(session: string): ContextOwner | undefined {
    return this.#pages.get(session)?.owner ?? this.#owners.get(this.#contexts.get(session) ?? '');
  }

  rewrite(message: Fields): Fields {
    return this.#setups.rewrite(message);
  }

  /** Ends the renderers of all pages of the owner's context. */
  crashPages(owner: ContextOwner): void {
    for (const page of this.pagesOf(owner)) crashPage(this.#wire, page);
  }

  /** The page that the event was about is in a state that nobody knows, and is ended; no other is. */
  overrun(session: string): void {
    for (const target of this.#sessions.targetsOf(session)) {
      const page = this.page(target);
      if (page === undefined) continue;
      endForOverrun(this.#wire, page);
      return;
    }
  }

  incoming(message: Fields): boolean {
    const session = textOf(message, 'sessionId');
    if (this.#sessions.onMessage(message) === 'flood' && session !== undefined) this.overrun(session);
    if (this.ownSessions.onMessage(message)) return false;
    const params = fieldsOf(message, 'params');
    const method = textOf(message, 'method');
    if (session !== undefined) {
      if (method === 'Network.requestWillBeSent') this.renderers.onEvent(this.#ownerOf(session), params);
      const isHandled = this.#permissions.onMessage(session, message) || this.#setups.onMessage(session, message);
      if (this.#announcer.onMessage(session, message) || isHandled) return false;
      this.#related(session, method, params);
      return this.#pages.get(session)?.onMessage(message) ?? !this.#turnedAway.has(session);
    }
    switch (method) {
      case 'Browser.downloadWillBegin':
      case 'Browser.downloadProgress':
        this.downloads.onEvent(method, params);
        return true;
      case 'Target.attachedToTarget':
        return this.#attached(params);
      case 'Target.detachedFromTarget':
        return this.#detached(textOf(params, 'sessionId') ?? '');
      case undefined:
        this.#answered(numberOf(message, 'id') ?? 0, fieldsOf(message, 'result'));
        return true;
      default:
        return true;
    }
  }

  /** Frames in processes of their own, and workers: attached to by way of their page. */
  #related(session: string, method: string | undefined, params: Fields): void {
    this.#frames.onEvent(method, params);
    if (method === 'Page.windowOpen') this.#opening(session, textOf(params, 'url') ?? '');
    if (method === 'Target.detachedFromTarget') {
      this.#announcer.detached(textOf(params, 'sessionId') ?? '');
      this.#setups.detached(textOf(params, 'sessionId') ?? '');
      this.#contexts.delete(textOf(params, 'sessionId') ?? '');
    }
    if (method !== 'Target.attachedToTarget') return;
    const info = fieldsOf(params, 'targetInfo');
    const owner = this.#owners.get(textOf(info, 'browserContextId') ?? '');
    if (textOf(info, 'type') !== 'page') this.#setups.attached(params, owner);
    this.#announcer.attached(params, owner?.requests);
    this.#contexts.set(textOf(params, 'sessionId') ?? '', textOf(info, 'browserContextId') ?? '');
  }

  #opening(session: string, url: string): void {
    const context = this.#pages.get(session)?.context ?? this.#contexts.get(session);
    if (context !== undefined) this.#frames.opening(context, url);
  }

  #answered(id: number, result: Fields): void {
    const owner = this.#contextsAsked.get(id);
    const context = textOf(result, 'browserContextId');
    if (owner !== undefined && context !== undefined) this.#owners.set(context, owner);
    this.#contextsAsked.delete(id);
    const target = textOf(result, 'targetId');
    if (!this.#pagesAsked.delete(id) || target === undefined) return;
    this.#ours.add(target);
    const page = this.page(target);
    if (page !== undefined) this.ownSessions.opened(page.owner, target);
  }

  #attached(params: Fields): boolean {
    const info = fieldsOf(params, 'targetInfo');
    const session = textOf(params, 'sessionId') ?? '';
    const target = textOf(info, 'targetId') ?? '';
    const context = textOf(info, 'browserContextId') ?? '';
    if (this.#apart.has(context)) {
      this.#turnedAway.add(session);
      this.#wire.sendNoReply('Runtime.runIfWaitingForDebugger', {}, session);
      return false;
    }
    const owner = this.#owners.get(context);
    const isPage = textOf(info, 'type') === 'page';
    if (!isPage) this.#setups.attached(params, owner);
    if (this.#announcer.attached(params, owner?.requests)) return false;
    if (!isPage) return true;
    const siblings = [...this.#pages.values()].filter((page) => page.context === context).length;
    if (owner === undefined || siblings >= owner.maxPages) return this.#turnAway(session, target);
    const creator = windowCreator(this.#frames, info, owner);
    if (creator === 'nobody') return this.#turnAway(session, target);
    // Sent before Playwright gets the page's event, so before it can let the page run.
    const ids = { session, target, context, owner, opener: textOf(info, 'openerId'), creator };
    const isOurs = () => this.#ours.has(target);
    const onTooManyWindows = () => {
      this.#closeOpenerOfTooMany(target, owner);
    };
    this.#pages.set(session, new TargetInterceptor(this.#wire, { ...ids, isOurs, onTooManyWindows }));
    this.#onTab?.();
    if (ids.opener === undefined) this.ownSessions.prepare(target);
    this.#setups.attached(params, owner);
    this.#permissions.watch(session, owner);
    return true;
  }

  /** The page goes, and with it what it opened: they share a process, which runs on while one of them lives. */
  #closeOpenerOfTooMany(target: string, owner: ContextOwner): void {
    owner.openedTooManyWindows();
    closeFamily(this.#wire, target, this.#pages.values());
  }

  #turnAway(session: string, target: string): false {
    this.#turnedAway.add(session);
    turnAway(this.#wire, session, target);
    return false;
  }

  #detached(session: string): boolean {
    const page = this.#pages.get(session);
    if (page !== undefined) this.#ours.delete(page.target);
    if (page !== undefined) this.ownSessions.forget(page.target);
    this.#pages.delete(session);
    this.#permissions.forget(session);
    this.#setups.detached(session);
    const isOurs = this.#announcer.detached(session);
    return !this.#turnedAway.delete(session) && !isOurs;
  }
}
