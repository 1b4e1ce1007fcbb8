import { Failure } from '../../core/index.js';
import { originOfUrl } from '../origin-of-url.js';
import type { KeptEntry, KeptRecord, KeptSessions } from './kept-sessions.js';

/** What was found in a browser that was taken over. */
export interface AdoptedTabs {
  readonly kept: number;
  /** Tabs that are closed, because they stood where the session may not be any more or were too many. */
  readonly closed: number;
}

/** The record of one session on disk, from the moment that it can be taken over to its end. */
export class KeptSession {
  readonly #store: KeptSessions;
  /** What the server before us left. Absent: the session began here. */
  readonly taken: KeptRecord | undefined;
  #entry: KeptEntry | undefined;
  #spoiled: string | undefined;
  #isUntold: boolean;
  #tabs: AdoptedTabs = { kept: 0, closed: 0 };

  constructor(store: KeptSessions, entry?: KeptEntry) {
    this.#store = store;
    this.#entry = entry;
    this.taken = entry?.record;
    this.#isUntold = entry !== undefined;
  }

  /** Why it could not be opened, for an agent that had a session of this name. */
  readonly explain = (error: unknown): never => {
    if (this.taken === undefined || !(error instanceof Failure)) throw error;
    const why = [error.code, error.hint].filter((part) => part !== undefined).join(': ');
    const hint = `The server was started again, and the session could not be taken over (${why}).`;
    throw new Failure('session.expired', hint, undefined, error);
  };

  /** All that is needed is known. */
  begin(record: () => KeptRecord): void {
    if (this.#entry !== undefined || this.#spoiled !== undefined) return;
    this.#entry = this.#store.add(record());
  }

  /** What cannot be written is not kept any more: a session is rather lost than taken over by an old record. */
  update(changes: Partial<Pick<KeptRecord, 'lastCallAt' | 'actions' | 'lastRef' | 'endsAt'>>): void {
    if (this.#entry === undefined || this.#spoiled !== undefined) return;
    try {
      this.#write({ ...this.#entry.record, ...changes });
    } catch {
      this.remove();
    }
  }

  /**
   * Marks the session as one that no other server may take over: it is signed in, a person used it, or it has secrets
   * that only this process can mask. The record stays, so that no server deletes the session, and is written first.
   */
  spoil(why: string): void {
    if (this.#spoiled !== undefined) return;
    if (this.#entry !== undefined) this.#writeOrRemove({ ...this.#entry.record, spoiled: why });
    this.#spoiled = why;
  }

  get canBeLeft(): boolean {
    return this.#entry !== undefined && this.#spoiled === undefined;
  }

  /** A file that cannot be removed says whose it was, and nobody takes over a session that the Grid has ended. */
  remove(): void {
    try {
      if (this.#entry !== undefined) this.#store.remove(this.#entry);
    } catch {
      // The session ends all the same.
    }
    this.#entry = undefined;
    this.#spoiled ??= 'it has ended';
  }

  adopted(tabs: AdoptedTabs): void {
    this.#tabs = tabs;
  }

  /** The agent's first call fails with this notice and does nothing else: what it knew of the page may be stale. */
  takeNews(url: string): Failure | undefined {
    if (!this.#isUntold) return undefined;
    this.#isUntold = false;
    return reattachedFailure(url, this.#tabs);
  }

  /** One of the two, or whatever would spoil it does not happen. */
  #writeOrRemove(record: KeptRecord): void {
    try {
      this.#write(record);
    } catch {
      if (this.#entry !== undefined) this.#store.remove(this.#entry);
      this.#entry = undefined;
    }
  }

  #write(record: KeptRecord): void {
    if (this.#entry === undefined) return;
    this.#entry = { ...this.#entry, record };
    this.#store.write(this.#entry);
  }
}

function reattachedFailure(url: string, { kept, closed }: AdoptedTabs): Failure {
  const origin = originOfUrl(url);
  const place = origin === 'null' ? ' It has an empty tab now.' : ` It is at ${origin}, with ${tabs(kept)}.`;
  const gone = closed === 0 ? '' : ` ${tabs(closed)} closed: they stood where the session may not be now.`;
  return new Failure('session.reattached', `The server was started again.${place}${gone}`);
}

function tabs(count: number): string {
  return count === 1 ? '1 tab' : `${String(count)} tabs`;
}
