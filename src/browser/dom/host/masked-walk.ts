import type { MaskTexts, ShownText } from '../../../core/index.js';
import type { Look } from './walked-documents.js';
import type { WireItem, WireNode } from './wire.js';

/**
 * A look as answers show it: every text in it is masked, also a secret that goes over several elements. Whatever is searched,
 * compared, counted or chosen by its text is taken from here.
 */
export function shownLook(look: Look, mask: MaskTexts | undefined): Look {
  if (mask === undefined) return look;
  const texts: ShownText[] = [];
  visitTexts(look, (text, origin) => {
    texts.push({ text, origin });
    return text;
  });
  const masked = mask(texts);
  if (texts.every(({ text }, i) => masked[i] === text)) return look;
  let next = 0;
  return visitTexts(look, () => masked[next++] ?? '');
}

type Visit = (text: string, origin: string) => string;

/** The same look with other texts; always in the order in which they are shown. */
function visitTexts(look: Look, visit: Visit): Look {
  const { url, title, kids } = look.walk;
  const origin = URL.canParse(url) ? new URL(url).origin : 'null';
  const of = (text: string): string => visit(text, origin);
  const frames = new Map<WireNode, Look | 'no answer' | 'empty'>();
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
    const inside = look.frames.get(one);
    if (inside !== undefined) frames.set(copy, typeof inside === 'string' ? inside : visitTexts(inside, visit));
    return copy;
  };
  const walk = { ...look.walk, title: of(title), kids: kids.map(item) };
  return { ...look, walk, frames };
}
