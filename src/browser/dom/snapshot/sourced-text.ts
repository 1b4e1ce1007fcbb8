import { PageText } from '../../../core/index.js';
import type { PageView } from '../../../core/index.js';
import { estimateTokens } from './token-estimate.js';
import type { SourcedLine } from '../host/tab-view.js';
import type { WalkedDocument } from '../host/walk-documents.js';

/** What it costs to end one fence and to begin another. */
export const FENCE_TOKENS = 40;

/** What it costs to fence a text of this origin, which is a part of what the host counts. */
export function fenceTokensOf(origin: string): number {
  return 24 + estimateTokens(origin);
}

/** The origin of a document: of the tab's own by its address, of a frame by what the frame is. */
export function originOfWalk({ document, walk }: WalkedDocument, top: string): string {
  return document.parent === undefined ? top : walk.origin;
}

/** By the id of each document of a walk. */
export function originsInWalk(walked: WalkedDocument, top: string): Map<string, string> {
  const origins = new Map([[walked.document.id, originOfWalk(walked, top)]]);
  for (const child of walked.frames.values()) {
    if (typeof child === 'object') for (const [id, origin] of originsInWalk(child, top)) origins.set(id, origin);
  }
  return origins;
}

/** Neighbouring lines of one origin are one piece. */
export function pageViewOf(top: string, lines: readonly SourcedLine[]): PageView {
  const text = lines.map((line) => line.text).join('\n');
  if (lines.every(({ origin }) => origin === top)) return { origin: top, text };
  const pieces: { origin: string; texts: string[] }[] = [];
  for (const line of lines) {
    const last = pieces.at(-1);
    if (last?.origin === line.origin) last.texts.push(line.text);
    else pieces.push({ origin: line.origin, texts: [line.text] });
  }
  return { origin: top, text, pieces: pieces.map(({ origin, texts }) => new PageText(origin, texts.join('\n'))) };
}
