import { sessionKey } from '../core/index.js';
import type { Scope } from '../core/index.js';
import type { Deadline } from './deadline.js';
import type { CallRequest } from './gateway.js';

export interface ActiveCall {
  readonly request: CallRequest;
  readonly deadline: Deadline;
}

/** The call that a session's pages work for right now. Whoever asks a person on a page's behalf asks in its name. */
export class ActiveCalls {
  readonly #calls = new Map<string, ActiveCall>();

  /** A session has one call at a time. Returns what takes it out again. */
  enter(scope: Scope, call: ActiveCall): () => void {
    const key = sessionKey(scope);
    this.#calls.set(key, call);
    return () => {
      if (this.#calls.get(key) === call) this.#calls.delete(key);
    };
  }

  of(scope: Scope): ActiveCall | undefined {
    return this.#calls.get(sessionKey(scope));
  }
}
