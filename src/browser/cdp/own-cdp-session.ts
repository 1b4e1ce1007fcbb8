import { EventEmitter } from 'node:events';
import type { CDPSession } from 'playwright-core';
import type { CdpConnection } from './cdp-connection.js';
import { fieldsOf, textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';

/** A session that is used as one of Playwright's, and what brings it its events. */
export interface OwnCdpSession {
  readonly session: CDPSession;
  readonly onMessage: (message: Fields) => void;
  /** Its target is gone: what waits for an answer fails. */
  readonly close: () => void;
}

/**
 * A DevTools session of a tab that we attached by ourselves (`Target.attachToTarget`). Playwright attaches one in three
 * steps, and only when the tab is complete; this one is there as soon as the tab is.
 */
export function ownCdpSession(wire: CdpConnection, id: string): OwnCdpSession {
  const own = new AttachedSession(wire, id);
  return {
    session: asPlaywrights(own),
    onMessage: (message) => {
      own.onMessage(message);
    },
    close: () => {
      own.close();
    },
  };
}

/** The commands' types are Playwright's; on the wire they are names and fields. */
function asPlaywrights(own: AttachedSession): CDPSession;
function asPlaywrights(own: AttachedSession): { send(method: string, params?: object): Promise<unknown> } {
  return own;
}

/**
 * A message reaches Playwright's listeners two turns of the event loop after it came: the connection gives each a turn,
 * and Playwright another. Ours take as long, so that both hear of a page in the order of the wire: a document that was
 * loaded before anybody heard of its request would be waited for.
 */
function inTurn(work: () => void): void {
  setImmediate(() => setImmediate(work));
}

class AttachedSession extends EventEmitter {
  readonly #wire: CdpConnection;
  readonly #id: string;
  readonly #waiting = new Set<(error: Error) => void>();
  #isClosed = false;

  constructor(wire: CdpConnection, id: string) {
    super();
    this.setMaxListeners(0);
    this.#wire = wire;
    this.#id = id;
  }

  send(method: string, params?: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) {
        reject(new Error('The tab is closed.'));
        return;
      }
      this.#waiting.add(reject);
      const done = (settle: () => void): void => {
        inTurn(() => {
          this.#waiting.delete(reject);
          settle();
        });
      };
      this.#wire.call(method, { ...params }, this.#id).then(
        (result) => {
          done(() => {
            resolve(result);
          });
        },
        (error: unknown) => {
          done(() => {
            reject(error instanceof Error ? error : new Error('refused'));
          });
        },
      );
    });
  }

  async detach(): Promise<void> {
    this.close();
    await this.#wire.call('Target.detachFromTarget', { sessionId: this.#id });
  }

  onMessage(message: Fields): void {
    const [method, params] = [textOf(message, 'method'), fieldsOf(message, 'params')];
    if (method === undefined) return;
    inTurn(() => {
      this.emit(method, params);
      this.emit('event', { method, params });
    });
    // A renderer that crashed answers nothing that it was asked before.
    if (method === 'Inspector.targetCrashed') this.#rejectAll('The page crashed.');
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#rejectAll('The tab is closed.');
    this.emit('close', this);
  }

  #rejectAll(why: string): void {
    for (const reject of this.#waiting) reject(new Error(why));
    this.#waiting.clear();
  }
}
