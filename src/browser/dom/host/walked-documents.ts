import type { Pixels } from '../../png.js';
import type { FrameDocument } from './frame-documents.js';
import type { WireNode, WireWalk } from './wire.js';

/** One pass over a document, with the passes over its frames. */
export interface WalkedDocument {
  readonly document: FrameDocument;
  readonly walk: WireWalk;
  readonly frames: ReadonlyMap<WireNode, WalkedDocument | 'no answer' | 'empty'>;
  /** The viewport when it was looked at, where that was asked for. */
  readonly picture?: Promise<Pixels | undefined>;
  /** There was no picture in time. */
  readonly unchecked?: true;
}
