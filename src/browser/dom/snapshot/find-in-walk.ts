import { onePageLine, quotedPageLine } from '../../../core/index.js';
import type { FrameDocument } from '../host/frame-documents.js';
import { whyUnseen } from './lines.js';
import type { WalkedDocument } from '../host/walk-documents.js';
import { forEachNode } from '../host/walk-documents.js';
import type { WireItem, WireNode } from '../host/wire.js';

export interface FindHit {
  readonly node: WireNode;
  readonly document: FrameDocument;
  readonly score: number;
  readonly within: string;
  /** In which direction scrolling finds it, where it is out of view. */
  readonly way: string;
}

const DIRECTIONS: Readonly<Record<number, string>> = { 2: 'above', 3: 'below', 4: 'to the left', 5: 'to the right' };

const fold = (text: string): string => text.toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim();
const SCROLLED = new Set(
  'list listbox table grid treegrid tree menu feed log dialog alertdialog region tabpanel iframe complementary navigation'.split(
    ' ',
  ),
);
const CONTEXT = new Set(
  'heading region navigation main banner contentinfo complementary search form dialog alertdialog row listitem article group'.split(
    ' ',
  ),
);

/**
 * Ranked by string match alone: names, text, values, hints and addresses. Page text never steers more than that. What is
 * hidden comes later: controls that a menu or a carousel keeps, and other things only when there is nothing else.
 */
export function findInWalk(walked: WalkedDocument, query: string, limit: number): { hits: FindHit[]; total: number } {
  const wanted = fold(query);
  const words = wanted.split(' ').filter((word) => word !== '');
  const hits: FindHit[] = [];
  forEachNode(walked, (node, document, ancestors) => {
    if (node.n === undefined) return;
    const score = scoreOf(node, wanted, words);
    const way = DIRECTIONS[node.spot ?? 0] ?? '';
    if (score > 0) hits.push({ node, document, score, within: contextOf(ancestors, way !== ''), way });
  });
  const usable = hits.filter(({ node }) => node.hidden === undefined || node.act === 1);
  const shown = usable.length > 0 ? usable : hits;
  shown.sort((a, b) => b.score - a.score);
  return { hits: shown.slice(0, limit), total: shown.length };
}

/** Of a sentence that nobody remembers to the letter so many words must be there; of two or three all. */
const ENOUGH_WORDS = 0.7;
const HIDDEN_LATER = 35;

function scoreOf(node: WireNode, wanted: string, words: readonly string[]): number {
  const name = fold(node.name ?? '');
  const own = fold(ownText(node));
  const rest = fold([node.r, node.value ?? '', node.hint ?? '', pathOf(node.href), ...(node.states ?? [])].join(' '));
  const all = `${name} ${own} ${rest}`;
  const share = words.filter((word) => all.includes(word)).length / words.length;
  if (!(share >= ENOUGH_WORDS)) return 0;
  let score = 10;
  if (share < 1) score -= 8;
  else if (name === wanted || own === wanted) score += 60;
  else if (`${node.r} ${name}` === wanted || `${name} ${node.r}` === wanted) score += 55;
  else if (name.startsWith(wanted)) score += 40;
  else if (name.includes(wanted)) score += 30;
  else if (words.every((word) => name.includes(word))) score += 20;
  else if (own.includes(wanted)) score += 12;
  if (node.act === 1) score += 15;
  if (node.hidden !== undefined) score -= HIDDEN_LATER;
  if (node.view === 1) score += 3;
  return Math.max(0.1, share * score - Math.min(8, name.length / 40));
}

