import type { CDPSession } from 'playwright-core';
import type { CdpConnection } from './cdp-connection.js';
import type { ContextOwner } from './context-owner.js';
import { fieldsOf, textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';
import { ownCdpSession } from './own-cdp-session.js';
import type { OwnCdpSession } from './own-cdp-session.js';
import type { KnownTarget } from './page-cdp-session.js';

/** Sessions that each new tab needs: of its page, and of its documents. */
const AHEAD = 2;

/** DevTools sessions of ours, which Playwright knows nothing of. Their events come here, and go no further. */
export class OwnSessions {
  readonly #wire: CdpConnection;
  readonly #listeners = new Map<string, (message: Fields) => void>();
  readonly #sessions = new Map<string, OwnCdpSession>();
  /** Targets that we have asked to attach to, each with the number of answers that are on their way. */
  readonly #asked = new Map<string, number>();
  readonly #ahead = new Map<string, Promise<CDPSession>[]>();
  /** The tab that each owner opened last. */
  readonly #last = new WeakMap<ContextOwner, string>();
  #isAhead = false;

  constructor(wire: CdpConnection) {
    this.#wire = wire;
  }

  /** From now on each tab gets its sessions as soon as it is there. Only where all targets of the browser are ours. */
  openAhead(): void {
    this.#isAhead = true;
  }

  listen(session: string, listener: (message: Fields) => void): void {
    this.#listeners.set(session, listener);
  }

  /** True: the message is of a session of ours. */
  onMessage(message: Fields): boolean {
    const session = textOf(message, 'sessionId');
    if (session !== undefined) {
      const listener = this.#listeners.get(session);
      listener?.(message);
      return listener !== undefined;
    }
    const params = fieldsOf(message, 'params');
    const id = textOf(params, 'sessionId') ?? '';
    if (message['method'] === 'Target.attachedToTarget') return this.#attached(id, fieldsOf(params, 'targetInfo'));
    const gone = message['method'] === 'Target.detachedFromTarget' ? this.#sessions.get(id) : undefined;
    gone?.close();
    if (gone !== undefined) this.#listeners.delete(id);
    return gone !== undefined && this.#sessions.delete(id);
  }

  /** A tab is there, and has run nothing yet. */
  prepare(target: string): void {
    if (!this.#isAhead) return;
    const opening = Array.from({ length: AHEAD }, () => this.#open(target));
    for (const session of opening) session.catch(() => undefined);
    this.#ahead.set(target, opening);
  }

  /** We opened it. */
  opened(owner: ContextOwner, target: string): void {
    this.#last.set(owner, target);
  }

  forget(target: string): void {
    this.#ahead.delete(target);
    this.#asked.delete(target);
  }

  /** The tab that the owner opened last. Undefined: where tabs get no sessions ahead. */
  lastOf(owner: ContextOwner): KnownTarget | undefined {
    const id = this.#last.get(owner);
    if (!this.#isAhead || id === undefined) return undefined;
    return { id, attach: () => this.#ahead.get(id)?.shift() ?? this.#open(id) };
  }

  async #open(target: string): Promise<CDPSession> {
    this.#asked.set(target, (this.#asked.get(target) ?? 0) + 1);
    const { sessionId } = await this.#wire.call('Target.attachToTarget', { targetId: target, flatten: true });
    const own = this.#sessions.get(String(sessionId));
    if (own === undefined) throw new Error('The tab is closed.');
    return own.session;
  }

  /** The first session of a target is Playwright's; those that follow on the browser's own session were asked for here. */
  #attached(id: string, info: Fields): boolean {
    const target = textOf(info, 'targetId') ?? '';
    const asked = this.#asked.get(target) ?? 0;
    if (asked === 0) return false;
    this.#asked.set(target, asked - 1);
    const own = ownCdpSession(this.#wire, id);
    this.#sessions.set(id, own);
    this.listen(id, own.onMessage);
    return true;
  }
}
