import { onePageLine } from '../../../core/index.js';
import type { FrameDocument } from '../host/frame-documents.js';
import { atLineStart, cutTo, inCell, plain } from './markdown-text.js';
import { marksText, nameDiffers } from './lines.js';
import { ASIDE, asidesIn, dialogsIn, wordsIn } from './page-parts.js';
import type { WalkedDocument } from '../host/walk-documents.js';
import type { SourcedLine } from '../host/tab-view.js';
import { originOfWalk } from './sourced-text.js';
import type { WireItem, WireNode } from '../host/wire.js';

export type GiveRef = (document: FrameDocument, node: WireNode) => string | undefined;

const DEEPEST = 16;
const BREAK = '\n\n';
/** As much of a value as a page that is read shows. */
const MAX_VALUE = 1_000;

/** Beside the main content, menus are left out, and what is long enough to be a sentence or a headline is not. */
const MIN_WORDS = 5;
const BESIDE = '(beside the main content)';
/** How the line before a frame of another origin begins. */
const FRAME = '(iframe ';

/**
 * A page as blocks of Markdown, its main content first; links carry refs, not addresses. What is beside the main
 * content follows it, without menus.
 */
export function markdownBlocks(
  walked: WalkedDocument,
  giveRef: GiveRef,
  whole: boolean,
  origin: string,
): SourcedLine[] {
  const own = originOfWalk(walked, origin);
  const written = (items: readonly WireItem[], skips: Skips): SourcedLine[] => {
    const writer = new MarkdownWriter(giveRef, own, origin, whole, skips);
    writer.items(items, walked);
    writer.flush();
    return writer.blocks;
  };
  const { kids } = walked.walk;
  if (whole) return written(kids, () => false);
  const main = mainOf(walked);
  const isAside = ({ r }: WireNode): boolean => ASIDE.has(r);
  const dialogs = dialogsIn(kids, main);
  const open = dialogs.flatMap((node) => [
    { text: `(dialog "${plain(node.name ?? '').replaceAll('"', '\\"')}")${marksText(node)}`, origin: own },
    ...written(node.kids ?? [], () => false),
  ]);
  const content = main === undefined ? written(kids, isAside) : written(main.kids ?? [], () => false);
  const isSaid = (node: WireNode): boolean => node === main || dialogs.includes(node);
  const beside = written(main === undefined ? asidesIn(kids) : kids, isSaid);
  const kept = beside.filter(({ text }) => wordsIn(text) >= MIN_WORDS || text.startsWith(FRAME));
  return [...open, ...content, ...(kept.length === 0 ? [] : [{ text: BESIDE, origin: own }, ...kept])];
}

/** The element that holds most of what is written: `main`, else the longest article. */
function mainOf(walked: WalkedDocument): WireNode | undefined {
  let best: { node: WireNode; length: number } | undefined;
  const go = (items: readonly WireItem[]): void => {
    for (const item of items) {
      if (typeof item === 'string') continue;
      if (item.r === 'main' || item.r === 'article') {
        const length = lengthOf(item) * (item.r === 'main' ? 2 : 1);
        if (length > (best?.length ?? 200)) best = { node: item, length };
      }
      go(item.kids ?? []);
    }
  };
  go(walked.walk.kids);
  return best?.node;
}

function lengthOf(item: WireItem): number {
  if (typeof item === 'string') return item.length;
  return (item.kids ?? []).reduce((sum, kid) => sum + lengthOf(kid), item.name?.length ?? 0);
}

type Skips = (node: WireNode) => boolean;

class MarkdownWriter {
  readonly blocks: SourcedLine[] = [];
  readonly #giveRef: GiveRef;
  /** Of the tab. */
  readonly #top: string;
  /** Of the document that is being written. */
  #origin: string;
  /** What frames of other origins say inside a line; it comes after the line. */
  #late: SourcedLine[] = [];
  #line = '';
  #prefix = '';
  /** What was asked for by its ref is given with all of its values. */
  readonly #whole: boolean;
  readonly #skips: Skips;
  /** The output continues a line that has begun. */
  readonly #isInline: boolean;
  constructor(giveRef: GiveRef, origin: string, top: string, whole: boolean, skips: Skips, isInline = false) {
    this.#isInline = isInline;
    this.#skips = skips;
    this.#giveRef = giveRef;
    this.#origin = origin;
    this.#top = top;
    this.#whole = whole;
  }

  flush(): void {
    const text = this.#line.replace(/[ \t]+/gu, ' ').trim();
    if (text !== '') this.#push(`${this.#prefix}${this.#isInline ? text : atLineStart(text)}`);
    this.#line = '';
  }

  #push(text: string): void {
    this.blocks.push({ text, origin: this.#origin }, ...this.#late);
    this.#late = [];
  }

  items(items: readonly WireItem[], walked: WalkedDocument): void {
    for (const item of items) {
      if (item === BREAK) this.flush();
      else if (typeof item === 'string') this.#line += plain(item);
      else if (!this.#skips(item)) this.#node(item, walked);
    }
  }

  #node(node: WireNode, walked: WalkedDocument): void {
    const name = plain(node.name ?? '');
    switch (node.r) {
      case 'heading':
        this.flush();
        this.#push(`${'#'.repeat(Math.max(1, Math.min(node.level ?? 2, 6)))} ${this.#heading(node, walked, name)}`);
        return;
      case 'text':
        this.#line += `${name}${marksText(node)} `;
        return;
      case 'img':
        if (name !== '') this.#line += ` ![${name}]${marksText(node)} `;
        return;
      case 'row':
        this.#row(
          (node.kids ?? []).filter((cell) => cell !== BREAK),
          walked,
        );
        return;
      case 'listitem':
        this.#listItem(node, walked);
        return;
      default:
        this.#other(node, walked, name);
    }
  }

