import { Failure } from '../../../core/index.js';
import { fieldsOf, textOf } from '../../cdp/message-fields.js';
import type { Fields } from '../../cdp/message-fields.js';
import type { SWALLOWED, CdpConnection, CdpInterceptor } from '../../cdp/cdp-connection.js';
import type { DocumentInterceptor } from '../../cdp/cdp-interceptor.js';
import type { ContextOwner } from '../../cdp/target-interceptor.js';
import type { AdoptedTabs } from '../../reattach/kept-session.js';
import { ChildGuard } from '../attach/child-guard.js';
import { resultOrTooLate } from '../../with-timeout.js';
import { emptyFrames } from './empty-frames.js';

/** What the driver opens a browser with. No page may open such an address in a tab. */
const FIRST_TAB = 'data:,';
const FRAMES_MS = 15_000;
const WORKERS: ReadonlySet<string> = new Set(['service_worker', 'shared_worker']);

export interface RemoteTenancyOptions {
  /** Nothing beneath holds what pages send: frames and workers in processes of their own are held one by one. */
  readonly isUnproxied: boolean;
  readonly viewport: { readonly width: number; readonly height: number } | undefined;
}

/**
 * In front of the document interceptor, in a browser elsewhere: others may use the same one, and what is theirs is let
 * go as soon as the browser shows it to us. Ours is what opens in contexts that we made or, where the browser is one
 * session's alone, in its own context from the moment that the session enters it.
 */
export class RemoteInterceptor implements CdpInterceptor {
  readonly #wire: CdpConnection;
  readonly #documents: DocumentInterceptor;
  readonly #options: RemoteTenancyOptions;
  readonly #children: ChildGuard;
  /** Contexts that were ours once: what still opens there as they go is turned away, not let go. */
  readonly #ours = new Set<string>();
  readonly #foreign = new Set<string>();
  /** The context of each DevTools session of ours. */
  readonly #contexts = new Map<string, string>();
  /** Further lines to the browser as a whole: what Playwright attaches to by one is a target that is held already. */
  readonly #lines = new Set<string>();
  #defaultContext: string | undefined;
  #tenant: ContextOwner | undefined;

  constructor(wire: CdpConnection, documents: DocumentInterceptor, options: RemoteTenancyOptions) {
    this.#wire = wire;
    this.#documents = documents;
    this.#options = options;
    this.#children = new ChildGuard(wire);
  }

  /** From now on what opens in the browser's own context is the owner's. Its first tab, which nobody uses, stays apart. */
  async enter(owner: ContextOwner): Promise<void> {
    await Promise.all([
      this.#wire.call('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true }),
      this.#wire.call('Browser.grantPermissions', { permissions: [] }),
    ]);
    this.#defaultContext ??= await this.#findDefaultContext();
    this.#tenant = owner;
    this.#documents.own(this.#defaultContext, owner, true);
  }

