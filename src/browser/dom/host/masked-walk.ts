import type { MaskTexts, PageSecrets, ShownText } from '../../../core/index.js';
import type { WireItem, WireNode, WireWalk } from './wire.js';
import type { Pixels } from '../../png.js';
import type { FrameDocument } from './frame-documents.js';

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

/**
 * A walk with every secret in its texts masked, also one that is split over several elements. Search, comparison,
 * counting and selection use this walk, so that their results say nothing about a secret either.
 */
export function maskedWalk(walked: WalkedDocument, secrets: PageSecrets): WalkedDocument {
  const mask = secrets.mask();
  if (mask === undefined) return walked;
  // Addresses after all texts: the one of a link would part its name from the next one's, over which a secret may go on.
  const lists: Readonly<Record<Kind, ShownText[]>> = { text: [], address: [] };
  visitTexts(walked, (text, origin, kind) => {
    lists[kind].push({ text, origin });
    return text;
  });
  const texts = [...lists.text, ...lists.address];
  const masked = mask(texts);
  if (texts.every(({ text }, i) => masked[i] === text)) return walked;
  learnPieces(secrets, mask, texts, masked);
  const next: Record<Kind, number> = { text: 0, address: lists.text.length };
  return visitTexts(walked, (_text, _origin, kind) => masked[next[kind]++] ?? '');
}

/** Shorter pieces occur in ordinary words, and reading a secret in pieces that small takes many calls. */
const MIN_PIECE = 4;

/** A later call may read one element alone, with one piece of a split secret: the pieces are learned as secrets too. */
function learnPieces(
  secrets: PageSecrets,
  mask: MaskTexts,
  texts: readonly ShownText[],
  masked: readonly string[],
): void {
  texts.forEach((shown, i) => {
    const after = masked[i] ?? '';
    if (after === shown.text || mask([shown])[0] === after) return;
    const value = removedFrom(shown.text, after).trim();
    if (value.length >= MIN_PIECE && shown.origin !== undefined)
      secrets.learn([{ kind: 'piece', name: '', value }], shown.origin);
  });
}

/** The part of `before` that the mask replaced. */
function removedFrom(before: string, after: string): string {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return before.slice(start, before.length - end);
}

type Kind = 'text' | 'address';
type Visit = (text: string, origin: string, kind: Kind) => string;

/** A copy of the walk in which `visit` has replaced each text, called in the order in which the texts are shown. */
function visitTexts(walked: WalkedDocument, visit: Visit): WalkedDocument {
  const { url, title, kids } = walked.walk;
  const origin = URL.canParse(url) ? new URL(url).origin : 'null';
  const of = (text: string, kind: Kind = 'text'): string => visit(text, origin, kind);
  const frames = new Map<WireNode, WalkedDocument | 'no answer' | 'empty'>();
  const item = (one: WireItem): WireItem => (typeof one === 'string' ? of(one) : node(one));
  const node = (one: WireNode): WireNode => {
    const name = one.name === undefined ? undefined : of(one.name);
    const copy: WireNode = {
      ...one,
      ...(name === undefined ? {} : { name }),
      ...(name === one.name || one.name === undefined ? {} : { trueName: one.name }),
      ...(one.value === undefined ? {} : { value: of(one.value) }),
      ...(one.asks === undefined ? {} : { asks: of(one.asks) }),
      ...(one.hint === undefined ? {} : { hint: of(one.hint) }),
      ...(one.href === undefined ? {} : { href: of(one.href, 'address') }),
      ...(one.kids === undefined ? {} : { kids: one.kids.map(item) }),
    };
    const inside = walked.frames.get(one);
    if (inside !== undefined) frames.set(copy, typeof inside === 'string' ? inside : visitTexts(inside, visit));
    return copy;
  };
  const walk = { ...walked.walk, title: of(title), kids: kids.map(item) };
  return { ...walked, walk, frames };
}
