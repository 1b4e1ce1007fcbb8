import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Notice } from './pages/layout.js';

const LINK_MS = 10 * 60_000;
const AGAIN_MS = 5_000;
const IDLE_MS = 60 * 60_000;
const WHOLE_MS = 12 * 60 * 60_000;
const MAX_SESSIONS = 16;
const MAX_LINKS = 16;

/** One browser that a person signed in with. */
export interface WebSession {
  /** Stands in every form: a page elsewhere cannot know it. */
  readonly csrf: string;
  /** Told on the next page, once. */
  notice?: Notice;
}

interface Kept {
  readonly session: WebSession;
  readonly endsAt: number;
  idleAt: number;
}

interface UsedLink {
  readonly browser: string;
  readonly until: number;
  /** The session that it opened. */
  readonly session: string;
}

/** One-time links and what they open. Only hashes are kept: nothing in this process's memory lets anybody in. */
export class Login {
  readonly #clock: () => number;
  readonly #links = new Map<string, number>();
  readonly #sessions = new Map<string, Kept>();
  readonly #used = new Map<string, UsedLink>();

  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  newLink(): string {
    const token = secret();
    dropOldest(this.#links, MAX_LINKS);
    this.#links.set(digest(token), this.#clock() + LINK_MS);
    return token;
  }

  /**
   * The value of the cookie; undefined if the link was used, is too old, or never was. The page of the link sends its form
   * by itself, and a person may press its button at the same moment: the same browser, known by the mark that the page of
   * the link gave it, may come again for a short time, and its former session ends.
   */
  enter(token: string, browser = ''): string | undefined {
    const key = digest(token);
    const now = this.#clock();
    const again = this.#used.get(key);
    if (again !== undefined) {
      if (browser === '' || again.browser !== digest(browser) || now >= again.until) return undefined;
      this.#sessions.delete(again.session);
      return this.#begin(now, { ...again, key });
    }
    const until = this.#links.get(key);
    this.#links.delete(key);
    if (until === undefined || now >= until) return undefined;
    return this.#begin(now, { key, browser: digest(browser), until: now + AGAIN_MS });
  }

  #begin(now: number, { key, browser, until }: { key: string; browser: string; until: number }): string {
    const cookie = secret();
    const session = digest(cookie);
    dropOldest(this.#sessions, MAX_SESSIONS);
    this.#sessions.set(session, { session: { csrf: secret() }, endsAt: now + WHOLE_MS, idleAt: now + IDLE_MS });
    dropOldest(this.#used, MAX_LINKS);
    this.#used.set(key, { browser, until, session });
    return cookie;
  }

  /** A script that polls is no person: it does not keep a session alive. */
  find(cookie: string, byPerson: boolean): WebSession | undefined {
    const key = digest(cookie);
    const kept = this.#sessions.get(key);
    if (kept === undefined) return undefined;
    const now = this.#clock();
    if (now >= Math.min(kept.endsAt, kept.idleAt)) {
      this.#sessions.delete(key);
      return undefined;
    }
    if (byPerson) kept.idleAt = now + IDLE_MS;
    return kept.session;
  }

  leave(cookie: string): void {
    this.#sessions.delete(digest(cookie));
  }
}

export function isCsrfOf({ csrf }: WebSession, given: string | null): boolean {
  const [ours, theirs] = [Buffer.from(csrf), Buffer.from(given ?? '')];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}

export function secret(): string {
  return randomBytes(32).toString('base64url');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function dropOldest(kept: Map<string, unknown>, most: number): void {
  while (kept.size >= most) {
    const [oldest] = kept.keys();
    if (oldest === undefined) return;
    kept.delete(oldest);
  }
}
