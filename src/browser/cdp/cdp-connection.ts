import type { ConnectOverCDPTransport } from 'playwright-core';
import { envelopeOf } from './message-envelope.js';
import type { Envelope } from './message-envelope.js';
import { EventTraffic, isReport, withShortTexts } from './message-limits.js';
import { isFields, numberOf, textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';
import type { CdpTransport } from './cdp-transport.js';
import { succeeds } from '../with-timeout.js';

/** Sees every message before its receiver does. */
export interface CdpInterceptor {
  /** From the browser; false: Playwright shall not see it. */
  incoming(message: Fields): boolean;
  /** From Playwright; a string refuses the command and says why, `SWALLOWED` means that the interceptor answers it. */
  outgoing(message: Fields): string | typeof SWALLOWED | undefined;
  /** What is sent in place of a command of Playwright's that was not refused. */
  rewrite?(message: Fields): Fields;
  /**
   * An event of this DevTools session was lost, because it was too large or there were too many: the page that it was
   * about is in an unknown state, and must not cost others anything.
   */
  overrun?(sessionId: string): void;
}

export const SWALLOWED = Symbol('the interceptor answers it');
const NOBODY_JUDGES = 'No interceptor is set.';

// Playwright counts its commands from 1; ours start where it will never come.
const OWN_IDS = 1_000_000_000;
/** The error of a command whose answer was longer than the limit. */
export const TOO_LARGE = 'The answer is too large.';

/**
 * The one line between Playwright and the browser. We hold it ourselves, rather than let Playwright launch the browser,
 * because what is said first decides: a popup can be put under the session's rules before it may load a byte,
 * and a page that does not answer Playwright can still be told to go.
 */
export class CdpConnection implements ConnectOverCDPTransport {
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
  #interceptor: CdpInterceptor | undefined;
  readonly #line: CdpTransport;
  readonly #waiting = new Map<number, { resolve: (result: Fields) => void; reject: (error: Error) => void }>();
  readonly #closeListeners = new Set<() => void>();
  readonly #traffic = new EventTraffic();
  #lastId = OWN_IDS;
  #lastMessageAt = performance.now();
  #closed = false;
  #whyClosed = '';

  constructor(line: CdpTransport) {
    this.#line = line;
    line.listen({
      onMessage: (bytes) => {
        this.#receive(bytes);
      },
      onOversized: (envelope, bytes) => {
        this.#lose(envelope, bytes);
      },
      onClose: () => {
        this.close('the browser closed it');
      },
    });
  }

  /** Once, before Playwright is connected: without an interceptor no message passes in either direction. */
  interceptBy(interceptor: CdpInterceptor): void {
    this.#interceptor = interceptor;
  }

  /** Does the browser say anything at all within so many milliseconds? */
  async answers(ms: number): Promise<boolean> {
    const askedAt = performance.now();
    return (await succeeds(ms, this.call('Browser.getVersion', {}))) || this.#lastMessageAt > askedAt;
  }

  /** Playwright's side. */
  send(message: object): void {
    if (!isFields(message)) return;
    const refusal = this.#interceptor === undefined ? NOBODY_JUDGES : this.#interceptor.outgoing(message);
    if (refusal === SWALLOWED) return;
    if (refusal === undefined) {
      this.#write(this.#interceptor?.rewrite?.(message) ?? message);
      return;
    }
    const { id, sessionId } = message;
    this.emitEvent({ id, sessionId, error: { code: -32_000, message: refusal } });
  }

  /** Our own command, on the browser (no session) or on one of Playwright's sessions. */
  call(method: string, params: Fields, sessionId?: string): Promise<Fields> {
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(new Error('The browser is gone.'));
        return;
      }
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      this.#write({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) });
    });
  }

  /** The same, for what may fail because its page is gone meanwhile. */
  sendNoReply(method: string, params: Fields, sessionId?: string): void {
    this.call(method, params, sessionId).catch(() => undefined);
  }

  /** Tells Playwright what the browser does not. */
  emitEvent(message: Fields): void {
    setImmediate(() => {
      this.#guarded(message, () => this.onmessage?.(message));
    });
  }

  /**
   * Called before Playwright is told that the browser is gone, so that the reason is known when its calls fail. Returns
   * how to stop it.
   */
  whenLost(listener: () => void): () => void {
    if (this.#closed) listener();
    else this.#closeListeners.add(listener);
    return () => {
      this.#closeListeners.delete(listener);
    };
  }

  /** Who closed it, and why; for the log. */
  get whyClosed(): string {
    return this.#whyClosed;
  }

  close(why = 'it was ended here'): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#whyClosed = why;
    for (const listener of this.#closeListeners) listener();
    for (const { reject } of this.#waiting.values()) reject(new Error('The browser is gone.'));
    this.#waiting.clear();
    this.#line.close();
    this.onclose?.();
  }

  #write(message: object): void {
    if (!this.#closed) this.#line.write(JSON.stringify(message));
  }

  #receive(bytes: Buffer): void {
    if (this.#closed) return;
    if (!this.#admits(envelopeOf(bytes, bytes), bytes.length)) return;
    const message = parsed(bytes);
    if (message === undefined) this.close('a message was not JSON');
    else this.#take(message);
  }

  #admits(envelope: Envelope, bytes: number): boolean {
    this.#lastMessageAt = performance.now();
    const judged = this.#traffic.judge(envelope, bytes, this.#lastMessageAt);
    if (judged === 'flood') this.#overrun(envelope.sessionId);
    return judged === 'pass';
  }

  #take(message: Fields): void {
    const id = numberOf(message, 'id');
    if (id !== undefined && id > OWN_IDS) {
      this.#settle(id, message);
      return;
    }
    this.#guarded(message, () => {
      if (this.#interceptor?.incoming(message) !== true) return;
      // One task each: Playwright counts on its awaits going on between two messages.
      setImmediate(() => {
        this.#guarded(message, () => this.onmessage?.(message));
      });
    });
  }

  /** A message that its receiver stumbles over costs its page. One about the browser itself costs the browser. */
  #guarded(message: Fields, work: () => void): void {
    try {
      work();
    } catch {
      this.#overrun(textOf(message, 'sessionId'));
    }
  }

  /** An answer that was too large rejects its call; a page whose event was too large cannot go on. */
  #lose(envelope: Envelope, bytes: number): void {
    if (this.#closed) return;
    const { id, method, sessionId } = envelope;
    const isKnown = this.#admits(envelope, bytes);
    if (id !== undefined) {
      const error = { code: -32_000, message: TOO_LARGE };
      this.#take({ id, error, ...(sessionId === undefined ? {} : { sessionId }) });
    } else if (method === undefined) {
      // Neither an answer nor an event: not a browser that speaks DevTools.
      this.close('a message was neither an answer nor an event');
    } else if (isKnown && !isReport(envelope)) this.#overrun(sessionId);
  }

  #overrun(sessionId: string | undefined): void {
    if (sessionId === undefined || this.#interceptor?.overrun === undefined)
      this.close('a message about the browser itself could not be handled');
    else this.#interceptor.overrun(sessionId);
  }

  #settle(id: number, message: Fields): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (isFields(message['error'])) waiting?.reject(new Error(textOf(message['error'], 'message') ?? 'refused'));
    else waiting?.resolve(isFields(message['result']) ? message['result'] : {});
  }
}

function parsed(bytes: Buffer): Fields | undefined {
  try {
    const message: unknown = JSON.parse(bytes.toString('utf8'));
    return isFields(message) ? withShortTexts(message) : undefined;
  } catch {
    return undefined;
  }
}
