import { WebSocket } from 'ws';
import type { RawData } from 'ws';
import type { DevToolsLine } from '../../devtools-line.js';

const OPEN_MS = 10_000;
/** A picture of a long page comes in one message. */
const MOST_BYTES = 256 * 1024 * 1024;

/** To a browser that somebody else started. */
export async function openSocketLine(url: string): Promise<DevToolsLine> {
  const socket = new WebSocket(url, {
    handshakeTimeout: OPEN_MS,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
    followRedirects: false,
  });
  // Its end is told by `close`, whatever the reason.
  socket.on('error', () => undefined);
  // What comes before anybody listens is kept.
  socket.pause();
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('close', () => {
      reject(new Error('it did not open'));
    });
  });
  return {
    write: (text) => {
      socket.send(text, () => undefined);
    },
    listen: (onText, onClose) => {
      socket.on('message', (data) => {
        onText(asText(data));
      });
      socket.on('close', onClose);
      socket.resume();
    },
    close: () => {
      socket.close();
    },
  };
}

function asText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return data instanceof ArrayBuffer ? Buffer.from(data).toString('utf8') : data.toString('utf8');
}
