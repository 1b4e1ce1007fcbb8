import { onePageLine } from '../core/index.js';

/** Where a command writes. stdout is for what was asked for, stderr for everything else. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly json: (value: unknown) => void;
  /** A person is watching: progress and questions make sense. */
  readonly interactive: boolean;
  readonly paint: (colour: TerminalColour, text: string) => string;
}

export type TerminalColour = 'green' | 'yellow' | 'red' | 'dim' | 'bold';

const CODES: Readonly<Record<TerminalColour, readonly [number, number]>> = {
  green: [32, 39],
  yellow: [33, 39],
  red: [31, 39],
  dim: [2, 22],
  bold: [1, 22],
};

export function openTerminal(env: NodeJS.ProcessEnv): Terminal {
  const colours = process.stdout.isTTY && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  // `… | head` closes our stdout; that is no fault.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  return {
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    json: (value) => process.stdout.write(`${safeJson(value, process.stdout.isTTY ? 2 : 0)}\n`),
    interactive: process.stdin.isTTY && process.stdout.isTTY,
    paint: (colour, text) => {
      const [on, off] = CODES[colour];
      return colours ? `\u001B[${String(on)}m${text}\u001B[${String(off)}m` : text;
    },
  };
}

/** Text that an agent or a page had a hand in: one line, and nothing in it that a terminal would obey. */
export function printable(text: string, most = 400): string {
  return onePageLine(text, most);
}

/** JSON leaves the upper control and the invisible characters as they are, and a terminal may obey those too. */
export function safeJson(value: unknown, indent = 0): string {
  const escaped = (c: string) =>
    Array.from({ length: c.length }, (_, i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, '0')}`).join('');
  return JSON.stringify(value, undefined, indent).replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, escaped);
}

/** Columns as wide as their widest cell; the last one runs free. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((most, row) => {
    row.forEach((cell, i) => (most[i] = Math.max(most[i] ?? 0, cell.length)));
    return most;
  }, []);
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
