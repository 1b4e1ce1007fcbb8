import type { PageRequests, UrlFacts, WebUrlFacts } from '../../core/index.js';
import { isBrowserService } from '../address/browser-services.js';

/** How long the browser may take to say which page a request is from; almost always it has said so before. */
const PATIENCE_MS = 400;
/** A browser that does not answer within this time says nothing any more. */
const MAX_SILENCE_MS = 10_000;
/** As many as one session may reach. */
const MAX_HOSTS = 20_000;
/** A frame that ran before its events could be received sends its first requests within this time. */
const DOUBT_MS = 3_000;

/**
 * Where the pages of one session send requests, as the browser announces it over DevTools. Chromium's own services
 * (autofill, updates, safe browsing) share the session's network partition and its proxy credentials, but no page,
 * frame or worker announces them.
 */
export class AnnouncedHosts implements PageRequests {
  readonly #describe: (url: string) => UrlFacts;
  readonly #caughtUp: () => Promise<unknown>;
  /** Scheme and authority as announced: read once each. */
  readonly #read = new Set<string>();
  readonly #hosts = new Set<string>();
  readonly #waiting = new Map<string, Set<() => void>>();
  #doubtUntil = 0;

  /** `caughtUp` ends when everything that the browser had said before it was called has been announced. */
  constructor(describe: (url: string) => UrlFacts, caughtUp: () => Promise<unknown>) {
    this.#describe = describe;
    this.#caughtUp = caughtUp;
  }

  announce(url: string): void {
    const start = /^[a-z]+:\/\/[^/?#\\]+/iu.exec(url)?.[0];
    if (start === undefined || this.#read.has(start) || this.#read.size >= MAX_HOSTS) return;
    this.#read.add(start);
    const facts = this.#describe(start.replace(/^ws/iu, 'http'));
    if (facts.kind !== 'web') return;
    const key = keyOf(facts);
    this.#hosts.add(key);
    for (const wake of this.#waiting.get(key) ?? []) wake();
    this.#waiting.delete(key);
  }

  missed(): void {
    this.#doubtUntil = Date.now() + DOUBT_MS;
    for (const waiting of this.#waiting.values()) for (const wake of waiting) wake();
  }

  /** Did a page ask for something there? Waits until the browser had the time to say so. */
  async has(url: WebUrlFacts): Promise<boolean> {
    const key = keyOf(url);
    if (this.#hosts.has(key) || this.#mayBeMissed(url)) return true;
    const timer = new AbortController();
    const wake = (): void => {
      timer.abort();
    };
    const waiting = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiting.add(wake));
    await sleep(PATIENCE_MS, timer.signal);
    // On a busy machine its messages may still be under way: one answer later they have been read.
    if (!this.#hosts.has(key)) await Promise.race([this.#listened(), sleep(MAX_SILENCE_MS, timer.signal)]);
    waiting.delete(wake);
    timer.abort();
    return this.#hosts.has(key) || this.#mayBeMissed(url);
  }

  #mayBeMissed({ host }: WebUrlFacts): boolean {
    return Date.now() < this.#doubtUntil && !isBrowserService(host);
  }

  async #listened(): Promise<void> {
    await this.#caughtUp().catch(() => undefined);
  }
}

function keyOf({ host, port }: WebUrlFacts): string {
  return `${host}:${port}`;
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal.aborted) done();
    else signal.addEventListener('abort', done, { once: true });
  });
}
