import type { BrowserLauncher, LaunchRequest, RunningBrowser } from '../providers/provider.js';
import type { BorrowedBrowser, SessionBrowsers } from './session-browsers.js';

/** A browser that nobody uses is kept this long, for the session that may come. */
const KEPT_UNUSED_MS = 30_000;

/** One browser for all sessions: started by the first that needs it, however many come at once. */
export class SharedBrowser implements SessionBrowsers {
  readonly #launch: BrowserLauncher['launch'];
  #starting: Promise<RunningBrowser> | undefined;
  #users = 0;
  #unused: NodeJS.Timeout | undefined;

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

  async kill(): Promise<void> {
    clearTimeout(this.#unused);
    const starting = this.#starting;
    this.#starting = undefined;
    const running = await starting?.catch(() => undefined);
    await running?.kill();
  }

  #leave(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    this.#unused = setTimeout(() => {
      void this.kill();
    }, KEPT_UNUSED_MS).unref();
  }

  #start(request: LaunchRequest): Promise<RunningBrowser> {
    const starting = this.#launch(request);
    const forget = () => {
      if (this.#starting === starting) this.#starting = undefined;
    };
    starting.then((running) => {
      running.whenGone(forget);
    }, forget);
    return starting;
  }
}
