import { setMaxListeners } from 'node:events';
import { Agent } from 'node:http';
import type { ClientRequestArgs } from 'node:http';
import { Duplex } from 'node:stream';
import { dial } from './dial.js';

/**
 * Keeps connections alive for requests that were cleared for the same addresses. The vetted addresses stand where a
 * host name usually does, so that a kept connection is found by what it was checked against and never by its name.
 */
export class PinnedAgent extends Agent {
  readonly #ended = new AbortController();

  constructor(keepAlive = true) {
    super({ keepAlive, maxFreeSockets: 16, timeout: 60_000 });
    // Every connection that is being made listens; Node would take more than ten for a leak and say so.
    setMaxListeners(0, this.#ended.signal);
  }

  override createConnection(
    options: ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const addresses = (options.host ?? '').split(',');
    dial(addresses, Number(options.port), this.#ended.signal).then(
      (socket) => callback?.(null, socket),
      // The stream is not looked at when there is an error.
      (error: unknown) => callback?.(error instanceof Error ? error : new Error('cannot connect'), new Duplex()),
    );
  }

  override destroy(): void {
    this.#ended.abort();
    super.destroy();
  }
}

/** The `host` of a PinnedAgent: the authorized addresses, separated by commas. */
export function joinVetted(addresses: readonly string[]): string {
  return addresses.join(',');
}
