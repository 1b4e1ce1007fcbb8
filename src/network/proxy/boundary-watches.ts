import type { BoundaryWatch } from '../../core/index.js';
import type { ProxySession } from './proxy-sessions.js';

interface Place {
  readonly host: string;
  readonly port: number;
  readonly token: string;
}

interface Open {
  readonly token: string;
  readonly hit: (name: string) => void;
}

/**
 * Self-tests of browsers elsewhere that are under way. Their pages try the proxy's own port: what comes through the proxy
 * shows that the browser uses it, what comes by itself shows that it can go around it.
 */
export class BoundaryWatches {
  readonly #open = new Set<Open>();

  open(session: ProxySession, place: Place): BoundaryWatch {
    const names = new Set<string>();
    let tell = (): void => undefined;
    let came = (): void => undefined;
    const cameThrough = new Promise<void>((resolve) => {
      came = resolve;
    });
    const watch: Open = {
      token: place.token,
      hit: (name) => {
        names.add(name);
        tell();
      },
    };
    this.#open.add(watch);
    session.isSelfTest = (url) => {
      const isOfTest = url.includes(place.token) || isAt(url, place);
      if (isOfTest) came();
      return isOfTest;
    };
    return {
      ...place,
      hits: () => [...names],
      whenHit: (listener) => {
        tell = listener;
      },
      cameThrough,
      close: () => {
        this.#open.delete(watch);
        delete session.isSelfTest;
      },
    };
  }

  /** Bytes that are no handshake. */
  plainRequest(text: string): void {
    for (const { token, hit } of this.#open) {
      const at = text.indexOf(token);
      if (at < 0) continue;
      hit(/^\/(?<name>[a-z-]{1,30})/u.exec(text.slice(at + token.length))?.groups?.['name'] ?? 'connection');
    }
  }

  /** A datagram has no token and may come from any address of a machine: one of them fails every test that runs. */
  datagram(): void {
    for (const { hit } of this.#open) hit('datagram');
  }
}

function isAt(url: string, { host, port }: Place): boolean {
  return URL.canParse(url) && new URL(url).host.replace(/^\[|\]/gu, '') === `${host}:${port}`;
}
