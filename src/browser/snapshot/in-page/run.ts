import type { WireItem } from '../wire.js';
import { hasWord } from './letters.js';

export const BREAK = '\n\n';

/**
 * Items being collected under one node. Neighbouring inline text becomes one run; a paragraph with links in it becomes
 * its whole text, as a person reads it, followed by the links.
 */
export class Run {
  readonly items: WireItem[] = [];
  /** Which of the items are in the viewport. */
  readonly #views: boolean[] = [];
  more = 0;
  /** What a person reads in here, for comparing it with the accessible name. */
  seen = '';
  /** Why some of what is written in here cannot be seen. What screen readers are meant to say does not count. */
  unseen: string | undefined;
  #joins = false;
  readonly #breaks: boolean;
  /** Where the current paragraph began: in the items, and in what is read. */
  #from = 0;
  #read = 0;

  constructor(breaks = false) {
    this.#breaks = breaks;
  }

  get inView(): boolean {
    return this.#views.includes(true);
  }

  #push(item: WireItem, inView: boolean): void {
    this.items.push(item);
    this.#views.push(inView);
  }

  #append(text: string, inView: boolean): boolean {
    const at = this.items.length - 1;
    const last = this.items[at];
    if (!this.#joins || typeof last !== 'string') return false;
    this.items[at] = last + text;
    if (inView) this.#views[at] = true;
    return true;
  }

  text(data: string, inView: boolean): void {
    if (!this.#append(data, inView)) {
      if (data.trim() === '') return;
      this.#push(data, inView);
    }
    this.#joins = true;
    this.seen += data;
  }

  /** White space between inline things. */
  space(): void {
    const last = this.items.at(-1);
    if (typeof last === 'string' && !last.endsWith(' ')) this.#append(' ', false);
    this.seen += ' ';
  }

  /** A paragraph ends here. */
  block(): void {
    this.#joins = false;
    if (this.#breaks) {
      if (this.items.length > 0 && this.items.at(-1) !== BREAK) this.#push(BREAK, false);
    } else if (this.items.length > this.#from) this.#settle();
    this.seen += ' ';
    this.#read = this.seen.length;
  }

  #settle(): void {
    const items = this.items.slice(this.#from);
    const views = this.#views.slice(this.#from);
    if (items.some((item) => typeof item !== 'string')) {
      this.items.length = this.#from;
      this.#views.length = this.#from;
      // Punctuation between links says nothing once the links stand on lines of their own.
      const speaks = items.some((item) => typeof item === 'string' && hasWord(item));
      if (speaks) this.#push(this.seen.slice(this.#read), views.includes(true));
      items.forEach((item, i) => {
        if (typeof item !== 'string') this.#push(item, views[i] === true);
      });
    }
    this.#from = this.items.length;
  }

  node(item: WireItem, seen: string, inView: boolean): void {
    this.#push(item, inView);
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
    const joined = inline && typeof first === 'string' && this.#append(first, other.#views[0] === true);
    for (let i = joined ? 1 : 0; i < other.items.length; i += 1)
      this.#push(other.items[i] ?? '', other.#views[i] === true);
    this.#joins = inline && (other.items.length === 0 ? this.#joins : other.#joins);
    this.more += other.more;
    this.unseen ??= other.unseen;
    this.seen += other.seen;
    if (!inline) {
      this.#from = this.items.length;
      this.block();
    }
  }

  /** Which strings among some of the items, in their order, are in the viewport. */
  viewsOf(kids: readonly WireItem[]): number[] {
    const views: number[] = [];
    let kid = 0;
    for (let i = 0; i < this.items.length && kid < kids.length; i += 1) {
      if (this.items[i] !== kids[kid]) continue;
      if (this.#views[i] === true && typeof kids[kid] === 'string') views.push(kid);
      kid += 1;
    }
    return views;
  }
}
