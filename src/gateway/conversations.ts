import { sessionKey } from '../core/index.js';
import type { SessionName } from '../core/index.js';

const MAX_SESSIONS = 1000;
const MAX_USERS = 200;

/**
 * Which conversations have used a session. On 2026-07-28 a program is known by its name alone, so two runs of it share
 * their sessions: each is told so once, and neither is told how a session of the other ended.
 */
export class Conversations {
  readonly #users = new Map<string, Set<string>>();

  /** True: the conversation has used the session before, or conversations cannot be told apart here. */
  hasUsed(session: SessionName, conversation: string | undefined): boolean {
    if (conversation === undefined) return true;
    return this.#users.get(sessionKey(session))?.has(conversation) === true;
  }

  /** The conversation uses the session now. */
  enter(session: SessionName, conversation: string | undefined): void {
    if (conversation === undefined) return;
    const key = sessionKey(session);
    const users = this.#users.get(key) ?? new Set<string>();
    const [first] = users;
    if (users.size >= MAX_USERS && first !== undefined) users.delete(first);
    users.add(conversation);
    this.#users.set(key, users);
    const [oldest] = this.#users.keys();
    if (this.#users.size > MAX_SESSIONS && oldest !== undefined) this.#users.delete(oldest);
  }
}
