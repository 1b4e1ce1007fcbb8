import net from 'node:net';
import { LineTooLong, createLineCutter } from './control-protocol.js';

/** Settles within the time: a stopped process keeps its socket and answers nothing. */
export function connectTo(address: string, withinMs: number): Promise<net.Socket | 'nobody' | 'unclear'> {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    const fail = (how: 'nobody' | 'unclear'): void => {
      timer.stop();
      socket.destroy();
      resolve(how);
    };
    const timer = whenLate(withinMs, () => {
      fail('unclear');
    });
    const onError = (error: Error): void => {
      fail('code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') ? 'nobody' : 'unclear');
    };
    socket.once('error', onError);
    socket.once('connect', () => {
      timer.stop();
      socket.off('error', onError);
      resolve(socket);
    });
  });
}

/**
 * On a busy machine a process may not run for seconds, and then finds its time over before it looks at what has come:
 * so it looks once more before it gives up.
 */
export function whenLate(ms: number, giveUp: () => void): { stop(): void } {
  let lastChance: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    lastChance = setImmediate(giveUp);
  }, ms);
  return {
    stop: () => {
      clearTimeout(timer);
      clearImmediate(lastChance);
    },
  };
}

/** Calls back for every line; a line that is too long ends the connection, after a last word if there is one. */
export function eachLine(
  socket: net.Socket,
  maxBytes: number,
  onLine: (line: string) => void,
  lastWord?: () => string,
): void {
  const cut = createLineCutter(maxBytes);
  socket.on('error', () => {
    socket.destroy();
  });
  socket.on('data', (chunk) => {
    try {
      for (const line of cut(Buffer.from(chunk))) if (!socket.destroyed) onLine(line);
    } catch (error) {
      if (!(error instanceof LineTooLong)) throw error;
      socket.removeAllListeners('data');
      // Read on and forget, so that the other side gets to read the last word instead of a broken pipe.
      socket.resume();
      if (lastWord === undefined) socket.destroy();
      else socket.end(lastWord());
      setTimeout(() => socket.destroy(), 500).unref();
    }
  });
}
