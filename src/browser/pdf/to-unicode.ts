import { lex } from './lex.js';

/** From the codes of a font to letters, as its ToUnicode table says (ISO 32000-1, 9.10.3). */
export function readToUnicode(content: string): ReadonlyMap<number, string> {
  const letters = new Map<number, string>();
  let waiting: string[] = [];
  let list: string[] | undefined;
  let mode: 'char' | 'range' | undefined;
  for (const { kind, value } of lex(content)) {
    if (value === 'beginbfchar' || value === 'beginbfrange') {
      mode = value === 'beginbfchar' ? 'char' : 'range';
      waiting = [];
    } else if (value === 'endbfchar' || value === 'endbfrange') mode = undefined;
    else if (kind === 'mark' && value === '[') list = [];
    else if (kind === 'mark' && value === ']' && list !== undefined) {
      const first = numberIn(waiting[0] ?? '');
      list.forEach((text, i) => letters.set(first + i, lettersIn(text)));
      [waiting, list] = [[], undefined];
    } else if (kind === 'hex' && mode !== undefined) {
      (list ?? waiting).push(value);
      if (list === undefined && waiting.length === (mode === 'char' ? 2 : 3)) {
        addRange(letters, waiting);
        waiting = [];
      }
    }
  }
  return letters;
}

function addRange(letters: Map<number, string>, [first = '', second = '', third]: readonly string[]): void {
  const [from, to] = [numberIn(first), third === undefined ? numberIn(first) : numberIn(second)];
  const text = lettersIn(third ?? second);
  const last = text.charCodeAt(text.length - 1);
  for (let code = from; code <= to && code - from <= 0xffff; code += 1)
    letters.set(code, code === from ? text : text.slice(0, -1) + String.fromCharCode(last + code - from));
}

function numberIn(bytes: string): number {
  return Array.from(bytes).reduce((sum, byte) => sum * 256 + byte.charCodeAt(0), 0);
}

function lettersIn(bytes: string): string {
  const even = bytes.length % 2 === 0 ? bytes : `\0${bytes}`;
  return Buffer.from(even, 'latin1').swap16().toString('utf16le');
}
