import { isIP, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect, createSecureContext, TLSSocket } from 'node:tls';
import { limitTime } from '../limit-time.js';
import { compileOpenedHosts } from '../address/opened-hosts.js';
import { makeOwnCertificate } from './own-certificate.js';

/**
 * Development sites whose certificates are broken. Browsers can be told to accept such certificates everywhere or
 * nowhere; so for exactly these hosts and ports the proxy ends TLS itself, with a key that its browsers were told of.
 */
export interface TlsExceptions {
  has(host: string, port: number): boolean;
  /** Of the key that the browser must be told of. */
  readonly keyHash: string;
  /** TLS to the site; its certificate is not looked at. */
  secure(upstream: Duplex, host: string, signal: AbortSignal): Promise<Duplex>;
  /** TLS to the browser. */
  answer(client: Duplex): Duplex;
}

const HANDSHAKE_MS = 10_000;
/** Bytes are passed on unchanged, so both sides must negotiate the same protocol (ALPN). */
const ALPNProtocols = ['http/1.1'];

export function createTlsExceptions(entries: readonly string[]): TlsExceptions | undefined {
  if (entries.length === 0) return undefined;
  const listed = compileOpenedHosts(entries);
  const own = makeOwnCertificate();
  const secureContext = createSecureContext({ key: own.key, cert: own.certificate });
  return {
    has: (host, port) => listed.has(host, port),
    keyHash: own.keyHash,
    secure: (upstream, host, signal) =>
      limitTime(signal, HANDSHAKE_MS, (patience) => shakeHands(upstream, host, patience)),
    answer: (client) => {
      if (!(client instanceof Socket)) throw new Error('not a socket');
      return new TLSSocket(client, { isServer: true, secureContext, ALPNProtocols });
    },
  };
}

function shakeHands(socket: Duplex, host: string, signal: AbortSignal): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const secured = connect({ socket, ...servername, rejectUnauthorized: false, ALPNProtocols });
    const giveUp = (): void => {
      secured.destroy(new Error('the handshake took too long'));
    };
    signal.addEventListener('abort', giveUp, { once: true });
    secured.once('error', reject);
    secured.once('secureConnect', () => {
      signal.removeEventListener('abort', giveUp);
      secured.removeListener('error', reject);
      secured.on('error', () => undefined);
      resolve(secured);
    });
  });
}
