import type { Page as PlaywrightPage, Request, Response } from 'playwright-core';
import { duringCall, ifInTime } from './call-time.js';
import { nextFrame } from '../cdp/page-cdp-session.js';
import { NavigationWatch } from './navigation-watch.js';
import { Condition } from '../condition.js';

/** How long each step may take, in milliseconds. */
export interface Patience {
  /** Requests that the action started. */
  readonly requests: number;
  /** From a navigation's begin to its first byte. */
  readonly commit: number;
  readonly parsed: number;
  readonly loaded: number;
  /** Is a page that has not loaded in time unfinished, or good enough? */
  readonly mustLoad: boolean;
}

export const AFTER_AN_ACTION: Patience = {
  requests: 1_500,
  commit: 10_000,
  parsed: 5_000,
  loaded: 1_500,
  mustLoad: false,
};

/** A navigation that was announced and never came: a download, a javascript: link, one that the page took back. */
const ANNOUNCED_MS = 300;
/** A page whose script runs on and on draws nothing. */
const FRAME_MS = 3_000;
/** New documents in one action; more is a redirect that never ends. */
const MAX_DOCUMENTS = 20;

/** Long polls, sockets, streams and pictures never end or change nothing: nobody waits for them. */
const AWAITED = new Set(['fetch', 'xhr', 'script']);

/** `pending`: the new page has not come; `endless`: one new page after the other; `silent`: the page does not answer. */
export type LoadState = 'none' | 'done' | 'unfinished' | 'pending' | 'endless' | 'silent';

/** Listens from before an action, then waits for what it started, and for nothing else: no fixed sleep. */
export class StableWait {
  readonly #page: PlaywrightPage;
  readonly #condition: Condition;
  readonly #watch: NavigationWatch;
  readonly #open = new Set<Request>();
  readonly #stops: (() => void)[] = [];
  #response: Response | undefined;
  #gone = false;

  static async begin(page: PlaywrightPage): Promise<StableWait> {
    const condition = new Condition();
    return new StableWait(page, condition, await NavigationWatch.begin(page, condition));
  }

  private constructor(page: PlaywrightPage, condition: Condition, watch: NavigationWatch) {
    this.#page = page;
    this.#condition = condition;
    this.#watch = watch;
    this.#listen();
  }

  stop(): void {
    this.#watch.stop();
    for (const stop of this.#stops.splice(0)) stop();
  }

  /** The response that brought the newest document. */
  get response(): Response | undefined {
    return this.#response;
  }

  /** New windows that the page asked for. */
  get windows(): number {
    return this.#watch.windows;
  }

  /** A document was asked for and none came. */
  get cameToNothing(): boolean {
    return this.#watch.failures > 0 && this.#watch.documents === 0;
  }

  async untilQuiet(signal: AbortSignal, patience = AFTER_AN_ACTION): Promise<LoadState> {
    const end = Date.now() + patience.requests;
    const watch = this.#watch;
    for (;;) {
      const drawn = await duringCall(signal, this.#frame());
      if (this.#gone) break;
      if (!drawn) return 'silent';
      if (watch.isNavigating) {
        const arrived = await duringCall(signal, this.#arrival(patience));
        if (arrived !== 'done') return arrived;
        if (watch.documents > MAX_DOCUMENTS) return 'endless';
        continue;
      }
      if (this.#open.size === 0) break;
      const idle = (): boolean => this.#open.size === 0 || watch.isNavigating || this.#gone;
      if (!(await duringCall(signal, this.#condition.until(idle, end - Date.now())))) break;
    }
    return watch.documents === 0 ? 'none' : 'done';
  }

  async #frame(): Promise<boolean> {
    const isNavigating = (): boolean => this.#watch.isNavigating || this.#gone;
    // A page on its way out is asked for no frame.
    if (isNavigating()) return true;
    // An error means that the document went away under it, which is an answer too.
    const drawn = nextFrame(this.#page).then(
      () => true,
      () => true,
    );
    return (await ifInTime(FRAME_MS, Promise.race([drawn, this.#condition.until(isNavigating, FRAME_MS)]))) === true;
  }

  /** A navigation is under way: until its document is there, bounded at each step. */
  async #arrival(patience: Patience): Promise<'done' | 'unfinished' | 'pending'> {
    const watch = this.#watch;
    if (watch.announced) {
      const came = await this.#condition.until(() => !watch.announced || this.#gone, ANNOUNCED_MS);
      if (!came) watch.forget();
    }
    if (!(await this.#condition.until(() => !watch.asked || this.#gone, patience.commit))) return 'pending';
    const next = (): boolean => watch.announced || watch.asked || this.#gone;
    if (!(await this.#condition.until(() => watch.parsed || next(), patience.parsed))) return 'unfinished';
    const loaded = await this.#condition.until(() => watch.loaded || next(), patience.loaded);
    return loaded || !patience.mustLoad ? 'done' : 'unfinished';
  }

  #listen(): void {
    const page = this.#page;
    const started = (request: Request): void => {
      if (this.#isDocument(request)) this.#watch.requested();
      else if (AWAITED.has(request.resourceType())) this.#open.add(request);
    };
    const answered = (response: Response): void => {
      if (this.#isDocument(response.request())) this.#response = response;
    };
    const ended = (request: Request): void => {
      this.#open.delete(request);
      this.#condition.ring();
    };
    const failed = (request: Request): void => {
      if (this.#isDocument(request)) this.#watch.failed();
      ended(request);
    };
    const gone = (): void => {
      this.#gone = true;
      this.#condition.ring();
    };
    page.on('request', started).on('response', answered).on('requestfinished', ended).on('requestfailed', failed);
    page.on('close', gone).on('crash', gone);
    this.#stops.push(() => {
      page.off('request', started).off('response', answered).off('requestfinished', ended).off('requestfailed', failed);
      page.off('close', gone).off('crash', gone);
    });
  }

  #isDocument(request: Request): boolean {
    return request.isNavigationRequest() && request.frame() === this.#page.mainFrame();
  }
}
