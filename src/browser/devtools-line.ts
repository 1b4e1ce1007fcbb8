import type { Readable, Writable } from 'node:stream';

/** What DevTools messages go over: one text each, in order. */
export interface DevToolsLine {
  write(text: string): void;
  /** Once; from then on nothing is missed. */
  listen(onText: (text: string) => void, onClose: () => void): void;
  close(): void;
}

/** To a browser that we started: two pipes, each message ended by a NUL. */
export function pipeLine(to: Writable, from: Readable): DevToolsLine {
  // A browser that dies in the middle of a write is noticed by its exit, not here.
  to.on('error', () => undefined);
  from.on('error', () => undefined);
  return {
    write: (text) => {
      to.write(`${text}\0`);
    },
    listen: (onText, onClose) => {
      splitAtNul(from, onText);
      from.once('close', onClose);
    },
    close: () => {
      to.destroy();
    },
  };
}

function splitAtNul(from: Readable, each: (text: string) => void): void {
  let parts: Buffer[] = [];
  from.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      parts.push(chunk.subarray(start, end));
      each(Buffer.concat(parts).toString('utf8'));
      parts = [];
      start = end + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  });
}
