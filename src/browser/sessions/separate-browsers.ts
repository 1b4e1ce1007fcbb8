import type { BrowserLauncher, LaunchRequest, RunningBrowser } from '../providers/provider.js';
import { WarmBrowsers } from './warm-browsers.js';
import type { BorrowedBrowser, SessionBrowsers } from './session-browsers.js';

/** A browser for each session, which starts with it, ends with it and is never used again. */
export class SeparateBrowsers implements SessionBrowsers {
  readonly #warm: WarmBrowsers;
  readonly #all = new Set<Promise<RunningBrowser>>();

  constructor(launch: BrowserLauncher['launch'], warm: number) {
    this.#warm = new WarmBrowsers(launch, warm);
  }

  async borrow(request: LaunchRequest): Promise<BorrowedBrowser> {
    const starting = this.#warm.take(request);
    this.#all.add(starting);
    try {
      const running = await starting;
      running.whenGone(() => {
        this.#all.delete(starting);
      });
      const release = (): void => {
        running.kill().catch(() => undefined);
      };
      return { running, release };
    } catch (error) {
      this.#all.delete(starting);
      throw error;
    }
  }

  warmUp(request: LaunchRequest): void {
    this.#warm.fill(request);
  }

  async kill(): Promise<void> {
    await Promise.all([this.#warm.kill(), this.#killBorrowed()]);
  }

  async #killBorrowed(): Promise<void> {
    await Promise.all([...this.#all].map(async (starting) => (await starting.catch(() => undefined))?.kill()));
  }
}
