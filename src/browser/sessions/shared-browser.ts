import type { RecordedEvent } from '../../core/index.js';
import type { LaunchRequest, BrowserProvider, RunningBrowser } from '../providers/provider.js';

/** A browser that nobody uses is kept this long, for the session that may come. */
const KEPT_UNUSED_MS = 30_000;

/** One browser for all sessions: started by the first that needs it, however many come at once. */
export class SharedBrowser {
  readonly #provider: BrowserProvider;
  readonly #note: (event: RecordedEvent) => void;
  #starting: Promise<RunningBrowser> | undefined;
  #users = 0;
  #unused: NodeJS.Timeout | undefined;

  constructor(provider: BrowserProvider, note: (event: RecordedEvent) => void) {
    this.#provider = provider;
    this.#note = note;
  }

  async use(request: LaunchRequest): Promise<RunningBrowser> {
    this.#users += 1;
    clearTimeout(this.#unused);
    this.#starting ??= this.#start(request);
    try {
      return await this.#starting;
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  /** One session is done with it. */
  leave(): void {
    this.#users -= 1;
    if (this.#users > 0) return;
    this.#unused = setTimeout(() => {
      void this.kill();
    }, KEPT_UNUSED_MS).unref();
  }

  async kill(): Promise<void> {
    clearTimeout(this.#unused);
    const starting = this.#starting;
    this.#starting = undefined;
    const running = await starting?.catch(() => undefined);
    await running?.kill();
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

  async #launch(request: LaunchRequest): Promise<RunningBrowser> {
    const running = await this.#provider.launch(request);
    const { version, sandbox, jail } = running;
    const facts = {
      ...{ provider: this.#provider.name, version, sandbox: sandbox.on, why: sandbox.why },
      ...{ jail: jail.on, whyJail: jail.why },
    };
    this.#note({ event: 'browser.started', facts });
    running.sealed.then(
      (ms) => {
        if (ms !== undefined) this.#note({ event: 'browser.tested', facts: { ms } });
      },
      // Whoever asked for a session is told, and that is on the record.
      () => undefined,
    );
    return running;
  }
}
