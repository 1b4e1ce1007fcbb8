import type { Readable, Writable } from 'node:stream';
import type { Envelope } from './message-envelope.js';
import { maxBytesOf } from './message-limits.js';
import { MessageReader } from './message-reader.js';

/** The receiver of a transport's messages. */
export interface TransportListener {
  /** One message, whole. */
  readonly onMessage: (bytes: Buffer) => void;
  /** One message that was too large to be kept. */
  readonly onOversized: (envelope: Envelope, bytes: number) => void;
  readonly onClose: () => void;
}

/** What DevTools messages go over: one text each, in order. */
export interface CdpTransport {
  write(text: string): void;
  /** Once; from then on nothing is missed. */
  listen(listener: TransportListener): void;
  close(): void;
}

/** To a browser that we started: two pipes, each message ended by a NUL. */
export function pipeTransport(to: Writable, from: Readable): CdpTransport {
  // A browser that dies in the middle of a write is noticed by its exit, not here.
  to.on('error', () => undefined);
  from.on('error', () => undefined);
  return {
    write: (text) => {
      to.write(`${text}\0`);
    },
    listen: ({ onMessage, onOversized, onClose }) => {
      const reader = new MessageReader({ maxBytes: maxBytesOf, onMessage, onOversized });
      from.on('data', (chunk: Buffer) => {
        reader.push(chunk);
      });
      from.once('close', onClose);
    },
    close: () => {
      to.destroy();
    },
  };
}
