import type { ConnectOverCDPTransport } from 'playwright-core';
import { isFields, numberOf, textOf } from './devtools-message.js';
import type { Fields } from './devtools-message.js';
import type { DevToolsLine } from './devtools-line.js';

/** Sees every message before its receiver does. */
export interface Tap {
  /** From the browser; false: Playwright shall not see it. */
  incoming(message: Fields): boolean;
  /** From Playwright; a string refuses the command and says why, `TAKEN` means that the tap answers it. */
  outgoing(message: Fields): string | typeof TAKEN | undefined;
}

export const TAKEN = Symbol('the tap answers it');

// Playwright counts its commands from 1; ours start where it will never come.
const OWN_IDS = 1_000_000_000;

/**
 * The one line between Playwright and the browser. We hold it ourselves, rather than let Playwright launch the browser,
 * because what is said first decides: a popup can be put under the session's rules before it may load a byte,
 * and a page that does not answer Playwright can still be told to go.
 */
export class DevToolsWire implements ConnectOverCDPTransport {
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
  tap: Tap | undefined;
  readonly #line: DevToolsLine;
  readonly #waiting = new Map<number, { resolve: (result: Fields) => void; reject: (error: Error) => void }>();
  readonly #mourners: (() => void)[] = [];
  #lastId = OWN_IDS;
  #closed = false;

  constructor(line: DevToolsLine) {
    this.#line = line;
    line.listen(
      (text) => {
        this.#receive(text);
      },
      () => {
        this.close();
      },
    );
  }

  /** Playwright's side. */
  send(message: object): void {
    if (!isFields(message)) return;
    const refusal = this.tap?.outgoing(message);
    if (refusal === TAKEN) return;
    if (refusal === undefined) {
      this.#write(message);
      return;
    }
    const { id, sessionId } = message;
    this.pretend({ id, sessionId, error: { code: -32_000, message: refusal } });
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
  tell(method: string, params: Fields, sessionId?: string): void {
    this.call(method, params, sessionId).catch(() => undefined);
  }

  /** Tells Playwright what the browser does not. */
  pretend(message: Fields): void {
    setImmediate(() => this.onmessage?.(message));
  }

  /** Called before Playwright hears that the browser is gone, so that its errors find their reason ready. */
  whenLost(listener: () => void): void {
    if (this.#closed) listener();
    else this.#mourners.push(listener);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const mourner of this.#mourners) mourner();
    for (const { reject } of this.#waiting.values()) reject(new Error('The browser is gone.'));
    this.#waiting.clear();
    this.#line.close();
    this.onclose?.();
  }

  #write(message: object): void {
    if (!this.#closed) this.#line.write(JSON.stringify(message));
  }

  #receive(text: string): void {
    if (this.#closed) return;
    const message = parsed(text);
    if (message === undefined) {
      this.close();
      return;
    }
    const id = numberOf(message, 'id');
    if (id !== undefined && id > OWN_IDS) {
      this.#settle(id, message);
      return;
    }
    if (this.tap?.incoming(message) === false) return;
    // One task each: Playwright counts on its awaits going on between two messages.
    setImmediate(() => this.onmessage?.(message));
  }

  #settle(id: number, message: Fields): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (isFields(message['error'])) waiting?.reject(new Error(textOf(message['error'], 'message') ?? 'refused'));
    else waiting?.resolve(isFields(message['result']) ? message['result'] : {});
  }
}

function parsed(text: string): Fields | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return isFields(message) ? message : undefined;
  } catch {
    return undefined;
  }
}
