import { Failure } from '../../core/index.js';
import type { Upstream } from '../providers/relay/start-upstream.js';
import type { SlotContent } from '../sessions/slot-content.js';
import { RelayRefs } from './relay-refs.js';
import { UpstreamDriver } from './upstream-driver.js';

export interface RelaySessionParts {
  readonly start: () => Promise<Upstream>;
  /** The upstream process ended by itself. */
  readonly onCrash: () => void;
}

/** One session's upstream, which may come and go: after a while without a call it is ended, and the next call starts it. */
export class RelaySession {
  readonly refs = new RelayRefs();
  readonly #parts: RelaySessionParts;
  #driver: UpstreamDriver | undefined;
  #starting: Promise<UpstreamDriver> | undefined;
  #lastUsedAt = Date.now();
  #isRested = false;
  #place = { url: 'about:blank', tabs: 0 };

  constructor(parts: RelaySessionParts) {
    this.#parts = parts;
  }

  /** Undefined: none runs. */
  get running(): UpstreamDriver | undefined {
    return this.#driver;
  }

  /** The upstream was ended for want of calls, and its page is gone. */
  get isRested(): boolean {
    return this.#isRested && this.#driver === undefined;
  }

  get idleMs(): number {
    return Date.now() - this.#lastUsedAt;
  }

  /** For its slot. */
  get figures(): Pick<SlotContent, 'url' | 'counts'> {
    return { url: () => this.#place.url, counts: () => ({ tabs: this.#place.tabs }) };
  }

  isAt(url: string, tabs: number): void {
    this.#place = { url, tabs };
  }

  touch(): void {
    this.#lastUsedAt = Date.now();
  }

  /** The upstream that runs, or a new one. */
  use(): Promise<UpstreamDriver> {
    this.touch();
    if (this.#driver !== undefined) return Promise.resolve(this.#driver);
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Ends an unused upstream without a message: the next call starts another one. */
  async rest(): Promise<void> {
    this.#isRested = true;
    await this.drop();
  }

  /** Ends an upstream that is of no use any more, or whose session is gone. */
  async drop(): Promise<void> {
    const driver = this.#driver ?? (await this.#starting?.catch(() => undefined));
    this.#forget();
    await driver?.upstream.kill();
  }

  async #start(): Promise<UpstreamDriver> {
    const upstream = await this.#parts.start();
    const driver = new UpstreamDriver(upstream);
    this.#driver = driver;
    this.touch();
    void upstream.exited.then(() => {
      if (this.#driver !== driver) return;
      this.#forget();
      upstream.kill().catch(() => undefined);
      this.#parts.onCrash();
    });
    return driver;
  }

  #forget(): void {
    this.#driver = undefined;
    this.refs.forgetAll();
    this.#place = { url: 'about:blank', tabs: 0 };
  }
}

/** Why there is nothing to act on, where a session is there. */
export function noPage({ isRested }: RelaySession): Failure {
  return isRested
    ? new Failure('session.none', 'Its browser was ended after relay.idleTtlMs without a call. Open the page again.')
    : new Failure('session.none');
}
