import type { CallerClient, Gateway } from '../gateway/gateway.js';

/** As much of a socket as is needed here. */
export interface ClientSocket {
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** One request and its answer on the wire. */
export interface Exchange {
  /** Settles when it has ended, however it ended. */
  readonly over: Promise<void>;
  readonly socket?: ClientSocket | undefined;
}

interface Known {
  readonly client: CallerClient;
  /** Sockets that this client used last: keep-alive pools hand a socket from one client to the next. */
  readonly sockets: Set<ClientSocket>;
  /** Exchanges under way, event streams among them. */
  activeRequests: number;
  /** An event stream was opened once: a client that is alive keeps one. */
  hasStreamed: boolean;
  isPresent: boolean;
}

const MAX_CLIENTS = 10_000;

/** Tells the gateway when a client has no connection left, which is all that HTTP says of a client that is gone. */
export class ClientSockets {
  readonly #gateway: Pick<Gateway, 'setPresence'>;
  readonly #clients = new Map<string, Known>();
  readonly #owners = new WeakMap<ClientSocket, Known>();

  constructor(gateway: Pick<Gateway, 'setPresence'>) {
    this.#gateway = gateway;
  }

  /** The client sent a request; `over` settles when its exchange has ended. */
  use(client: CallerClient, socket: ClientSocket | undefined, isStream: boolean, over: Promise<void>): void {
    const known = this.#of(client);
    if (isStream) known.hasStreamed = true;
    known.activeRequests += 1;
    void over.then(() => {
      known.activeRequests -= 1;
      this.#update(known);
    });
    if (socket !== undefined && !socket.destroyed) this.#own(known, socket);
    this.#update(known);
  }

  forget(client: CallerClient): void {
    this.#clients.delete(keyOf(client));
  }

  #own(known: Known, socket: ClientSocket): void {
    const before = this.#owners.get(socket);
    if (before === known) return;
    this.#owners.set(socket, known);
    known.sockets.add(socket);
    if (before !== undefined) {
      before.sockets.delete(socket);
      this.#update(before);
      return;
    }
    socket.once('close', () => {
      const owner = this.#owners.get(socket);
      if (owner?.sockets.delete(socket) === true) this.#update(owner);
    });
  }

  #of(client: CallerClient): Known {
    const key = keyOf(client);
    const known = this.#clients.get(key) ?? {
      client,
      sockets: new Set<ClientSocket>(),
      activeRequests: 0,
      hasStreamed: false,
      isPresent: true,
    };
    // The newest last: the oldest is forgotten when there are too many.
    this.#clients.delete(key);
    this.#clients.set(key, known);
    const [oldest] = this.#clients.keys();
    if (this.#clients.size > MAX_CLIENTS && oldest !== undefined) this.#clients.delete(oldest);
    return known;
  }

  #update(known: Known): void {
    const isPresent = known.activeRequests > 0 || (!known.hasStreamed && known.sockets.size > 0);
    if (known.isPresent === isPresent) return;
    known.isPresent = isPresent;
    this.#gateway.setPresence?.(known.client, isPresent);
  }
}

function keyOf({ principal, connection = '', program = '' }: CallerClient): string {
  return JSON.stringify([principal.id, connection, connection === '' ? program : '']);
}
