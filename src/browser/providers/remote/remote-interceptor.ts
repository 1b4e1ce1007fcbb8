import { fieldsOf, textOf } from '../../cdp/message-fields.js';
import type { Fields } from '../../cdp/message-fields.js';
import type { SWALLOWED, CdpConnection, CdpInterceptor } from '../../cdp/cdp-connection.js';
import type { DocumentInterceptor } from '../../cdp/cdp-interceptor.js';
import type { ContextOwner } from '../../cdp/target-interceptor.js';
import { ChildGuard } from '../attach/child-guard.js';

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
      return this.#heardFromPage(session, method, message) && this.#documents.incoming(message);
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
    this.#wire.tell('Page.setPrerenderingAllowed', { isAllowed: false }, session);
    const { isUnproxied, viewport } = this.#options;
    // A worker that answers in a page's place is not its child, and could send what it likes.
    if (isUnproxied) this.#wire.tell('Network.setBypassServiceWorker', { bypass: true }, session);
    if (viewport === undefined || this.#tenant === undefined) return;
    const size = { ...viewport, deviceScaleFactor: 1, mobile: false };
    this.#wire.tell('Emulation.setDeviceMetricsOverride', size, session);
    this.#wire.tell('Emulation.setFocusEmulationEnabled', { enabled: true }, session);
  }

  /** False: nobody else shall see the message. */
  #heardFromPage(session: string, method: string | undefined, message: Fields): boolean {
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
      this.#wire.tell('Target.detachFromTarget', { sessionId: session });
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
