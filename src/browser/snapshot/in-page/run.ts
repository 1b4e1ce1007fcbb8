import type { WireItem } from '../wire.js';

export const BREAK = '\n\n';

/** Items being collected under one node; neighbouring inline text becomes one run. */
export class Run {
  readonly items: WireItem[] = [];
  more = 0;
  inView = false;
  /** What a person reads in here, for comparing it with the accessible name. */
  seen = '';
  #joins = false;
  readonly #breaks: boolean;

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

  block(): void {
    this.#joins = false;
    if (this.#breaks && this.items.length > 0 && this.items.at(-1) !== BREAK) this.items.push(BREAK);
    this.seen += ' ';
  }

  node(item: WireItem, seen: string): void {
    this.items.push(item);
    this.#joins = false;
    this.seen += seen;
  }

  /** Takes over what a wrapper that says nothing has collected. */
  absorb(other: Run, inline: boolean): void {
    if (!inline) this.block();
    const [first, ...rest] = other.items;
    if (inline && typeof first === 'string' && this.#joins) {
      this.items[this.items.length - 1] = String(this.items.at(-1)) + first;
      this.items.push(...rest);
    } else this.items.push(...other.items);
    this.#joins = inline && (other.items.length === 0 ? this.#joins : other.#joins);
    this.more += other.more;
    this.inView ||= other.inView;
    this.seen += other.seen;
    if (!inline) this.block();
  }
}
