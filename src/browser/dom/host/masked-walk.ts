import type { MaskTexts, ShownText } from '../../../core/index.js';
import type { WalkedDocument } from './walked-documents.js';
import type { WireItem, WireNode } from './wire.js';

/**
 * A look as answers show it: every text in it is masked, also a secret that goes over several elements. Whatever is searched,
 * compared, counted or chosen by its text is taken from here.
 */
export function maskedWalk(walked: WalkedDocument, mask: MaskTexts | undefined): WalkedDocument {
  if (mask === undefined) return walked;
  const texts: ShownText[] = [];
  visitTexts(walked, (text, origin) => {
    texts.push({ text, origin });
    return text;
  });
  const masked = mask(texts);
  if (texts.every(({ text }, i) => masked[i] === text)) return walked;
  let next = 0;
  return visitTexts(walked, () => masked[next++] ?? '');
}

type Visit = (text: string, origin: string) => string;

/** The same look with other texts; always in the order in which they are shown. */
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