function pathOf(href: string | undefined): string {
  return (href ?? '').split(/[?#]/u)[0] ?? '';
}

function ownText(node: WireNode): string {
  return (node.kids ?? []).map((kid) => (typeof kid === 'string' ? kid : '')).join(' ');
}

/** `apart`: the box that scrolls matters more than the row. */
function contextOf(ancestors: readonly WireNode[], apart: boolean): string {
  const box = apart ? ancestors.findLast((one) => SCROLLED.has(one.r) && one.name !== undefined) : undefined;
  const named = box ?? ancestors.findLast((one) => CONTEXT.has(one.r));
  if (named === undefined) return '';
  const name = named.name ?? firstText(named);
  return name === '' ? onePageLine(named.r, 40) : `${onePageLine(named.r, 40)} ${quotedPageLine(name, 60)}`;
}

function firstText(node: WireNode): string {
  for (const kid of node.kids ?? []) {
    const text = typeof kid === 'string' ? kid.trim() : (kid.name ?? firstText(kid));
    if (text !== '') return text;
  }
  return '';
}

export interface Passage {
  readonly text: string;
  readonly near: { readonly node: WireNode; readonly document: FrameDocument } | undefined;
  readonly hidden: string | undefined;
  /** The document that says it. */
  readonly document: FrameDocument;
  /** Where it is, if it is out of view. */
  readonly where: string;
}

const AROUND = 80;

/** Every place where a text is read on the page. */
export function passagesIn(
  walked: WalkedDocument,
  text: string,
  exact: boolean,
  limit: number,
): { passages: Passage[]; total: number } {
  const wanted = exact ? text : fold(text);
  const passages: Passage[] = [];
  let total = 0;
  const add = (content: string, { near, spot, ancestors, document }: Spotted, hidden: string | undefined): void => {
    const whole = content.replace(/\s+/gu, ' ');
    const hay = exact ? whole : whole.toLowerCase();
    for (let at = hay.indexOf(wanted); at >= 0 && wanted !== ''; at = hay.indexOf(wanted, at + wanted.length)) {
      total += 1;
      if (passages.length >= limit) continue;
      const where = whereOf(spot, ancestors);
      passages.push({ text: around(whole, at, wanted.length), near, hidden, document, where });
    }
  };
  const go = (
    kids: readonly WireItem[],
    spots: readonly number[],
    inside: WalkedDocument,
    above: Omit<Spotted, 'spot' | 'document'>,
  ): void => {
    const { document } = inside;
    kids.forEach((item, i) => {
      const spot = spots[i] ?? 0;
      if (typeof item === 'string') {
        add(item, { ...above, spot, document }, undefined);
        return;
      }
      const near = item.n === undefined ? above.near : { node: item, document: inside.document };
      // A link's name is part of the paragraph that was just searched.
      const repeated = item.act === 1 && kids.some((one) => typeof one === 'string' && one.includes(item.name ?? ''));
      if (item.name !== undefined && !repeated)
        add(item.name, { near, spot: item.spot ?? spot, ancestors: above.ancestors, document }, whyUnseen(item));
      if (item.value !== undefined)
        add(item.value, { near, spot: item.spot ?? spot, ancestors: above.ancestors, document }, undefined);
      const inner = { near, ancestors: [...above.ancestors, item] };
      go(item.kids ?? [], item.spots ?? [], inside, inner);
      const child = inside.frames.get(item);
      if (typeof child === 'object') go(child.walk.kids, child.walk.spots ?? [], child, { near, ancestors: [] });
    });
  };
  go(walked.walk.kids, walked.walk.spots ?? [], walked, { near: undefined, ancestors: [] });
  return { passages, total };
}

interface Spotted {
  readonly near: Passage['near'];
  readonly document: FrameDocument;
  readonly spot: number;
  readonly ancestors: readonly WireNode[];
}

/** "below, in list "Inbox"": the direction, and the nearest named box around it. */
function whereOf(spot: number, ancestors: readonly WireNode[]): string {
  const way = DIRECTIONS[spot];
  if (way === undefined) return '';
  const box = ancestors.findLast((one) => SCROLLED.has(one.r) && one.name !== undefined);
  return box === undefined ? way : `${way}, in ${onePageLine(box.r, 40)} ${quotedPageLine(box.name ?? '', 60)}`;
}

function around(text: string, at: number, length: number): string {
  const from = Math.max(0, at - AROUND);
  const to = Math.min(text.length, at + length + AROUND);
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
