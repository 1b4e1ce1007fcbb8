import type { BrowserContext, Page as PlaywrightPage } from 'playwright-core';
import { setTarget } from '../cdp/page-cdp-session.js';
import type { KnownTarget } from '../cdp/page-cdp-session.js';

interface OpenedPage {
  readonly page: PlaywrightPage;
  readonly target: KnownTarget | undefined;
}

/**
 * Opens the tabs of a session and knows which DevTools target each is: Playwright does not say. One opens at a time, so
 * that the target which the interceptor saw opened last is the page that Playwright returns.
 */
export class PageOpener {
  readonly #context: BrowserContext;
  readonly #lastTarget: () => KnownTarget | undefined;
  #opening: Promise<OpenedPage | undefined> = Promise.resolve(undefined);

  constructor(context: BrowserContext, lastTarget: () => KnownTarget | undefined) {
    this.#context = context;
    this.#lastTarget = lastTarget;
  }

  open(): Promise<PlaywrightPage> {
    const opened = this.#opening.then(async () => {
      const page = await this.#context.newPage();
      return { page, target: this.#lastTarget() };
    });
    this.#opening = opened.catch(() => undefined);
    return opened.then(({ page }) => page);
  }

  /** For a page that Playwright announces: ours while it is still being opened, or one that another page opened. */
  announced(page: PlaywrightPage): void {
    setTarget(
      page,
      this.#opening.then((opened) => (opened?.page === page ? opened.target : undefined)),
    );
  }
}
