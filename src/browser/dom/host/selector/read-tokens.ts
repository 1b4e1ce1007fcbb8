/** A place in a selector's text. Escapes and comments are read as CSS Syntax 3 says, because `[\76 alue]` is `[value]`. */
export class SelectorText {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text.replace(/\r\n?|\f/gu, '\n').replaceAll('\0', '\uFFFD');
  }

  get at(): number {
    return this.#at;
  }

  get isOver(): boolean {
    return this.#at >= this.#text.length;
  }

  since(start: number): string {
    return this.#text.slice(start, this.#at);
  }

  peek(ahead = 0): string {
    return this.#text[this.#at + ahead] ?? '';
  }

  /** The character, if it is the next one. */
  take(character: string): boolean {
    if (!this.#text.startsWith(character, this.#at)) return false;
    this.#at += character.length;
    return true;
  }

  skip(): void {
    this.#at += 1;
  }

  /** Says whether there was any. */
  space(): boolean {
    let isAny = false;
    for (;;) {
      if (/[ \t\n]/u.test(this.peek())) this.#at += 1;
      else if (!this.comment()) return isAny;
      else continue;
      isAny = true;
    }
  }

  /** A comment parts tokens, but it is no white space. */
  comment(): boolean {
    if (!this.#text.startsWith('/*', this.#at)) return false;
    const end = this.#text.indexOf('*/', this.#at + 2);
    this.#at = end < 0 ? this.#text.length : end + 2;
    return true;
  }

  /** Undefined: no name is here. */
  name(): string | undefined {
    const start = this.#at;
    let name = '';
    for (;;) {
      const character = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
      if (/[-\w]/u.test(character) || character >= '\u0080') {
        name += character;
        this.#at += character.length;
      } else if (character === '\\' && this.peek(1) !== '\n' && this.peek(1) !== '') name += this.#escape();
      else break;
    }
    if (/^(?:\d|-\d|-$)/u.test(this.#text.slice(start, start + 2)) || name === '') {
      this.#at = start;
      return undefined;
    }
    return name;
  }

  /** What may follow `#`: digits may be first. */
  hash(): string | undefined {
    let name = '';
    for (;;) {
      const digits = /^[-\d]+/u.exec(this.#text.slice(this.#at))?.[0] ?? '';
      this.#at += digits.length;
      name += digits;
      const more = this.name();
      if (digits === '' && more === undefined) return name === '' ? undefined : name;
      name += more ?? '';
    }
  }

  /** Undefined: it is no string, or it does not end. */
  string(): string | undefined {
    const quote = this.peek();
    if (quote !== '"' && quote !== "'") return undefined;
    this.#at += 1;
    let text = '';
    while (!this.isOver && this.peek() !== quote) {
      if (this.peek() === '\n') return undefined;
      if (this.peek() !== '\\') {
        text += this.peek();
        this.#at += 1;
      } else if (this.peek(1) === '\n') this.#at += 2;
      else text += this.#escape();
    }
    return this.take(quote) ? text : undefined;
  }

  #escape(): string {
    const hex = /^\\([\da-f]{1,6})[ \t\n]?/iu.exec(this.#text.slice(this.#at, this.#at + 9));
    if (hex !== null) {
      this.#at += hex[0].length;
      const point = Number.parseInt(hex[1] ?? '', 16);
      const isBad = point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff);
      return isBad ? '\uFFFD' : String.fromCodePoint(point);
    }
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at + 1) ?? 0xfffd);
    this.#at += 1 + character.length;
    return character;
  }
}
