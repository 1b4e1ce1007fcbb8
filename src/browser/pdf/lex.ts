/** Latin-1 throughout: one character for each byte. */
export interface Token {
  readonly kind: 'string' | 'hex' | 'name' | 'word' | 'mark';
  /** The bytes of a string, a name or a word without its sign, or the mark itself. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

export class UnreadablePdf extends Error {}

// Sticky: each is tried at one place only.
const SKIPPED = /(?:[\0\t\n\f\r ]+|%[^\r\n]*)*/y;
const PLAIN =
  /(?<name>\/[^\0\t\n\f\r ()<>[\]{}/%]*)|(?<mark><<|>>|[[\]{}])|<(?<hex>[0-9a-fA-F\s]*)>|(?<word>[^\0\t\n\f\r ()<>[\]{}/%]+)/y;

/** The tokens of PDF syntax, of dictionaries and of what draws a page alike (ISO 32000-1, 7.2). */
export function* lex(text: string, from = 0): Generator<Token, void> {
  let at = from;
  for (;;) {
    SKIPPED.lastIndex = at;
    SKIPPED.exec(text);
    at = Math.max(at, SKIPPED.lastIndex);
    if (at >= text.length) return;
    const token = text.charAt(at) === '(' ? literal(text, at) : plain(text, at);
    yield token;
    at = token.end;
  }
}

function plain(text: string, start: number): Token {
  PLAIN.lastIndex = start;
  const found = PLAIN.exec(text);
  if (found === null) throw new UnreadablePdf('no token');
  const { name, mark, hex, word } = found.groups ?? {};
  const end = start + found[0].length;
  if (name !== undefined) return { kind: 'name', value: name.slice(1), start, end };
  if (hex !== undefined) return { kind: 'hex', value: bytesOf(hex), start, end };
  return mark === undefined
    ? { kind: 'word', value: word ?? '', start, end }
    : { kind: 'mark', value: mark, start, end };
}

function bytesOf(hex: string): string {
  const digits = hex.replace(/\s+/gu, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function literal(text: string, start: number): Token {
  let value = '';
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '\\') {
      const octal = /^[0-7]{1,3}/u.exec(text.slice(at + 1, at + 4))?.[0];
      const next = text.charAt(at + 1);
      if (octal !== undefined) value += String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      else if (next !== '\n' && next !== '\r') value += ESCAPES[next] ?? next;
      at += octal?.length ?? 1;
      continue;
    }
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth === 0) return { kind: 'string', value, start, end: at + 1 };
    if (at > start) value += sign;
  }
  throw new UnreadablePdf('a string without an end');
}

/** A text string as people read it: UTF-16 where it says so, else Latin. */
export function textOfString(bytes: string): string {
  if (!bytes.startsWith('\u00fe\u00ff')) return bytes;
  return Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le');
}
