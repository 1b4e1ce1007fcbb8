import type { WireItem, WireNode } from '../host/wire.js';

export const ASIDE = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
  'dialog',
  'alertdialog',
]);

/** What is open over the page, whole and first: a person sees it before anything else, however little it says. */
export function dialogsIn(items: readonly WireItem[], main: WireNode | undefined): WireNode[] {
  return items.flatMap((item) => {
    if (typeof item === 'string' || item === main) return [];
    return item.r === 'dialog' || item.r === 'alertdialog' ? [item] : dialogsIn(item.kids ?? [], main);
  });
}

/** The outermost of them. */
export function asidesIn(items: readonly WireItem[]): WireNode[] {
  return items.flatMap((item) =>
    typeof item === 'string' ? [] : ASIDE.has(item.r) ? [item] : asidesIn(item.kids ?? []),
  );
}

/** Written in a block, or in the longest of its links where it has nothing else: ten links of one word are a menu. */
export function wordsIn(block: string): number {
  const links = block.match(LINK) ?? [];
  const own = countWords(block.replace(LINK, ' '));
  return own > 0 ? countWords(block.replace(LINK, '$1')) : Math.max(0, ...links.map((link) => countWords(link) - 1));
}

const LINK = /\[((?:[^\]\\]|\\.)*)\]\(e\d+\)/gu;

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu)?.length ?? 0;
}
