import { onePageLine, quotedPageLine } from '../../../core/index.js';
import type { FrameDocument } from '../host/frame-documents.js';
import type { SnapshotLine } from './snapshot-line.js';
import type { WireNode } from '../host/wire.js';

const ROWS = new Set(['row', 'listitem', 'article', 'treeitem']);
const ROW_CAP = 40;

interface Row {
  readonly node: WireNode;
  readonly document: FrameDocument;
  /** The row's own line; -1: it has none. */
  readonly line: number;
}

/** The rows around what is being read, and what the rows of lines are called. */
export class RowLabels {
  readonly #rows: Row[] = [];
  readonly #labels = new Map<number, { readonly text: string; readonly row: Row }>();

  enter(node: WireNode, document: FrameDocument, line: number): boolean {
    const isRow = ROWS.has(node.r);
    if (isRow) this.#rows.push({ node, document, line });
    return isRow;
  }

  leave(): void {
    this.#rows.pop();
  }

  /** Notes the row that a line is in. */
  note(line: number, node: WireNode, document: FrameDocument): void {
    const row = this.#rows.at(-1);
    if (row === undefined || row.document !== document || node.act !== 1) return;
    const text = rowLabel(row.node, node);
    if (text !== '') this.#labels.set(line, { text, row });
  }

  /** Lines of the same role and name carry the row that they are in, unless a line of that row says it. */
  applied(lines: readonly SnapshotLine[]): SnapshotLine[] {
    const counts = new Map<string, number>();
    for (const line of lines) counts.set(kinOf(line), (counts.get(kinOf(line)) ?? 0) + 1);
    const saidAt = new Map<Row, number | undefined>();
    return lines.map((line, i) => {
      const label = this.#labels.get(i);
      if (label === undefined || (counts.get(kinOf(line)) ?? 0) < 2) return line;
      const { row, text } = label;
      if (!saidAt.has(row)) saidAt.set(row, lineThatSays(lines, row.line, text));
      const at = saidAt.get(row);
      const rowHint = ` (row ${quotedPageLine(text, ROW_CAP)})`;
      return { ...line, rowHint, ...(at === undefined || at >= i ? {} : { rowAt: at }) };
    });
  }
}

const MAX_VISITED = 12;

/** The row's own line, or one of the first below it. */
function lineThatSays(lines: readonly SnapshotLine[], row: number, text: string): number | undefined {
  const depth = lines[row]?.depth;
  if (row < 0 || depth === undefined) return undefined;
  const said = quotedPageLine(onePageLine(text, ROW_CAP - 1)).slice(0, -1);
  for (let at = row; at < lines.length && at <= row + MAX_VISITED; at += 1) {
    const line = lines[at];
    if (line === undefined || (at > row && line.depth <= depth)) return undefined;
    if (line.textBeforeRef.includes(said) || line.textAfterRef.includes(said)) return at;
  }
  return undefined;
}

const kinOf = ({ node }: SnapshotLine): string =>
  node?.act === 1 ? `${node.r} ${node.name ?? ''} ${node.hint ?? ''}` : '';

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
