import { WebSocket } from 'ws';
import type { RawData } from 'ws';
import { envelopeOf } from '../../cdp/message-envelope.js';
import { MAX_ANSWER_BYTES, maxBytesOf } from '../../cdp/message-limits.js';
import type { CdpTransport } from '../../cdp/cdp-transport.js';

const OPEN_MS = 10_000;

/** To a browser that somebody else started. */
export async function openSocketTransport(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<CdpTransport> {
  const socket = new WebSocket(url, {
    headers,
    handshakeTimeout: OPEN_MS,
    // A longer message ends the connection, and with it the one session that such a browser has.
    maxPayload: MAX_ANSWER_BYTES,
    perMessageDeflate: false,
    followRedirects: false,
  });
  // Its end is told by `close`, whatever the reason.
  socket.on('error', () => undefined);
  // Paused until a listener is there, so that no message is lost.
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
    listen: ({ onMessage, onOversized, onClose }) => {
      socket.on('message', (data) => {
        const bytes = asBuffer(data);
        const envelope = envelopeOf(bytes, bytes);
        if (bytes.length > maxBytesOf(envelope)) onOversized(envelope, bytes.length);
        else onMessage(bytes);
      });
      socket.on('close', onClose);
      socket.resume();
    },
    close: () => {
      socket.close();
    },
  };
}

function asBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
}