  /**
   * Tabs that an earlier server left in the browser's own context, from now on under this owner's rules: held before Playwright
   * hears of them. What stands where the owner may not be, and what shows no address, is closed unseen; the first tab, which
   * no page can have made, stays apart. Frames of such addresses are emptied. Workers without a page of their own are taken in too.
   */
  async adopt(owner: ContextOwner): Promise<AdoptedTabs> {
    const { targetInfos } = await this.#wire.call('Target.getTargets', {});
    const infos: unknown[] = Array.isArray(targetInfos) ? targetInfos : [];
    const found = infos.map((info) => fieldsOf({ info }, 'info'));
    const here = found.filter((info) => textOf(info, 'browserContextId') === this.#defaultContext);
    const adopted = { kept: 0, closed: 0 };
    for (const info of here) {
      const targetId = textOf(info, 'targetId') ?? '';
      const type = textOf(info, 'type') ?? '';
      const url = textOf(info, 'url') ?? '';
      if (type === 'page' && url === FIRST_TAB) continue;
      const mayStay = /^https?:/u.test(url) && owner.mayVisit(url);
      if (type === 'page' && mayStay && adopted.kept < owner.maxPages) {
        if (await this.#adoptTab(targetId)) adopted.kept += 1;
        else adopted.closed += 1;
      } else if (type === 'page') {
        await this.#unlessGone(targetId, this.#wire.call('Target.closeTarget', { targetId }));
        adopted.closed += 1;
      } else if (WORKERS.has(type)) await this.#wire.call('Target.attachToTarget', { targetId, flatten: true });
    }
    const emptied = emptyFrames(this.#wire, this.#defaultContext, this.#documents.pagesOf(owner));
    if ((await resultOrTooLate(FRAMES_MS, emptied)) !== true)
      throw new Failure('browser.start-failed', 'A frame stays where the session may not be.');
    return adopted;
  }

  /** False: it closed itself meanwhile. */
  async #adoptTab(targetId: string): Promise<boolean> {
    // A popup that came since the session entered is attached to already.
    if (this.#documents.page(targetId) !== undefined) return true;
    const attached = this.#wire.call('Target.attachToTarget', { targetId, flatten: true });
    if (!(await this.#unlessGone(targetId, attached))) return false;
    this.#documents.page(targetId)?.markAdopted();
    return true;
  }

  /** A command that failed is no fault if its tab is not there any more; a tab that stays unguarded is. */
  async #unlessGone(targetId: string, command: Promise<Fields>): Promise<boolean> {
    try {
      await command;
      return true;
    } catch (error) {
      const { targetInfos } = await this.#wire.call('Target.getTargets', {});
      const infos: unknown[] = Array.isArray(targetInfos) ? targetInfos : [];
      if (infos.some((info) => textOf(fieldsOf({ info }, 'info'), 'targetId') === targetId)) throw error;
      return false;
    }
  }

  /** The browser goes with its session; until then nothing more opens. */
  leave(): Promise<void> {
    this.#tenant = undefined;
    if (this.#defaultContext !== undefined) {
      this.#ours.add(this.#defaultContext);
      this.#documents.own(this.#defaultContext, undefined);
    }
    return Promise.resolve();
  }

  outgoing(message: Fields): string | typeof SWALLOWED | undefined {
    return this.#documents.outgoing(message);
  }

  overrun(session: string): void {
    if (!this.#foreign.has(session)) this.#documents.overrun(session);
  }

  incoming(message: Fields): boolean {
    const session = textOf(message, 'sessionId');
    const method = textOf(message, 'method');
    if (session !== undefined) {
      if (this.#foreign.has(session)) return false;
      return this.#onPageEvent(session, method, message) && this.#documents.incoming(message);
    }
    if (method === 'Target.attachedToTarget') return this.#attached(message);
    if (method === 'Target.detachedFromTarget') {
      const gone = textOf(fieldsOf(message, 'params'), 'sessionId') ?? '';
      this.#contexts.delete(gone);
      this.#lines.delete(gone);
      if (this.#foreign.delete(gone)) return false;
    }
    return this.#documents.incoming(message);
  }

  #attached(message: Fields): boolean {
    const params = fieldsOf(message, 'params');
    const info = fieldsOf(params, 'targetInfo');
    const session = textOf(params, 'sessionId') ?? '';
    if (textOf(info, 'type') === 'browser') {
      this.#lines.add(session);
      return this.#documents.incoming(message);
    }
    const context = textOf(info, 'browserContextId') ?? '';
    if (this.#documents.ownerOf(context) !== undefined) this.#ours.add(context);
    if (!this.#ours.has(context)) {
      this.#letGo(session);
      return false;
    }
    this.#contexts.set(session, context);
    if (textOf(info, 'type') === 'page') this.#prepare(session);
    return this.#documents.incoming(message);
  }

  #prepare(session: string): void {
    // A prerendered page would be shown without passing the document interceptor; who started the browser may allow it.
    this.#wire.sendNoReply('Page.setPrerenderingAllowed', { isAllowed: false }, session);
    const { isUnproxied, viewport } = this.#options;
    // A worker that answers in a page's place is not its child, and could send what it likes.
    if (isUnproxied) this.#wire.sendNoReply('Network.setBypassServiceWorker', { bypass: true }, session);
    if (viewport === undefined || this.#tenant === undefined) return;
    const size = { ...viewport, deviceScaleFactor: 1, mobile: false };
    this.#wire.sendNoReply('Emulation.setDeviceMetricsOverride', size, session);
    this.#wire.sendNoReply('Emulation.setFocusEmulationEnabled', { enabled: true }, session);
  }

  /** False: nobody else shall see the message. */
  #onPageEvent(session: string, method: string | undefined, message: Fields): boolean {
    const context = this.#contexts.get(session);
    if (method === 'Target.attachedToTarget' && context !== undefined)
      this.#contexts.set(textOf(fieldsOf(message, 'params'), 'sessionId') ?? '', context);
    if (!this.#options.isUnproxied || this.#lines.has(session)) return true;
    const owner = this.#documents.ownerOf(context ?? '');
    return this.#children.onMessage(session, message, owner === 'apart' ? undefined : owner);
  }

  #letGo(session: string): void {
    this.#foreign.add(session);
    const detach = (): void => {
      this.#wire.sendNoReply('Target.detachFromTarget', { sessionId: session });
    };
    // One after the other: a worker that is left before it has heard that it may run waits for ever.
    this.#wire.call('Runtime.runIfWaitingForDebugger', {}, session).then(detach, detach);
  }

  /** Every browser elsewhere has a first tab, and that is in its own context. */
  async #findDefaultContext(): Promise<string> {
    const [{ targetInfos }, { browserContextIds }] = await Promise.all([
      this.#wire.call('Target.getTargets', {}),
      this.#wire.call('Target.getBrowserContexts', {}),
    ]);
    const made = new Set(Array.isArray(browserContextIds) ? browserContextIds.map(String) : []);
    const infos: unknown[] = Array.isArray(targetInfos) ? targetInfos : [];
    for (const info of infos) {
      const context = textOf(fieldsOf({ info }, 'info'), 'browserContextId');
      if (context !== undefined && !made.has(context)) return context;
    }
    throw new Error('it has no context of its own');
  }
}
