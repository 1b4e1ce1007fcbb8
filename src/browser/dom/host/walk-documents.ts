import { Failure } from '../../../core/index.js';
import { CALL_MILLISECONDS } from './answer-deadline.js';
import type { FrameDocument, FrameDocuments } from './frame-documents.js';
import { comparePainted } from './compare-painted.js';
import { DocumentGone } from './frame-session.js';
import { maskedWalk } from './masked-walk.js';
import { framesIn, MAX_FRAMES } from './frames-in-walk.js';
import type { WalkedDocument } from './masked-walk.js';
import type { WalkOptions, WireItem, WireNode } from './wire.js';
import { isWalk } from './wire-check.js';

export type { WalkedDocument } from './masked-walk.js';

export type DocumentWalkOptions = Omit<WalkOptions, 'milliseconds' | 'backdrop' | 'scale' | 'root' | 'textBoxes'> & {
  readonly milliseconds?: number;
  /** False: the click listeners that are known already will do. */
  readonly listen?: boolean;
  /** True: the walk that was prefetched when the page had loaded is used, if the page has not changed since. */
  readonly mayUsePrefetched?: boolean;
  /** True: text is compared with a new picture of the viewport. Else the result of the last comparison holds. */
  readonly painted?: boolean;
  readonly root?: { readonly document: FrameDocument; readonly node: number };
};

/** Infinity does not survive JSON. */
export const UNLIMITED = 1e12;
const FRAME_MILLISECONDS = 1_500;
const MAX_DEPTH = 5;

/** Walks the page and its frames once, drops text that is not painted (with `painted`), and masks secrets in every text. */
export async function walkDocuments(documents: FrameDocuments, options: DocumentWalkOptions): Promise<WalkedDocument> {
  const walked = await walkChecked(documents, options);
  return maskedWalk(walked, documents.secrets);
}

async function walkChecked(documents: FrameDocuments, options: DocumentWalkOptions): Promise<WalkedDocument> {
  const walked = await walkOnce(documents, options);
  if (options.painted !== true) return walked;
  const checked = await comparePainted(documents, walked);
  if (checked !== 'changed') return checked === 'unchecked' ? { ...walked, unchecked: true } : walked;
  return walkOnce(documents, { ...options, painted: false, mayUsePrefetched: false, listen: false });
}

async function walkOnce(documents: FrameDocuments, options: DocumentWalkOptions): Promise<WalkedDocument> {
  const { root } = options;
  if (root !== undefined) return walkDocument(documents, root.document, { ...options, root: root.node }, 0);
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await walkDocument(documents, await documents.top(), { ...options, root: undefined }, 0);
    } catch (error) {
      // The page navigated between two of our calls: walk the new one.
      if (!(error instanceof DocumentGone) || attempt >= 4) throw gone(error);
      await new Promise((resolve) => setTimeout(resolve, 30 * (attempt + 1)));
    }
  }
}

function gone(error: unknown): unknown {
  return error instanceof DocumentGone ? new Failure('call.deadline', 'the page keeps navigating') : error;
}

type Options = Omit<DocumentWalkOptions, 'root'> & {
  readonly root: number | undefined;
  readonly backdrop?: string | undefined;
  readonly scale?: number;
};

async function walkDocument(
  documents: FrameDocuments,
  document: FrameDocument,
  options: Options,
  depth: number,
): Promise<WalkedDocument> {
  const limit = depth === 0 ? CALL_MILLISECONDS : FRAME_MILLISECONDS;
  const { root, listen, mayUsePrefetched, painted, ...rest } = options;
  const asked: WalkOptions = {
    ...rest,
    ...(painted === true ? { textBoxes: true } : {}),
    ...(root === undefined ? {} : { root }),
    milliseconds: options.milliseconds ?? limit * 0.7,
  };
  const { session, world } = document;
  const usesPrefetched = mayUsePrefetched === true && depth === 0;
  if (listen !== false && !usesPrefetched) await session.updateListeners(world);
  const now = painted === true && depth === 0 && !usesPrefetched ? documents.picture() : undefined;
  const taken = usesPrefetched
    ? await session.prefetch.take(world, asked, limit)
    : { walk: await session.walk(world, asked, limit), picture: now };
  const { walk, picture } = taken;
  if (!isWalk(walk)) throw new Failure('internal.fault', 'the page was read wrongly');
  if (walk.held !== undefined) documents.secrets.learn(walk.held.values, walk.held.origin);
  const frames = new Map<WireNode, WalkedDocument | 'no answer' | 'empty'>();
  await Promise.all(
    framesIn(walk)
      .slice(0, MAX_FRAMES)
      .map(async (node) => {
        frames.set(node, depth >= MAX_DEPTH ? 'empty' : await walkFrame(documents, document, node, options, depth));
      }),
  );
  return { document, walk, frames, ...(picture === undefined ? {} : { picture }) };
}

async function walkFrame(
  documents: FrameDocuments,
  parent: FrameDocument,
  node: WireNode,
  options: Options,
  depth: number,
): Promise<WalkedDocument | 'no answer' | 'empty'> {
  if (node.n === undefined || node.hidden !== undefined) return 'empty';
  const inner: Options = {
    ...options,
    root: undefined,
    backdrop: node.backdrop,
    scale: (options.scale ?? 1) * (node.scale ?? 1),
  };
  try {
    const child = await documents.child(parent, node.n);
    return child === undefined ? 'empty' : await walkDocument(documents, child, inner, depth + 1);
  } catch (error) {
    if (error instanceof DocumentGone) return 'empty';
    if (error instanceof Failure && error.code === 'call.deadline') return 'no answer';
    throw error;
  }
}

/** Visits every node of a walk, into its frames, in document order. */
export function forEachNode(
  walked: WalkedDocument,
  visit: (node: WireNode, document: FrameDocument, ancestors: readonly WireNode[]) => void,
): void {
  const go = (items: readonly WireItem[], inside: WalkedDocument, ancestors: readonly WireNode[]): void => {
    for (const item of items) {
      if (typeof item === 'string') continue;
      visit(item, inside.document, ancestors);
      const deeper = [...ancestors, item];
      if (item.kids !== undefined) go(item.kids, inside, deeper);
      const child = inside.frames.get(item);
      // What is around a frame is another document's, maybe of another origin.
      if (typeof child === 'object') go(child.walk.kids, child, []);
    }
  };
  go(walked.walk.kids, walked, []);
}
