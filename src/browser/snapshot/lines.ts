import { onePageLine, quotedPageLine } from '../../core/index.js';
import type { FrameDocument } from './frame-documents.js';
import type { Look } from './look.js';
import { originOfLook } from './sourced-text.js';
import { isEmptyCell, simplified, type Simple } from './simplify-node.js';
import { isSuspicious, misleadsTo } from './suspicious.js';
import type { WireItem, WireNode } from './wire.js';

export type LineKind = 'act' | 'urgent' | 'heading' | 'landmark' | 'structure' | 'text';

/** One line of a snapshot, before it is known whether it will be shown. */
export interface Line {
  readonly kind: LineKind;
  readonly depth: number;
  /** Index of the line that it stands under; -1 at the top. */
  readonly parent: number;
  readonly before: string;
  /** The row that tells it from others of the same name: ` (row "Order 1002")`, or nothing. */
  readonly beside: string;
  /** States, marks, value: what follows the ref. */
  readonly after: string;
  readonly node: WireNode | undefined;
  readonly document: FrameDocument;
  /** Of the document that wrote it. */
  readonly origin: string;
  readonly inView: boolean;
  /** How many things under it were never looked at. */
  readonly more: number;
}

const LANDMARKS = new Set('banner complementary contentinfo form main navigation region search'.split(' '));
const URGENT = new Set(['dialog', 'alertdialog', 'alert', 'status']);
const ROWS = new Set(['row', 'listitem', 'article', 'treeitem']);
const ROW_CAP = 40;
const TEXT_CAP = 300;
const NAME_CAP = 200;

export interface LineOptions {
  /** Only what can be acted on, headings, landmarks, dialogs and alerts. */
  readonly onlyActs: boolean;
  /** The tab's. */
  readonly origin: string;
}

export function linesOf(look: Look, options: LineOptions): Line[] {
  const builder = new LineBuilder(options);
  builder.items(look.walk.kids, look, 0, -1, look.walk.seen);
  return builder.withRows();
}

class LineBuilder {
  readonly lines: Line[] = [];
  readonly #options: LineOptions;
  /** The rows around what is being read, and what the rows of lines are called. */
  readonly #rows: { readonly node: WireNode; readonly document: FrameDocument }[] = [];
  readonly #labels = new Map<number, string>();
  constructor(options: LineOptions) {
    this.#options = options;
  }

  /** Lines of the same role and name carry the row that they stand in. */
  withRows(): Line[] {
    const counts = new Map<string, number>();
    for (const line of this.lines) counts.set(kinOf(line), (counts.get(kinOf(line)) ?? 0) + 1);
    return this.lines.map((line, i) => {
      const label = this.#labels.get(i);
      const isTwin = label !== undefined && (counts.get(kinOf(line)) ?? 0) > 1;
      return isTwin ? { ...line, beside: ` (row ${quotedPageLine(label, ROW_CAP)})` } : line;
    });
  }

  items(items: readonly WireItem[], look: Look, depth: number, parent: number, seen: readonly number[]): void {
    items.forEach((item, i) => {
      if (typeof item === 'string') this.#text(item, look, depth, parent, seen.includes(i));
      else if (!isEmptyCell(item)) this.#node(simplified(item), look, depth, parent);
    });
  }

