import type { MaskTexts, PageSecrets, ShownText } from '../../../core/index.js';
import type { WalkedDocument } from './walked-documents.js';
import type { WireItem, WireNode } from './wire.js';

/**
 * A walk as answers show it: every text in it is masked, also a secret that goes over several elements. Whatever is searched,
 * compared, counted or chosen by its text is taken from here.
 */
export function maskedWalk(walked: WalkedDocument, secrets: PageSecrets): WalkedDocument {
  const mask = secrets.mask();
  if (mask === undefined) return walked;
  const texts: ShownText[] = [];
  visitTexts(walked, (text, origin) => {
    texts.push({ text, origin });
    return text;
  });
  const masked = mask(texts);
  if (texts.every(({ text }, i) => masked[i] === text)) return walked;
  learnPieces(secrets, mask, texts, masked);
  let next = 0;
  return visitTexts(walked, () => masked[next++] ?? '');
}

/** Shorter ones are in ordinary words, and a secret in so small pieces takes many calls to read. */
const MIN_PIECE = 4;

/** An element that is asked for by itself shows a part of a secret, which nobody would know for what it is. */
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

/** What stood where something else, or nothing, stands now. */
function removedFrom(before: string, after: string): string {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return before.slice(start, before.length - end);
}

type Visit = (text: string, origin: string) => string;

/** The same walk with other texts; always in the order in which they are shown. */
function visitTexts(walked: WalkedDocument, visit: Visit): WalkedDocument {
  const { url, title, kids } = walked.walk;
  const origin = URL.canParse(url) ? new URL(url).origin : 'null';
  const of = (text: string): string => visit(text, origin);
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
      ...(one.href === undefined ? {} : { href: of(one.href) }),
      ...(one.kids === undefined ? {} : { kids: one.kids.map(item) }),
    };
    const inside = walked.frames.get(one);
    if (inside !== undefined) frames.set(copy, typeof inside === 'string' ? inside : visitTexts(inside, visit));
    return copy;
  };
  const walk = { ...walked.walk, title: of(title), kids: kids.map(item) };
  return { ...walked, walk, frames };
}
