import { fieldsOf, textOf } from '../../cdp/message-fields.js';
import type { Fields } from '../../cdp/message-fields.js';
import type { CdpConnection } from '../../cdp/cdp-connection.js';
import { mayContinue } from '../../cdp/paused-request.js';
import type { JudgesRequests } from '../../cdp/paused-request.js';

const NOTHING_LEAVES: JudgesRequests = { maySendRequest: () => Promise.resolve(false) };

/** Frames and workers with a process of their own have a line of their own: what they send is held on that one. */
export class ChildGuard {
  readonly #wire: CdpConnection;
  readonly #children = new Set<string>();

  constructor(wire: CdpConnection) {
    this.#wire = wire;
  }

  /** False: nobody else shall see the message. */
  onMessage(session: string, message: Fields, owner: JudgesRequests | undefined): boolean {
    const params = fieldsOf(message, 'params');
    switch (textOf(message, 'method') ?? '') {
      case 'Target.attachedToTarget':
        this.#hold(textOf(params, 'sessionId') ?? '');
        return true;
      case 'Target.detachedFromTarget':
        this.#children.delete(textOf(params, 'sessionId') ?? '');
        return true;
      case 'Fetch.requestPaused':
        if (!this.#children.has(session)) return true;
        void this.#judge(session, params, owner);
        return false;
      default:
        return true;
    }
  }

  /** The child stays paused until Playwright resumes it; Playwright gets the event of it after us. */
  #hold(child: string): void {
    this.#children.add(child);
    this.#wire.sendNoReply('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, child);
    this.#wire.sendNoReply('Network.setBypassServiceWorker', { bypass: true }, child);
  }

  async #judge(session: string, params: Fields, owner: JudgesRequests | undefined): Promise<void> {
    const requestId = textOf(params, 'requestId');
    const isFree = await mayContinue(owner ?? NOTHING_LEAVES, fieldsOf(params, 'request'));
    if (isFree) this.#wire.sendNoReply('Fetch.continueRequest', { requestId }, session);
    else this.#wire.sendNoReply('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }, session);
  }
}
