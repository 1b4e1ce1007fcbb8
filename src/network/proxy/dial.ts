import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { classifyAddress } from '../address/classify-address.js';

const ATTEMPT_MS = 10_000;
// While there is another address to try.
const IMPATIENT_MS = 2000;

/**
 * Connects to one of exactly these addresses, in their order; no name is looked up here. The caller has had every one
 * of them judged, and what the socket says it reached is compared with what was dialled.
 */
export async function dial(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  let last: unknown = new Error('no address to dial');
  for (const [index, address] of addresses.entries()) {
    signal.throwIfAborted();
    try {
      return await dialOne(address, port, index + 1 < addresses.length ? IMPATIENT_MS : ATTEMPT_MS, signal);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

function dialOne(address: string, port: number, timeoutMs: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 });
    const give = (error: Error) => {
      socket.destroy();
      finish();
      reject(error);
    };
    const onAbort = () => {
      give(new Error('aborted'));
    };
    const onTimeout = () => {
      give(new Error('connecting took too long'));
    };
    const timer = setTimeout(onTimeout, timeoutMs);
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.removeListener('error', give);
      // A later error must not end the process; the user of the socket gets its close event.
      socket.on('error', () => undefined);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('error', give);
    socket.once('connect', () => {
      if (!isSameAddress(socket.remoteAddress, address)) {
        give(new Error('the connection reached another address than was checked'));
        return;
      }
      finish();
      resolve(socket);
    });
  });
}

function isSameAddress(remote: string | undefined, dialled: string): boolean {
  return remote !== undefined && classifyAddress(remote).address === classifyAddress(dialled).address;
}
