import type { BrowserLauncher, LaunchRequest, RunningBrowser } from '../providers/provider.js';

/** A session that just got its browser has the processor to itself for so long. */
const REFILL_MS = 1500;

interface Warm {
  readonly wayOut: string;
  readonly starting: Promise<RunningBrowser>;
}

/**
 * Browsers that were started ahead of their sessions, self-test included. Each is handed out once, to the session that
 * it ends with: none of them has seen a session, an identity or a page before.
 */
export class WarmBrowsers {
  readonly #launch: BrowserLauncher['launch'];
  readonly #count: number;
  readonly #warm = new Set<Warm>();
  #refill: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(launch: BrowserLauncher['launch'], count: number) {
    this.#launch = launch;
    this.#count = count;
  }

  /** One that is up and answers, or is on its way; a new one where there is none, or where the one that there was failed. */
  async take(request: LaunchRequest): Promise<RunningBrowser> {
    const wayOut = wayOutOf(request);
    const found = [...this.#warm].find((warm) => warm.wayOut === wayOut);
    if (found !== undefined) this.#warm.delete(found);
    this.#refillLater(request);
    const running = await found?.starting.catch(() => undefined);
    if (running === undefined) return this.#launch(request);
    if (await running.answers()) return running;
    // Nothing was asked of it since it was tested: it may have hung long ago.
    running.kill().catch(() => undefined);
    return this.#launch(request);
  }

  fill(request: LaunchRequest): void {
    while (!this.#isClosed && this.#warm.size < this.#count) {
      const warm: Warm = { wayOut: wayOutOf(request), starting: this.#launch({ ...request, makesTab: false }) };
      const drop = (): void => void this.#warm.delete(warm);
      this.#warm.add(warm);
      warm.starting.then((running) => {
        running.whenGone(drop);
        running.selfTested.catch(drop);
      }, drop);
    }
  }

  async kill(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#refill);
    await Promise.all([...this.#warm].map(async ({ starting }) => (await starting.catch(() => undefined))?.kill()));
  }

  #refillLater(request: LaunchRequest): void {
    clearTimeout(this.#refill);
    this.#refill = setTimeout(() => {
      this.fill(request);
    }, REFILL_MS).unref();
  }
}

/** A browser is told at its start where its proxy is and what it trusts. */
function wayOutOf({ proxy, trust }: LaunchRequest): string {
  return JSON.stringify([proxy, trust?.keyHash, trust?.authorities]);
}