  #text(text: string, look: Look, depth: number, parent: number, inView: boolean): void {
    if (this.#options.onlyActs || onePageLine(text) === '') return;
    const before = `text${isSuspicious(text) ? ' [suspicious]' : ''}: ${shortened(text, TEXT_CAP)}`;
    this.#push({
      kind: 'text',
      depth,
      parent,
      before,
      beside: '',
      after: '',
      node: undefined,
      document: look.document,
      origin: this.#originOf(look),
      inView,
      more: 0,
    });
  }

  #node({ node, lead }: Simple, look: Look, depth: number, parent: number): void {
    if (node.r === 'text') {
      this.#markedText(node, look, depth, parent);
      return;
    }
    const kind = lead.startsWith('heading') ? 'heading' : kindOf(node);
    const skipped = this.#options.onlyActs && (kind === 'structure' || kind === 'text');
    const tail = skipped ? { text: '', kids: node.kids ?? [] } : tailOf(node);
    let at = parent;
    let inner = depth;
    if (!skipped) {
      const focused = look.walk.focus !== undefined && look.walk.focus === node.n;
      const named = node.name === undefined ? '' : ` ${shortened(node.name, NAME_CAP)}`;
      const before = `${lead}${shownRole(node)}${named}`;
      const after = `${brackets(node, focused, look.walk.url)}${this.#frameOrigin(node, look)}${tail.text}`;
      at = this.#push({
        kind,
        depth,
        parent,
        before,
        beside: '',
        after,
        node,
        document: look.document,
        origin: this.#originOf(look),
        inView: node.view === 1,
        more: node.more ?? 0,
      });
      inner = depth + 1;
    }
    const seen = tail.kids === node.kids ? (node.seen ?? []) : [];
    const row = this.#rows.at(-1);
    const isIn = row !== undefined && row.document === look.document;
    const label = isIn && !skipped && node.act === 1 ? rowLabel(row.node, node) : '';
    if (label !== '') this.#labels.set(at, label);
    if (ROWS.has(node.r)) this.#rows.push({ node, document: look.document });
    this.items(tail.kids, look, inner, at, seen);
    if (ROWS.has(node.r)) this.#rows.pop();
    if (node.r === 'iframe') this.#frame(node, look, inner, at);
  }

  #originOf(look: Look): string {
    return originOfLook(look, this.#options.origin);
  }

  /** What a frame shows may be somebody else's. */
  #frameOrigin(node: WireNode, look: Look): string {
    const child = look.frames.get(node);
    if (typeof child !== 'object' || this.#originOf(child) === this.#originOf(look)) return '';
    return ` [origin=${onePageLine(this.#originOf(child), 200)}]`;
  }

  #frame(node: WireNode, look: Look, depth: number, parent: number): void {
    const child = look.frames.get(node);
    if (child === 'no answer') {
      const before = 'left out: this frame does not answer';
      this.#push({
        kind: 'urgent',
        depth,
        parent,
        before,
        beside: '',
        after: '',
        node: undefined,
        document: look.document,
        origin: this.#originOf(look),
        inView: true,
        more: 0,
      });
    } else if (typeof child === 'object')
      this.items(child.walk.kids, child, depth, parent, node.view === 1 ? child.walk.seen : []);
  }

  #markedText(node: WireNode, look: Look, depth: number, parent: number): void {
    if (this.#options.onlyActs) return;
    const before = `text${brackets(node, false, look.walk.url)}: ${quotedPageLine(node.name ?? '', TEXT_CAP)}`;
    this.#push({
      kind: 'text',
      depth,
      parent,
      before,
      beside: '',
      after: '',
      node: undefined,
      document: look.document,
      origin: this.#originOf(look),
      inView: false,
      more: 0,
    });
  }

  #push(line: Line): number {
    return this.lines.push(line) - 1;
  }
}

const kinOf = ({ node }: Line): string => (node?.act === 1 ? `${node.r} ${node.name ?? ''} ${node.hint ?? ''}` : '');

/** What a row is called: the first thing that is read in it, without what can be pressed there. */
function rowLabel(row: WireNode, self: WireNode): string {
  for (const kid of row.kids ?? []) {
    if (typeof kid === 'string') {
      // A line of text holds the names of the links in it.
      const own = self.name === undefined ? kid : kid.replace(self.name, ' ');
      if (/[\p{L}\p{N}]/u.test(own)) return own;
    } else if (kid !== self && (kid.act !== 1 || kid.r === 'link') && kid.r !== 'text') {
      const said = kid.name !== undefined && kid.name !== self.name ? kid.name : rowLabel(kid, self);
      if (said !== '') return said;
    }
  }
  return '';
}

function kindOf(node: WireNode): LineKind {
  if (node.act === 1) return 'act';
  if (node.r === 'heading') return 'heading';
  if (LANDMARKS.has(node.r)) return 'landmark';
  return URGENT.has(node.r) ? 'urgent' : 'structure';
}

function shownRole(node: WireNode): string {
  return plainWords(node.r).slice(0, 40);
}

