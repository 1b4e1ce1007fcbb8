import { createSocket } from 'node:dgram';
import { createServer, isIP } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { BoundaryWatch, RemoteAdmission } from '../../core/index.js';

/** Two listeners that nothing of a browser may ever reach. */
export interface Canary {
  readonly tcp: number;
  readonly udp: number;
  /** Where they are, as the browser sees it. */
  readonly host: string;
  /** A name of the same place, which the browser must not look up. */
  readonly name: string;
  /** In front of each path that is tried; empty on this machine. */
  readonly path: string;
  /** Kept when an attempt has come by way of the proxy. Absent: the proxy is on this machine, and asks who it is. */
  readonly cameThrough?: Promise<void>;
  /** What reached it, one word each. */
  hits(): readonly string[];
  /** Something reached it after all. */
  whenHit(listener: () => void): void;
  close(): void;
}

export async function hangCanary(): Promise<Canary> {
  let isClosed = false;
  const hits: { name: string }[] = [];
  let onHit = (): void => undefined;
  const count = (hit: { name: string }): void => {
    hits.push(hit);
    onHit();
  };
  const server = createServer((socket) => {
    // A connection is a hit, whatever it carries.
    const hit = { name: 'connection' };
    count(hit);
    socket.on('error', () => undefined);
    socket.once('data', (bytes: Buffer) => {
      hit.name = /^[A-Z]+ \/(?<name>[a-z-]{1,30})/u.exec(bytes.toString('latin1'))?.groups?.['name'] ?? hit.name;
      socket.destroy();
    });
  });
  const socket = createSocket('udp4', (bytes) => {
    count({ name: bytes.toString('latin1') === 'jail' ? 'jail-datagram' : 'datagram' });
  });
  await Promise.all([
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, '127.0.0.1', resolve);
    }),
    new Promise<void>((resolve, reject) => {
      socket.once('error', reject).bind(0, '127.0.0.1', resolve);
    }),
  ]);
  return {
    tcp: portOf(server.address()),
    udp: socket.address().port,
    ...{ host: '127.0.0.1', name: 'localhost', path: '' },
    hits: () => [...new Set(hits.map(({ name }) => name))],
    whenHit: (listener) => {
      onHit = listener;
    },
    close: () => {
      if (isClosed) return;
      isClosed = true;
      server.close();
      socket.close();
    },
  };
}

/** For a browser elsewhere: the proxy's own port, which it reaches in any case, and must not reach without the proxy. */
export function canaryAtProxy({ watch, server }: Pick<RemoteAdmission, 'watch' | 'server'>): Canary {
  const seen: BoundaryWatch = watch();
  const { host, port, token } = seen;
  return {
    ...{ tcp: port, udp: port, host: isIP(host) === 6 ? `[${host}]` : host, path: `/${token}` },
    name: new URL(server).hostname.split('.').slice(1).join('.'),
    cameThrough: seen.cameThrough,
    hits: () => seen.hits(),
    whenHit: (listener) => {
      seen.whenHit(listener);
    },
    close: () => {
      seen.close();
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the canary has no port');
  return address.port;
}
