import type { Terminal } from '../terminal.js';
import { printable } from '../terminal.js';

/** Shows that something is going on, with the last line it said. */
export interface Watch {
  readonly line: (text: string) => void;
  readonly end: () => void;
}

const SECOND_MS = 1000;
const TEN_SECONDS_MS = 10_000;

/** On a terminal one line that is written over; elsewhere a line now and then, so that a log stays readable. */
export function watchProgress(terminal: Terminal): Watch {
  const rewrites = process.stderr.isTTY;
  const beganAt = Date.now();
  let last = 'working';
  const show = () => {
    const text = `     ${String(Math.round((Date.now() - beganAt) / 1000))} s  ${last}`;
    if (rewrites) process.stderr.write(`\r\u001B[K${terminal.paint('dim', text)}`);
    else terminal.err(text);
  };
  // Also while nothing is said: a download may be silent for long.
  const timer = setInterval(show, rewrites ? SECOND_MS : TEN_SECONDS_MS);
  return {
    line: (text) => {
      last = printable(text, 90) || last;
      if (rewrites) show();
    },
    end: () => {
      clearInterval(timer);
      if (rewrites) process.stderr.write('\r\u001B[K');
    },
  };
}
