import { readLines } from '../chain/record-files.js';

const ASCII = /^[\x20-\x7e]*$/u;

/** Offsets of the lines that hold this text, which is lower case and as it stands inside JSON. */
export async function linesHolding(file: string, quoted: string): Promise<Set<number>> {
  const found = new Set<number>();
  const holds = ASCII.test(quoted) ? holdsAscii : holdsAny;
  let from = 0;
  for await (const { whole, offset } of readLines(file)) {
    const [first] = whole;
    const last = whole.at(-1);
    if (first === undefined || last === undefined) continue;
    // The lines lie side by side in one piece of memory: looking through it at once is far quicker than line by line.
    const piece = Buffer.from(first.buffer, first.byteOffset, last.byteOffset + last.length + 1 - first.byteOffset);
    holds(piece, whole, quoted, (at) => found.add(from + at));
    from = offset;
  }
  return found;
}

type FindLines = (piece: Buffer, whole: readonly Buffer[], quoted: string, onLine: (at: number) => void) => void;

const holdsAscii: FindLines = (piece, _whole, quoted, onLine) => {
  const text = piece.toString('latin1');
  // Twice as quick as lower case and a plain search; without `u`, by which an accented letter would be a plain one too.
  const anyCase = new RegExp(quoted.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&'), 'gi');
  for (let found = anyCase.exec(text); found !== null; found = anyCase.exec(text)) {
    onLine(text.lastIndexOf('\n', found.index) + 1);
    const end = text.indexOf('\n', found.index);
    if (end < 0) return;
    anyCase.lastIndex = end + 1;
  }
};

/** Letters of other scripts change their length with their case, so that offsets must be counted in the bytes. */
const holdsAny: FindLines = (_piece, whole, quoted, onLine) => {
  let at = 0;
  for (const line of whole) {
    if (line.toString('utf8').toLowerCase().includes(quoted)) onLine(at);
    at += line.length + 1;
  }
};
