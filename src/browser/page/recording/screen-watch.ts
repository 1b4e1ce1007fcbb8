import type { CDPSession } from 'playwright-core';
import { cdpSessionOf } from '../../cdp/page-cdp-session.js';
import { ifInTime } from '../call-time.js';
import type { Tab } from '../tab.js';

const STOP_MS = 1_000;
/** As small as can be: what it shows is not looked at. */
const TINY = { format: 'jpeg', quality: 1, maxWidth: 16, maxHeight: 16 } as const;

/** Says when a tab painted something new: DevTools' screencast, one frame at a time. */
export class ScreenWatch {
  readonly #painted: () => void;
  #tab: Tab | undefined;
  #session: CDPSession | undefined;
  #waiting: number | undefined;

  constructor(painted: () => void) {
    this.#painted = painted;
  }

  /** Of this tab from now on, and of no other. */
  follow(tab: Tab): void {
    if (this.#tab === tab) return;
    this.#tab = tab;
    void this.#start(tab).catch(() => undefined);
  }

  /** The next frame may come: until then the browser sends none. */
  next(): void {
    const sessionId = this.#waiting;
    this.#waiting = undefined;
    if (sessionId !== undefined) this.#session?.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#tab = undefined;
    const session = this.#session;
    this.#session = undefined;
    session?.off('Page.screencastFrame', this.#came);
    if (session !== undefined) await ifInTime(STOP_MS, session.send('Page.stopScreencast'));
  }

  async #start(tab: Tab): Promise<void> {
    const session = await cdpSessionOf(tab.page);
    if (this.#tab !== tab) return;
    const before = this.#session;
    before?.off('Page.screencastFrame', this.#came);
    before?.send('Page.stopScreencast').catch(() => undefined);
    this.#session = session;
    this.#waiting = undefined;
    session.on('Page.screencastFrame', this.#came);
    await session.send('Page.startScreencast', TINY);
  }

  readonly #came = ({ sessionId }: { readonly sessionId: number }): void => {
    this.#waiting = sessionId;
    this.#painted();
  };
}
