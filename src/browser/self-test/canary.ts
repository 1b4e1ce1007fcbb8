import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Two listeners that nothing of a browser may ever reach. */
export interface Canary {
  readonly tcp: number;
  readonly udp: number;
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

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the canary has no port');
  return address.port;
}
