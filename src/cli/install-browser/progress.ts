import type { Terminal } from '../terminal.js';
import { printable } from '../terminal.js';

/** Shows that something is going on, with the last line it said. */
export interface Watch {
  readonly line: (text: string) => void;
  readonly end: () => void;
}

const EVERY_MS = 10_000;

/** On a terminal one line that is written over; elsewhere a line now and then, so that a log stays readable. */
export function watchProgress(terminal: Terminal): Watch {
  const beganAt = Date.now();
  let spokeAt = beganAt;
  const seconds = () => `${String(Math.round((Date.now() - beganAt) / 1000))} s`;
  return {
    line: (text) => {
      const shown = printable(text, 90);
      if (shown === '') return;
      if (process.stderr.isTTY) {
        process.stderr.write(`\r\u001B[K     ${terminal.paint('dim', `${seconds()}  ${shown}`)}`);
      } else if (Date.now() - spokeAt >= EVERY_MS) {
        spokeAt = Date.now();
        terminal.err(`     ${seconds()}  ${shown}`);
      }
    },
    end: () => {
      if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
    },
  };
}
