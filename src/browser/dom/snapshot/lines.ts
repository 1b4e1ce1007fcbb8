import { onePageLine, quotedPageLine } from '../../../core/index.js';
import type { WalkedDocument } from '../host/walk-documents.js';
import { originOfWalk } from './sourced-text.js';
import type { SnapshotLine, LineKind } from './snapshot-line.js';
import { shortened, tailOf, MAX_LINE_TEXT } from './line-tails.js';
import { RowLabels } from './row-labels.js';
import { piecesOf } from './sentence-pieces.js';
import { isEmptyCell, simplified, type Simple } from './simplify-node.js';
import { isSuspicious, misleadsTo } from './suspicious.js';
import type { WireItem, WireNode } from '../host/wire.js';

const LANDMARKS = new Set('banner complementary contentinfo form main navigation region search'.split(' '));
const URGENT = new Set(['dialog', 'alertdialog', 'alert', 'status']);
const NAME_CAP = 200;

type PlainLine = Omit<SnapshotLine, 'rowHint' | 'textAfterRef' | 'node' | 'document' | 'origin' | 'more'>;

export interface LineOptions {
  /** Only what can be acted on, headings, landmarks, dialogs and alerts. */
  readonly interactiveOnly: boolean;
  /** The tab's. */
  readonly origin: string;
}

export function snapshotLines(walked: WalkedDocument, options: LineOptions): SnapshotLine[] {
  const builder = new LineBuilder(options);
  builder.items(walked.walk.kids, walked, 0, -1, walked.walk.seen);
  return builder.withRows();
}

class LineBuilder {
  readonly lines: SnapshotLine[] = [];
  readonly #options: LineOptions;
  readonly #rows = new RowLabels();
  constructor(options: LineOptions) {
    this.#options = options;
  }

  withRows(): SnapshotLine[] {
    return this.#rows.applied(this.lines);
  }

  items(
    items: readonly WireItem[],
    walked: WalkedDocument,
    depth: number,
    parent: number,
    seen: readonly number[],
  ): void {
    let [sentence, links]: [number, number[]] = [-1, []];
    items.forEach((item, i) => {
      if (typeof item === 'string') {
        const pieces = item.length > MAX_LINE_TEXT || isSuspicious(item) ? undefined : piecesOf(items, i);
        [sentence, links] = [pieces === undefined ? -1 : this.lines.length, []];
        this.#text(item, walked, depth, parent, seen.includes(i), pieces === undefined ? {} : { pieces, links });
        return;
      }
      if (sentence >= 0 && item.span !== undefined) links.push(this.lines.length);
      if (!isEmptyCell(item)) this.#node(simplified(item), walked, depth, parent);
    });
  }

  #text(
    text: string,
    walked: WalkedDocument,
    depth: number,
    parent: number,
    inView: boolean,
    parts: Pick<SnapshotLine, 'pieces' | 'links'>,
  ): void {
    if (this.#options.interactiveOnly || onePageLine(text) === '') return;
    const textBeforeRef = `text${isSuspicious(text) ? ' [suspicious]' : ''}: ${shortened(text, MAX_LINE_TEXT)}`;
    this.#pushPlain(walked, { kind: 'text', depth, parent, textBeforeRef, inView, ...parts });
  }

  #node({ node, lead }: Simple, walked: WalkedDocument, depth: number, parent: number): void {
    if (node.r === 'text') {
      this.#markedText(node, walked, depth, parent);
      return;
    }
    const kind = lead.startsWith('heading') ? 'heading' : kindOf(node);
    const skipped = this.#options.interactiveOnly && (kind === 'structure' || kind === 'text');
    const tail = skipped ? { text: '', kids: node.kids ?? [], seen: node.seen ?? [] } : tailOf(node);
    let at = parent;
    let inner = depth;
    if (!skipped) {
      const focused = walked.walk.focus !== undefined && walked.walk.focus === node.n;
      const named = node.name === undefined ? '' : ` ${shortened(node.name, NAME_CAP)}`;
      const textBeforeRef = `${lead}${shownRole(node)}${named}`;
      const textAfterRef = `${brackets(node, focused, walked.walk.url)}${this.#frameOrigin(node, walked)}${tail.text}`;
      at = this.#push({
        kind,
        depth,
        parent,
        textBeforeRef,
        rowHint: '',
        textAfterRef,
        node,
        document: walked.document,
        origin: this.#originOf(walked),
        inView: node.view === 1,
        more: node.more ?? 0,
      });
      inner = depth + 1;
    }
    if (!skipped) this.#rows.note(at, node, walked.document);
    const isRow = this.#rows.enter(node, walked.document, skipped ? -1 : at);
    this.items(tail.kids, walked, inner, at, tail.seen);
    if (isRow) this.#rows.leave();
    if (node.r === 'iframe') this.#frame(node, walked, inner, at);
  }

  #originOf(walked: WalkedDocument): string {
    return originOfWalk(walked, this.#options.origin);
  }

  /** A frame with a document of another origin is marked with that origin. */
  #frameOrigin(node: WireNode, walked: WalkedDocument): string {
    const child = walked.frames.get(node);
    if (typeof child !== 'object' || this.#originOf(child) === this.#originOf(walked)) return '';
    return ` [origin=${onePageLine(this.#originOf(child), 200)}]`;
  }

  #frame(node: WireNode, walked: WalkedDocument, depth: number, parent: number): void {
    const child = walked.frames.get(node);
    if (child === 'no answer') {
      const textBeforeRef = 'left out: this frame does not answer';
      this.#pushPlain(walked, { kind: 'urgent', depth, parent, textBeforeRef, inView: true });
    } else if (typeof child === 'object')
      this.items(child.walk.kids, child, depth, parent, node.view === 1 ? child.walk.seen : []);
  }

  #markedText(node: WireNode, walked: WalkedDocument, depth: number, parent: number): void {
    if (this.#options.interactiveOnly) return;
    const textBeforeRef = `text${brackets(node, false, walked.walk.url)}: ${quotedPageLine(node.name ?? '', MAX_LINE_TEXT)}`;
    this.#pushPlain(walked, { kind: 'text', depth, parent, textBeforeRef, inView: false });
  }

  /** A line of no element: it has no ref, and nothing is after it. */
  #pushPlain(walked: WalkedDocument, line: PlainLine): void {
    const origin = this.#originOf(walked);
    this.#push({ rowHint: '', textAfterRef: '', node: undefined, document: walked.document, origin, more: 0, ...line });
  }

  #push(line: SnapshotLine): number {
    return this.lines.push(line) - 1;
  }
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

/** The marks of a name that may be misleading, e.g. `[name differs]` or `[hidden: …]`. */
export function marksText({ hidden, marks }: WireNode): string {
  const said = [...(marks ?? []).map(plainWords), ...(hidden === undefined ? [] : [`hidden: ${plainWords(hidden)}`])];
  return said.map((mark) => ` [${mark}]`).join('');
}

/** Its visible text is beside the name. */
export function nameDiffers({ marks }: WireNode): boolean {
  return marks?.includes('name differs') === true;
}

function onlyText(node: WireNode): string {
  const [only, ...others] = node.kids ?? [];
  return typeof only === 'string' && others.length === 0 ? only : '';
}
