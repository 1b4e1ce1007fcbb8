/** A regular expression as a tree. */
export type Node =
  | { readonly kind: 'one'; readonly matches: (character: string) => boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly of: readonly Node[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly min: number; readonly max: number }
  | { readonly kind: 'at'; readonly place: PatternPosition };

export type PatternPosition = 'start' | 'end' | 'line-start' | 'line-end' | 'word-edge' | 'no-word-edge';

export class PatternError extends Error {}

const MAX_LENGTH = 500;
const MAX_REPEAT = 200;
const MAX_DEPTH = 50;
const FLAGS = /^\(\?([ims]+)\)/u;
/** A class, an escape with its operand, or one plain character. */
const ATOM =
  /^(?:\[(?:\\[^]|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[a-zA-Z]|[^])|[^])/u;
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/u;
const ASCII = 128;

/**
 * The syntax is that of JavaScript's `u` mode, with `(?i)`, `(?m)` and `(?s)` at the beginning. What needs backtracking
 * (look-around, back references) is refused, since its time can grow exponentially with the text (CWE-1333).
 */
export function parsePattern(text: string): Node {
  if (text === '') throw new PatternError('is empty');
  if (text.length > MAX_LENGTH) throw new PatternError(`is longer than ${MAX_LENGTH} characters`);
  const flags = FLAGS.exec(text)?.[1] ?? '';
  const body = text.replace(FLAGS, '');
  if (body === '') throw new PatternError('is empty');
  checkSyntax(body);
  return new Parser(body, flags).parse();
}

/** V8 reads the syntax, and nothing is ever matched with the result. */
function checkSyntax(body: string): void {
  if (/\(\?[a-z-]*[:)]/iu.test(body.replace(/\\[^]|\(\?:/gu, ''))) {
    throw new PatternError('flags such as (?i) are for the beginning only');
  }
  try {
    RegExp(body, 'u');
  } catch (error) {
    const why = error instanceof Error ? (error.message.split(': ').at(-1) ?? '') : '';
    throw new PatternError(`is no regular expression: ${why.toLowerCase()}`);
  }
}

class Parser {
  #rest: string;
  #depth = 0;
  readonly #flags: string;

  constructor(body: string, flags: string) {
    this.#rest = body;
    this.#flags = flags;
  }

  parse(): Node {
    const node = this.#choice();
    if (this.#rest !== '') throw new PatternError('is no regular expression: unmatched )');
    return node;
  }

  #choice(): Node {
    const of = [this.#sequence()];
    while (this.#take('|')) of.push(this.#sequence());
    return of.length === 1 && of[0] !== undefined ? of[0] : { kind: 'choice', of };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#rest !== '' && !/^[|)]/u.test(this.#rest)) parts.push(this.#repeated());
    return { kind: 'sequence', parts };
  }

  #repeated(): Node {
    const node = this.#rest.startsWith('(') ? this.#group() : this.#atom();
    const [taken, count, comma, upTo] = QUANTIFIER.exec(this.#rest) ?? [];
    if (taken === undefined) return node;
    this.#rest = this.#rest.slice(taken.length);
    const sign = taken.charAt(0);
    if (sign !== '{') return { kind: 'repeat', node, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
    const min = Number(count);
    const max = comma === undefined ? min : upTo === '' ? Infinity : Number(upTo);
    if (min > MAX_REPEAT || (max !== Infinity && max > MAX_REPEAT)) {
      throw new PatternError(`repeats more than ${MAX_REPEAT} times`);
    }
    return { kind: 'repeat', node, min, max };
  }

  #group(): Node {
    if (/^\(\?<?[=!]/u.test(this.#rest)) throw new PatternError('has a look-ahead or look-behind, which is not linear');
    this.#rest = this.#rest.replace(/^\((?:\?:|\?<[^>]*>)?/u, '');
    if (++this.#depth > MAX_DEPTH) throw new PatternError('is nested too deep');
    const node = this.#choice();
    this.#depth -= 1;
    if (!this.#take(')')) throw new PatternError('is no regular expression: unterminated group');
    return node;
  }

  #atom(): Node {
    const source = ATOM.exec(this.#rest)?.[0] ?? '';
    this.#rest = this.#rest.slice(source.length);
    if (/^\\[1-9k]/u.test(source)) throw new PatternError('has a back reference, which is not linear');
    if (source === '\\b') return { kind: 'at', place: 'word-edge' };
    if (source === '\\B') return { kind: 'at', place: 'no-word-edge' };
    const byLine = this.#flags.includes('m');
    if (source === '^') return { kind: 'at', place: byLine ? 'line-start' : 'start' };
    if (source === '$') return { kind: 'at', place: byLine ? 'line-end' : 'end' };
    return { kind: 'one', matches: this.#test(source) };
  }

  /** A class is asked about one character at a time, which cannot backtrack. */
  #test(source: string): (character: string) => boolean {
    const flags = `u${this.#flags.includes('i') ? 'i' : ''}${this.#flags.includes('s') ? 's' : ''}`;
    const single = new RegExp(`^${source}$`, flags);
    const ascii = Array.from({ length: ASCII }, (_, code) => single.test(String.fromCharCode(code)));
    return (character) => ascii[character.charCodeAt(0)] ?? single.test(character);
  }

  #take(sign: string): boolean {
    if (!this.#rest.startsWith(sign)) return false;
    this.#rest = this.#rest.slice(1);
    return true;
  }
}
