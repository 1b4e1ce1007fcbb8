import type { CDPSession, Page as PlaywrightPage } from 'playwright-core';
import { fieldsOf, isFields, numberOf, textOf } from '../cdp/message-fields.js';
import type { Fields } from '../cdp/message-fields.js';
import type { Condition } from '../condition.js';
import { cdpSessionOf, topFrameId } from '../cdp/page-cdp-session.js';

/** A redirect by script or meta tag that comes later than this is the page's own business. */
const SOON_SECONDS = 0.5;

/** How far the top frame is on its way to another document. Same-document navigations are none. */
export class NavigationWatch {
  readonly #condition: Condition;
  readonly #stop: () => void;
  #documents = 0;
  #windows = 0;
  #failures = 0;
  #announced = false;
  #asked = false;
  #parsed = true;
  #loaded = true;

  static async begin(page: PlaywrightPage, condition: Condition): Promise<NavigationWatch> {
    const session = await cdpSessionOf(page);
    return new NavigationWatch(session, await topFrameId(session), condition);
  }

  private constructor(session: CDPSession, top: string, condition: Condition) {
    this.#condition = condition;
    const onEvent = ({ method, params }: { method: string; params?: object }): void => {
      this.#onEvent(method, isFields(params) ? params : {}, top);
    };
    session.on('event', onEvent);
    this.#stop = () => {
      session.off('event', onEvent);
    };
  }

  /** New documents since the watch began. */
  get documents(): number {
    return this.#documents;
  }
  get windows(): number {
    return this.#windows;
  }
  get failures(): number {
    return this.#failures;
  }
  /** The page said that it will go; no request has been seen yet. */
  get announced(): boolean {
    return this.#announced;
  }
  /** A request for a document is out. */
  get asked(): boolean {
    return this.#asked;
  }
  get parsed(): boolean {
    return this.#parsed;
  }
  get loaded(): boolean {
    return this.#loaded;
  }
  get isNavigating(): boolean {
    return this.#announced || this.#asked || !this.#parsed;
  }

  requested(): void {
    this.#announced = false;
    this.#asked = true;
    this.#condition.ring();
  }
  failed(): void {
    this.#asked = false;
    this.#failures += 1;
    this.#condition.ring();
  }
  forget(): void {
    this.#announced = false;
  }
  stop(): void {
    this.#stop();
  }

  #onEvent(method: string, params: Fields, top: string): void {
    const isTop = (textOf(params, 'frameId') ?? textOf(fieldsOf(params, 'frame'), 'id')) === top;
    switch (method) {
      case 'Page.frameRequestedNavigation':
        if (isTop && params['disposition'] === 'currentTab') this.#announce();
        break;
      case 'Page.frameScheduledNavigation':
        if (isTop && (numberOf(params, 'delay') ?? 0) <= SOON_SECONDS) this.#announce();
        break;
      case 'Page.navigatedWithinDocument':
        if (isTop) this.#announced = false;
        break;
      case 'Page.frameNavigated':
        if (!isTop) break;
        this.#documents += 1;
        this.#announced = this.#asked = false;
        // One that was kept as it was is not parsed and loaded again.
        this.#parsed = this.#loaded = params['type'] === 'BackForwardCacheRestore';
        break;
      case 'Page.windowOpen':
        this.#windows += 1;
        break;
      case 'Page.domContentEventFired':
        this.#parsed = true;
        break;
      case 'Page.frameStoppedLoading':
        // A page whose own navigation was refused never says that it was parsed.
        if (isTop) this.#parsed = this.#loaded = true;
        break;
      case 'Page.loadEventFired':
        this.#parsed = this.#loaded = true;
        break;
      default:
        return;
    }
    this.#condition.ring();
  }

  #announce(): void {
    if (!this.#asked) this.#announced = true;
  }
}
