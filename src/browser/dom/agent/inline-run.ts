import type { WireItem } from '../host/wire.js';
import { hasWord } from './letters.js';
import { IN_VIEW, type ScrollDirection } from './scroll-direction.js';

export const LINE_BREAK = '\n\n';

type Span = readonly [number, number];

/**
 * Items being collected under one node. Neighbouring inline text becomes one run; a paragraph with links in it becomes
 * its whole text, as a person reads it, followed by the links.
 */
export class InlineRun {
  readonly items: WireItem[] = [];
  /** Where each of the items stands; 0: nowhere in particular. */
  readonly #spots: (ScrollDirection | 0)[] = [];
  /** Which part of what is read each of them is; undefined for text. */
  readonly #spans: (Span | undefined)[] = [];
  more = 0;
  /** What a person reads in here, for comparing it with the accessible name. */
  visibleText = '';
  /** The same with what is covered now: names do not depend on what lies above. */
  textWithCovered = '';
  /** The text that is not inside a control. */
  textOutsideControls = '';
  /** The first line and the first heading of what is written in here. */
  firstLine: string | undefined;
  heading: string | undefined;
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

  /** Where what was collected stands: in view, if any of it is. */
  get spot(): ScrollDirection | 0 {
    return firstSpot(this.#spots);
  }

  #push(item: WireItem, spot: ScrollDirection | 0, span?: Span): void {
    this.items.push(item);
    this.#spots.push(spot);
    this.#spans.push(span);
  }

  #append(text: string, spot: ScrollDirection | 0): boolean {
    const at = this.items.length - 1;
    const last = this.items[at];
    if (!this.#joins || typeof last !== 'string') return false;
    this.items[at] = last + text;
    if (spot === IN_VIEW || this.#spots[at] === 0) this.#spots[at] = spot;
    return true;
  }

  text(data: string, spot: ScrollDirection | 0): void {
    if (!this.#append(data, spot)) {
      if (data.trim() === '') return;
      this.#push(data, spot);
    }
    this.#joins = true;
    this.visibleText += data;
    this.textWithCovered += data;
    this.textOutsideControls += data;
  }

  /** Text that is there, and under something else now. */
  covered(data: string): void {
    this.textWithCovered += data;
    this.textOutsideControls += data;
  }

  /** White space between inline things. */
  space(): void {
    const last = this.items.at(-1);
    if (typeof last === 'string' && !last.endsWith(' ')) this.#append(' ', 0);
    this.visibleText += ' ';
    this.textWithCovered += ' ';
    this.textOutsideControls += ' ';
  }

  /** A paragraph ends here. */
  block(): void {
    this.#joins = false;
    if (this.#breaks) {
      if (this.items.length > 0 && this.items.at(-1) !== LINE_BREAK) this.#push(LINE_BREAK, 0);
    } else if (this.items.length > this.#from) this.#settle();
    if (this.firstLine === undefined && this.textWithCovered.trim() !== '')
      this.firstLine = this.textWithCovered.trim();
    this.visibleText += ' ';
    this.textWithCovered += ' ';
    this.textOutsideControls += ' ';
    this.#read = this.visibleText.length;
  }

  #settle(): void {
    const items = this.items.slice(this.#from);
    const spots = this.#spots.slice(this.#from);
    const spans = this.#spans.slice(this.#from);
    if (items.some((item) => typeof item !== 'string')) {
      this.items.length = this.#from;
      this.#spots.length = this.#from;
      this.#spans.length = this.#from;
      // Punctuation between links says nothing once the links stand on lines of their own.
      const speaks = items.some((item) => typeof item === 'string' && hasWord(item));
      if (speaks) this.#push(this.visibleText.slice(this.#read), firstSpot(spots));
      items.forEach((item, i) => {
        if (typeof item === 'string') return;
        const [from, to] = (speaks ? spans[i] : undefined) ?? [];
        const isPart = from !== undefined && to !== undefined;
        this.#push(isPart ? { ...item, span: [from - this.#read, to - this.#read] } : item, spots[i] ?? 0);
      });
    }
    this.#from = this.items.length;
  }

  node(item: WireItem, seen: string, spot: ScrollDirection | 0, said = seen, own = ''): void {
    this.#push(item, spot, [this.visibleText.length, this.visibleText.length + seen.length]);
    this.#joins = false;
    this.visibleText += seen;
    this.textWithCovered += said;
    this.textOutsideControls += own;
  }

  /** Takes over what a wrapper that says nothing has collected. */
  absorb(other: InlineRun, inlineBox: boolean): void {
    // A paragraph inside an inline box ends the line all the same.
    const inline = inlineBox && other.#from === 0;
    if (!inline) {
      this.block();
      other.block();
    }
    const [first] = other.items;
    const joined = inline && typeof first === 'string' && this.#append(first, other.#spots[0] ?? 0);
    for (let i = joined ? 1 : 0; i < other.items.length; i += 1) {
      const [from, to] = (inline ? other.#spans[i] : undefined) ?? [];
      const span: Span | undefined =
        from === undefined || to === undefined
          ? undefined
          : [this.visibleText.length + from, this.visibleText.length + to];
      this.#push(other.items[i] ?? '', other.#spots[i] ?? 0, span);
    }
    this.#joins = inline && (other.items.length === 0 ? this.#joins : other.#joins);
    this.more += other.more;
    this.unseen ??= other.unseen;
    this.heading ??= other.heading;
    if (!inline) this.firstLine ??= other.firstLine;
    this.visibleText += other.visibleText;
    this.textWithCovered += other.textWithCovered;
    this.textOutsideControls += other.textOutsideControls;
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
      if (this.#spots[i] === IN_VIEW && typeof kids[kid] === 'string') views.push(kid);
      kid += 1;
    }
    return views;
  }

  /** Where some of the items, in their order, stand. */
  spotsOf(kids: readonly WireItem[]): number[] {
    const spots: number[] = [];
    for (let i = 0; i < this.items.length && spots.length < kids.length; i += 1)
      if (this.items[i] === kids[spots.length]) spots.push(this.#spots[i] ?? 0);
    return spots;
  }
}

function firstSpot(spots: readonly (ScrollDirection | 0)[]): ScrollDirection | 0 {
  return spots.includes(IN_VIEW) ? IN_VIEW : (spots.find((spot) => spot !== 0) ?? 0);
}
