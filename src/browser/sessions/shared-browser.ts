import type { BrowserLauncher, LaunchRequest, RunningBrowser } from '../providers/provider.js';
import type { BorrowedBrowser, SessionBrowsers } from './session-browsers.js';

/** A browser that nobody uses is kept this long, for the session that may come. */
const KEPT_UNUSED_MS = 30_000;
/** A browser that fails all the time shall not keep the machine busy. */
const AGAIN_MS = 10_000;

/**
 * One browser for all sessions: started by the first that needs it, however many come at once, or ahead of it. One that
 * nobody uses any more ends; where one is to be ready, a fresh one takes its place.
 */
export class SharedBrowser implements SessionBrowsers {
  readonly #launch: BrowserLauncher['launch'];
  #starting: Promise<RunningBrowser> | undefined;
  #users = 0;
  #unused: NodeJS.Timeout | undefined;
  #ending: Promise<void> | undefined;
  #again: NodeJS.Timeout | undefined;
  /** How to start one ahead of the session that will need it. Absent: none is. */
  #ahead: LaunchRequest | undefined;

  constructor(launch: BrowserLauncher['launch']) {
    this.#launch = launch;
  }

  async borrow(request: LaunchRequest): Promise<BorrowedBrowser> {
    this.#users += 1;
    clearTimeout(this.#unused);
    this.#starting ??= this.#start(request);
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      this.#leave();
    };
    try {
      return { running: await this.#starting, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  warmUp(request: LaunchRequest): void {
    this.#ahead = { ...request, makesTab: false };
    this.#starting ??= this.#start(this.#ahead);
  }

  async kill(): Promise<void> {
    this.#ahead = undefined;
    clearTimeout(this.#again);
    await this.#end();
  }

  /** Also waits for the browser before, if that is still ending. */
  async #end(): Promise<void> {
    clearTimeout(this.#unused);
    const [starting, before] = [this.#starting, this.#ending];
    this.#starting = undefined;
    const end = async (): Promise<void> => {
      await before;
      const running = await starting?.catch(() => undefined);
      await running?.kill();
    };
    this.#ending = end().catch(() => undefined);
    await this.#ending;
  }

  #leave(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    this.#unused = setTimeout(() => void this.#renew(), KEPT_UNUSED_MS).unref();
  }

  async #renew(): Promise<void> {
    await this.#end();
    if (this.#ahead !== undefined) this.warmUp(this.#ahead);
  }

  #start(request: LaunchRequest): Promise<RunningBrowser> {
    const starting = this.#launch(request);
    const forget = () => {
      if (this.#starting === starting) this.#starting = undefined;
    };
    starting.then((running) => {
      running.whenGone(() => {
        forget();
        this.#warmUpAgain();
      });
    }, forget);
    return starting;
  }

  /** One that ended by itself; one that does not start is not tried again before somebody needs it. */
  #warmUpAgain(): void {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => {
      if (this.#ahead !== undefined) this.warmUp(this.#ahead);
    }, AGAIN_MS).unref();
  }
}