  /** Where the name is not what is seen, what is seen follows. */
  #heading(node: WireNode, walked: WalkedDocument, name: string): string {
    if (name === '') return this.#inline(node, walked);
    return `${name}${marksText(node)}${nameDiffers(node) ? ` ${this.#inline(node, walked)}` : ''}`;
  }

  #other(node: WireNode, walked: WalkedDocument, name: string): void {
    if (node.act === 1) {
      const ref = this.#giveRef(walked.document, node);
      const label = node.r === 'link' || node.r === 'clickable' ? name : `${node.r}: ${name}`;
      const { text: value, lines } = this.#value(node);
      this.#line += `[${label}${value}](${ref ?? ''})${marksText(node)}${nameDiffers(node) ? ' ' : ''}`;
      if (lines.length > 0) this.flush();
      for (const line of lines) this.#block(line);
      this.#inside(node, walked);
      return;
    }
    this.items(node.kids ?? [], walked);
    const child = walked.frames.get(node);
    if (typeof child === 'object') this.#frame(child, name, marksText(node));
  }

  #frame(child: WalkedDocument, name: string, marks: string): void {
    this.flush();
    const outer = this.#origin;
    const inner = originOfWalk(child, this.#top);
    // Said by the page around it, so that nobody takes the frame for a part of that page.
    if (inner !== outer)
      this.#push(`${FRAME}"${name.replaceAll('"', '\\"')}" origin=${onePageLine(inner, 200)})${marks}`);
    this.#origin = inner;
    this.items(child.walk.kids, child);
    this.flush();
    this.#origin = outer;
  }

  /** A long value has lines of its own where all of it was asked for. */
  #value({ r, value, kids, multi }: WireNode): { readonly text: string; readonly lines: readonly string[] } {
    // The options of a list that is open are in the page.
    const isListed = this.#whole || r === 'listbox';
    const options = isListed ? (kids ?? []).filter((kid) => typeof kid === 'object' && isOption(kid)) : [];
    const names = options.map((kid) =>
      typeof kid === 'object' ? `- ${plain(kid.name ?? '')}${kid.r === 'option' ? '' : ':'}${marksText(kid)}` : '',
    );
    if (value === undefined) return { text: '', lines: names };
    const isLong = this.#whole && (multi === 1 || value.length > MAX_VALUE);
    if (isLong) return { text: '', lines: linesOf(value) };
    const more = value.length - MAX_VALUE;
    return {
      text: ` = ${plain(cutTo(value, MAX_VALUE))}${more > 0 ? ` +${more} characters: read its ref` : ''}`,
      lines: names,
    };
  }

  /** Content of a control: elements that can be acted on, and all of it where the name is only its beginning. */
  #inside(node: WireNode, walked: WalkedDocument): void {
    const kids = node.kids ?? [];
    if (node.part !== 1) {
      const isShown = nameDiffers(node) && node.r !== 'listbox';
      this.items(
        kids.filter((kid) => (typeof kid === 'object' ? kid.act === 1 : isShown && kid !== BREAK)),
        walked,
      );
      return;
    }
    this.flush();
    this.items(kids, walked);
    this.flush();
  }

  #listItem(node: WireNode, walked: WalkedDocument): void {
    this.flush();
    const outer = this.#prefix;
    this.#prefix = outer === '' ? '- ' : outer.length > DEEPEST ? outer : `  ${outer}`;
    this.items(node.kids ?? [], walked);
    this.flush();
    this.#prefix = outer;
  }

  #block(text: string): void {
    this.#push(`${this.#prefix}${text}`);
  }

  #inline(item: WireNode, walked: WalkedDocument): string {
    const inner = new MarkdownWriter(this.#giveRef, this.#origin, this.#top, this.#whole, this.#skips, true);
    inner.items(item.kids ?? [], walked);
    inner.flush();
    const isOwn = ({ origin }: SourcedLine): boolean => origin === this.#origin;
    this.#late.push(...inner.blocks.filter((block) => !isOwn(block)));
    return inner.blocks
      .filter(isOwn)
      .map(({ text }) => text)
      .join(' ');
  }

  /** A cell with headings, lists or several paragraphs is a part of the page, not a value. */
  #row(cells: readonly WireItem[], walked: WalkedDocument): void {
    this.flush();
    if (!cells.some(isLayout)) {
      this.#block(`| ${cells.map((cell) => inCell(this.#cell(cell, walked))).join(' | ')} |`);
      return;
    }
    for (const cell of cells) {
      this.items([cell], walked);
      this.flush();
    }
  }

  #cell(item: WireItem, walked: WalkedDocument): string {
    return typeof item === 'string'
      ? plain(item).trim()
      : this.#inline({ r: 'cell', kids: item.r === 'text' ? [item] : (item.kids ?? [item.name ?? '']) }, walked);
  }
}

const PARTS = new Set('heading table list article form region'.split(' '));
const MAX_PARAGRAPHS = 2;

function isLayout(cell: WireItem): boolean {
  if (typeof cell === 'string') return false;
  const kids = cell.kids ?? [];
  const breaks = kids.filter((kid, i) => kid === BREAK && i > 0 && i < kids.length - 1).length;
  return breaks >= MAX_PARAGRAPHS || kids.some((kid) => typeof kid === 'object' && (PARTS.has(kid.r) || isLayout(kid)));
}

/** The lines of a long value, as page text. */
function linesOf(value: string): string[] {
  return value
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => atLineStart(plain(line)));
}

/** Of a list that is open, with the names of their groups. */
const isOption = ({ r, name = '' }: WireNode): boolean => r === 'option' || (r === 'optgroup' && name !== '');
