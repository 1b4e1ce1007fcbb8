import type { WireItem } from '../wire.js';

export const BREAK = '\n\n';
const WORD = /[\p{L}\p{N}\p{S}]/u;

/**
 * Items being collected under one node. Neighbouring inline text becomes one run; a paragraph with links in it becomes
 * its whole text, as a person reads it, followed by the links.
 */
export class Run {
  items: WireItem[] = [];
  more = 0;
  inView = false;
  /** What a person reads in here, for comparing it with the accessible name. */
  seen = '';
  #joins = false;
  readonly #breaks: boolean;
  /** Where the current paragraph began: in the items, and in what is read. */
  #from = 0;
  #read = 0;

  constructor(breaks = false) {
    this.#breaks = breaks;
  }

  text(data: string): void {
    const last = this.items.at(-1);
    if (this.#joins && typeof last === 'string') this.items[this.items.length - 1] = last + data;
    else if (data.trim() !== '') this.items.push(data);
    else return;
    this.#joins = true;
    this.seen += data;
  }

  /** White space between inline things. */
  space(): void {
    const last = this.items.at(-1);
    if (this.#joins && typeof last === 'string' && !last.endsWith(' ')) this.items[this.items.length - 1] = `${last} `;
    this.seen += ' ';
  }

  /** A paragraph ends here. */
  block(): void {
    this.#joins = false;
    if (this.#breaks) {
      if (this.items.length > 0 && this.items.at(-1) !== BREAK) this.items.push(BREAK);
    } else if (this.items.length > this.#from) this.#settle();
    this.seen += ' ';
    this.#read = this.seen.length;
  }

  #settle(): void {
    const { length } = this.items;
    let words = 0;
    let nodes = 0;
    for (let i = this.#from; i < length; i += 1) {
      const item = this.items[i];
      if (typeof item !== 'string') nodes += 1;
      else if (WORD.test(item)) words += 1;
    }
    if (nodes > 0) {
      // Punctuation between links says nothing once the links stand on lines of their own.
      const kept = this.items.slice(this.#from).filter((item) => typeof item !== 'string');
      this.items.length = this.#from;
      if (words > 0) this.items.push(this.seen.slice(this.#read));
      for (const item of kept) this.items.push(item);
    }
    this.#from = this.items.length;
  }

  node(item: WireItem, seen: string): void {
    this.items.push(item);
    this.#joins = false;
    this.seen += seen;
  }

  /** Takes over what a wrapper that says nothing has collected. */
  absorb(other: Run, inlineBox: boolean): void {
    // A paragraph inside an inline box ends the line all the same.
    const inline = inlineBox && other.#from === 0;
    if (!inline) {
      this.block();
      other.block();
    }
    const [first] = other.items;
    const last = this.items.at(-1);
    const joins = inline && this.#joins && typeof first === 'string' && typeof last === 'string';
    if (joins) this.items[this.items.length - 1] = last + first;
    for (let i = joins ? 1 : 0; i < other.items.length; i += 1) this.items.push(other.items[i] ?? '');
    this.#joins = inline && (other.items.length === 0 ? this.#joins : other.#joins);
    this.more += other.more;
    this.inView ||= other.inView;
    this.seen += other.seen;
    if (!inline) {
      this.#from = this.items.length;
      this.block();
    }
  }
}
