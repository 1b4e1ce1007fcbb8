import { Failure } from '../../core/index.js';
import type { Tab } from './tab.js';
import { TOO_LATE, resultOrTooLate } from '../with-timeout.js';
import { duringCall } from './call-time.js';

export const SILENT = 'the page no longer answers';
/** An input that a page has not taken by then meets a script that runs on and on. */
const INPUT_MS = 10_000;

class Unanswered extends Error {}

/**
 * One action under way. It knows whether input has been sent: before that a fault means that nothing happened,
 * after it nobody knows, and the action is never tried again.
 */
export class Attempt {
  readonly #signal: AbortSignal;
  readonly #tab: Tab;
  readonly #ready: Promise<unknown>;
  readonly #heldUp: () => Promise<boolean>;
  #begun = false;

  /**
   * `ready`: what must be done before the page can notice anything, such as capturing its state before.
   * `heldUp`: waits for whatever makes the page stand still that is not the page's doing; false: nothing does.
   */
  constructor(
    signal: AbortSignal,
    tab: Tab,
    ready: Promise<unknown> = Promise.resolve(),
    heldUp = (): Promise<boolean> => Promise.resolve(false),
  ) {
    this.#signal = signal;
    this.#tab = tab;
    this.#ready = ready;
    this.#heldUp = heldUp;
    ready.catch(() => undefined);
  }

  get begun(): boolean {
    return this.#begun;
  }

  get signal(): AbortSignal {
    return this.#signal;
  }

  /**
   * For every input that can take effect. A Failure of the input itself is the view's refusal: it did nothing.
   * Any other error from here on leaves the outcome unknown.
   */
  async send<T>(input: () => Promise<T>, ms = INPUT_MS): Promise<T> {
    await this.ready();
    const before = this.#begun;
    this.#begun = true;
    try {
      const sent = input();
      let done = await this.within(resultOrTooLate(ms, sent));
      while (done === TOO_LATE && (await this.within(this.#heldUp())))
        done = await this.within(resultOrTooLate(ms, sent));
      if (done === TOO_LATE) throw new Unanswered();
      return done;
    } catch (error) {
      if (error instanceof Failure && !this.#signal.aborted) this.#begun = before;
      throw error;
    }
  }

  async ready(): Promise<void> {
    await this.within(this.#ready);
  }

  within<T>(promise: Promise<T>): Promise<T> {
    return duringCall(this.#signal, promise);
  }

  /** What a thrown thing means to the agent. Playwright's own words stay inside: they quote values and page text. */
  explain(error: unknown): Failure {
    if (this.#begun) {
      if (error instanceof Failure && error.code === 'browser.outcome-unknown') return error;
      return new Failure('browser.outcome-unknown', whyUnknown(error), undefined, error);
    }
    return explainFault(error, this.#tab);
  }
}

/** Hints of a session's own end hold our words and figures; others may quote a page. */
function whyUnknown(error: unknown): string | undefined {
  if (error instanceof Unanswered) return SILENT;
  if (!(error instanceof Failure)) return undefined;
  return error.code === 'session.limit' && error.hint !== undefined ? `${error.code}: ${error.hint}` : error.code;
}

export function explainFault(error: unknown, tab: Tab): Failure {
  if (error instanceof Failure) return error;
  if (tab.crashed) return new Failure('browser.crashed', undefined, undefined, error);
  if (tab.page.isClosed()) return new Failure('session.no-such-tab', 'the tab was closed', undefined, error);
  return new Failure('internal.fault', undefined, undefined, error);
}
