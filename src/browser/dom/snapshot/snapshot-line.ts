import type { FrameDocument } from '../host/frame-documents.js';
import type { WireNode } from '../host/wire.js';

export type LineKind = 'act' | 'urgent' | 'heading' | 'landmark' | 'structure' | 'text';

/** One line of a snapshot, before it is known whether it will be shown. */
export interface SnapshotLine {
  readonly kind: LineKind;
  readonly depth: number;
  /** Index of the line that it stands under; -1 at the top. */
  readonly parent: number;
  readonly textBeforeRef: string;
  /** The row that tells it from others of the same name: ` (row "Order 1002")`, or nothing. */
  readonly rowHint: string;
  /** The line that says so already. */
  readonly rowAt?: number;
  /** Of a text with links in it: what is around them, and their lines. */
  readonly pieces?: readonly string[];
  readonly links?: readonly number[];
  /** States, marks, value: what follows the ref. */
  readonly textAfterRef: string;
  readonly node: WireNode | undefined;
  readonly document: FrameDocument;
  /** Of the document that wrote it. */
  readonly origin: string;
  readonly inView: boolean;
  /** How many things under it were never looked at. */
  readonly more: number;
}
