/** A JSON text with where each part of it is; comments and commas at the end are allowed, as editors allow them. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  /** Of an object. */
  readonly members?: readonly JsonMember[];
}

export interface JsonMember {
  readonly key: string;
  readonly start: number;
  readonly value: JsonNode;
  /** Where the comma after it ends, if there is one. */
  readonly commaEnd?: number;
}

/** What is wrong with a text, and in which line. */
export class NotReadable extends Error {
  constructor(why: string, line: number) {
    super(`line ${String(line)}: ${why}`);
  }
}

const MAX_DEPTH = 200;

export function readJsonc(text: string): JsonNode {
  const reader = new Reader(text);
  return reader.document();
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    if (text.startsWith('\uFEFF')) this.#at = 1;
  }

  document(): JsonNode {
    const node = this.#value(0);
    this.#skip();
    if (this.#at < this.#text.length) throw this.#fault('something follows the end');
    return node;
  }

  #value(depth: number): JsonNode {
    this.#skip();
    if (depth > MAX_DEPTH) throw this.#fault('it is nested too deeply');
    const start = this.#at;
    const first = this.#text[start];
    if (first === '{') return { start, members: this.#members(depth), end: this.#at };
    if (first === '[') this.#items(depth);
    else if (first === '"') this.#string();
    else this.#word();
    return { start, end: this.#at };
  }

  #members(depth: number): readonly JsonMember[] {
    const members: JsonMember[] = [];
    this.#at += 1;
    for (;;) {
      this.#skip();
      if (this.#take('}')) return members;
      const start = this.#at;
      const key = this.#string();
      this.#skip();
      if (!this.#take(':')) throw this.#fault('a colon is missing');
      const value = this.#value(depth + 1);
      this.#skip();
      const isMore = this.#take(',');
      members.push({ key, start, value, ...(isMore && { commaEnd: this.#at }) });
      this.#skip();
      if (!isMore && this.#text[this.#at] !== '}') throw this.#fault('a comma or a bracket is missing');
    }
  }

  #items(depth: number): void {
    this.#at += 1;
    for (;;) {
      this.#skip();
      if (this.#take(']')) return;
      this.#value(depth + 1);
      this.#skip();
      if (!this.#take(',') && this.#text[this.#at] !== ']') throw this.#fault('a comma or a bracket is missing');
    }
  }

  #string(): string {
    const [match] = this.#match(/"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/uy);
    if (match === undefined) throw this.#fault('a text in quotes is missing, or does not end');
    return String(JSON.parse(match));
  }

  #word(): void {
    const [match] = this.#match(/true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/uy);
    if (match === undefined) throw this.#fault('a value is missing');
  }

  #match(pattern: RegExp): readonly (string | undefined)[] {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return [];
    this.#at += found[0].length;
    return found;
  }

  #take(mark: string): boolean {
    if (this.#text[this.#at] !== mark) return false;
    this.#at += 1;
    return true;
  }

  /** Over blanks and comments. */
  #skip(): void {
    this.#match(/(?:[\t\n\r ]|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*/uy);
  }

  #fault(why: string): NotReadable {
    return new NotReadable(why, this.#text.slice(0, this.#at).split('\n').length);
  }
}
