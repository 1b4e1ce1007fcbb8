import { fieldsOf, numberOf, textOf } from '../../devtools-message.js';
import type { Fields } from '../../devtools-message.js';
import type { DevToolsWire, Tap } from '../../devtools-wire.js';
import type { DocumentGate } from '../../document-gate.js';
import type { ContextOwner } from '../../gated-page.js';
import { ChildGuard } from './child-guard.js';

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

/**
 * In front of the gate, in a browser that is a person's: of its tabs only those that we opened, and what they open, are
 * ours. Every other one is let go as soon as the browser shows it to us, and Playwright never hears of it.
 */
export class GuestGate implements Tap {
  readonly #wire: DevToolsWire;
  readonly #gate: DocumentGate;
  readonly #ours = new Set<string>();
  /** Tabs of sessions that are over. What they still open as they go is nobody's. */
  readonly #former = new Set<string>();
  /** Tabs that were asked for and are not known by name yet, and those that came meanwhile. */
  readonly #asked = new Set<number>();
  #held: Fields[] = [];
  readonly #strangers = new Set<string>();
  /** Further lines to the browser as a whole. */
  readonly #lines = new Set<string>();
  readonly #children: ChildGuard;
  #lodger: ContextOwner | undefined;

  constructor(wire: DevToolsWire, gate: DocumentGate) {
    this.#wire = wire;
    this.#gate = gate;
    this.#children = new ChildGuard(wire);
    wire.tap = this;
  }

  /**
   * From now on tabs may be opened, under these rules. No tab can be told to keep no file and to grant no permission, so
   * the whole browser is; it forgets that by itself when we are gone, however we go.
   */
  async enter(owner: ContextOwner): Promise<void> {
    await Promise.all([
      this.#wire.call('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true }),
      this.#wire.call('Browser.grantPermissions', { permissions: [] }),
    ]);
    this.#lodger = owner;
  }

  /** Closes what is ours, and nothing else; then all is as it was. */
  async leave(): Promise<void> {
    this.#lodger = undefined;
    const closing = [...this.#ours].map((targetId) => this.#wire.call('Target.closeTarget', { targetId }));
    for (const target of this.#ours) this.#former.add(target);
    this.#ours.clear();
    await Promise.allSettled(closing);
    await Promise.allSettled([
      this.#wire.call('Browser.setDownloadBehavior', { behavior: 'default' }),
      this.#wire.call('Browser.resetPermissions', {}),
    ]);
  }

  outgoing(message: Fields): string | undefined {
    const method = textOf(message, 'method') ?? '';
    const session = textOf(message, 'sessionId');
    if (session === undefined || this.#lines.has(session)) {
      const target = textOf(fieldsOf(message, 'params'), 'targetId');
      const isOurs = target !== undefined && this.#ours.has(target);
      if (!HARMLESS.has(method) && !(isOurs && ON_A_TAB.has(method))) return 'This browser is a person’s.';
    }
    if (method === 'Target.createTarget') {
      if (this.#lodger === undefined) return 'Nobody lodges here.';
      this.#asked.add(numberOf(message, 'id') ?? 0);
    }
    return this.#gate.outgoing(message);
  }

  incoming(message: Fields): boolean {
    const session = textOf(message, 'sessionId');
    if (session !== undefined) {
      // A further line to a tab, asked for by Playwright, is no child of it.
      const isChild = !this.#lines.has(session);
      if (isChild && !this.#children.heard(session, message, this.#lodger)) return false;
      return this.#gate.incoming(message);
    }
    const params = fieldsOf(message, 'params');
    switch (textOf(message, 'method')) {
      case 'Target.attachedToTarget':
        return this.#attached(message);
      case 'Target.detachedFromTarget':
        return this.#strangers.delete(textOf(params, 'sessionId') ?? '') ? false : this.#gate.incoming(message);
      case undefined:
        this.#answered(message);
        return this.#gate.incoming(message);
      default:
        return this.#gate.incoming(message);
    }
  }

  /** Playwright counts on having met the tab before the answer to its question for one. */
  #answered(message: Fields): void {
    if (!this.#asked.delete(numberOf(message, 'id') ?? 0)) return;
    const target = textOf(fieldsOf(message, 'result'), 'targetId');
    if (target !== undefined) this.#ours.add(target);
    const held = this.#held;
    this.#held = [];
    for (const one of held) if (this.#attached(one)) this.#wire.pretend(one);
  }

  #attached(message: Fields): boolean {
    const params = fieldsOf(message, 'params');
    const info = fieldsOf(params, 'targetInfo');
    const type = textOf(info, 'type');
    const session = textOf(params, 'sessionId') ?? '';
    if (type === 'browser') {
      this.#lines.add(session);
      return this.#gate.incoming(message);
    }
    const target = textOf(info, 'targetId') ?? '';
    const opener = textOf(info, 'openerId') ?? '';
    const context = textOf(info, 'browserContextId') ?? '';
    if (type === 'page' && this.#former.has(opener)) {
      this.#former.add(target);
      this.#gate.own(context, undefined);
      return this.#gate.incoming(message);
    }
    const isOurs = this.#ours.has(target) || this.#ours.has(opener);
    if (type !== 'page' || (!isOurs && this.#asked.size === 0)) {
      this.#letGo(session);
      return false;
    }
    if (!isOurs) {
      this.#held.push(message);
      return false;
    }
    this.#ours.add(target);
    // The person looks at another tab; ours shall work as if it were looked at.
    this.#wire.tell('Emulation.setFocusEmulationEnabled', { enabled: true }, session);
    // A worker that answers in a page's place is not its child, and could send what it likes.
    this.#wire.tell('Network.setBypassServiceWorker', { bypass: true }, session);
    this.#gate.own(context, this.#lodger);
    return this.#gate.incoming(message);
  }

  #letGo(session: string): void {
    this.#strangers.add(session);
    const detach = (): void => {
      this.#wire.tell('Target.detachFromTarget', { sessionId: session });
    };
    // One after the other: a worker that is left before it has heard that it may run waits for ever.
    this.#wire.call('Runtime.runIfWaitingForDebugger', {}, session).then(detach, detach);
  }
}