function brackets(node: WireNode, focused: boolean, base: string): string {
  const parts: string[] = [];
  if (node.level !== undefined) parts.push(`level=${node.level}`);
  parts.push(...(node.states ?? []).map(plainWords));
  if (node.multi === 1) parts.push('multiline');
  if (focused) parts.push('focused');
  if (node.hint !== undefined) parts.push(`like=${quotedPageLine(node.hint, 40)}`);
  if (node.asks !== undefined) parts.push(`placeholder=${quotedPageLine(node.asks, 60)}`);
  parts.push(...(node.marks ?? []).map(plainWords));
  const elsewhere = node.href === undefined ? undefined : misleadsTo(node.name ?? '', node.href, base);
  if (elsewhere !== undefined) parts.push('suspicious', `goes to ${quotedPageLine(elsewhere, 80)}`);
  else if (isSuspicious(node.name ?? '') || isSuspicious(onlyText(node))) parts.push('suspicious');
  if (node.hidden !== undefined) parts.push(`hidden: ${plainWords(node.hidden)}`);
  return parts.map((part) => ` [${part}]`).join('');
}

/** Words of the in-page program's own. A renderer that a page has taken over could put a line or a ref there. */
export function plainWords(text: string): string {
  return onePageLine(text, 100).replace(/[[\]]/gu, '');
}

/** Why nobody can see a node, or the text that names it. */
export function whyUnseen({ hidden, marks }: WireNode): string | undefined {
  const marked = marks?.find((mark) => mark.startsWith('hidden: '))?.slice('hidden: '.length);
  return hidden ?? marked ?? (marks?.includes('covered') === true ? 'covered' : undefined);
}

function onlyText(node: WireNode): string {
  const [only, ...others] = node.kids ?? [];
  return typeof only === 'string' && others.length === 0 ? only : '';
}

/** Whoever cuts says how much is behind the cut: `browser_read` gives all of it. */
function shortened(text: string, most: number): string {
  const more = onePageLine(text, Infinity).length - most;
  return more > 0 ? `${quotedPageLine(text, most)} [+${more} characters]` : quotedPageLine(text, most);
}

/** What stands after the colon: a value, the only text inside, or a row of plain cells. */
function tailOf(node: WireNode): { text: string; kids: readonly WireItem[] } {
  const kids = node.kids ?? [];
  if (isChoice(node)) return { text: choiceText(node), kids: [] };
  const value = node.value === undefined ? '' : `: ${shortened(node.value, TEXT_CAP)}`;
  if (value !== '') return { text: value, kids };
  if (node.r === 'row') {
    const cells = kids.map(plainCell);
    if (cells.length > 0 && !cells.includes(undefined)) {
      return { text: `: ${cells.map((cell) => quotedPageLine(cell ?? '', 120)).join(' | ')}`, kids: [] };
    }
  }
  const [only, ...others] = kids;
  if (typeof only === 'string' && others.length === 0) return { text: `: ${shortened(only, TEXT_CAP)}`, kids: [] };
  return { text: '', kids };
}

function plainCell(item: WireItem): string | undefined {
  if (typeof item === 'string') return item;
  if (item.r !== 'cell' && item.r !== 'gridcell' && item.r !== 'columnheader' && item.r !== 'rowheader')
    return undefined;
  if (item.act === 1 || item.marks !== undefined || item.hidden !== undefined) return undefined;
  const texts = (item.kids ?? []).map((kid) => (typeof kid === 'string' ? kid : undefined));
  return texts.includes(undefined) ? undefined : texts.length === 0 ? (item.name ?? '') : texts.join(' ');
}

function isChoice(node: WireNode): boolean {
  const kids = node.kids ?? [];
  return kids.length > 0 && kids.every((kid) => typeof kid === 'object' && kid.r === 'option' && kid.n === undefined);
}

const MOST_OPTIONS = 12;

function choiceText(node: WireNode): string {
  const options = (node.kids ?? []).flatMap((kid) => (typeof kid === 'object' ? [kid.name ?? ''] : []));
  const shown = options.slice(0, MOST_OPTIONS).map((option) => quotedPageLine(option, 60));
  const rest = options.length > MOST_OPTIONS ? ` | … ${options.length - MOST_OPTIONS} more` : '';
  return `: ${quotedPageLine(node.value ?? '', 120)} of ${shown.join(' | ')}${rest}`;
}
