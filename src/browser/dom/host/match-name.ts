import type { FrameDocument } from './frame-documents.js';
import { forEachNode, type WalkedDocument } from './walk-documents.js';
import type { WireNode } from './wire.js';

export interface Match {
  readonly node: WireNode;
  readonly document: FrameDocument;
}

export const fold = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Exact name first, then whatever the case, then a part of it; a name alone also matches what is read inside. */
export function matching(walked: WalkedDocument, role: string | undefined, name: string | undefined): readonly Match[] {
  const wanted = fold(name ?? '');
  const tiers: Match[][] = [[], [], []];
  forEachNode(walked, (node, document) => {
    if (node.n === undefined || (role !== undefined && !isRole(node.r, role))) return;
    // A list item with a ref is one whose menu comes under the pointer.
    const isItem = node.r === 'listitem';
    if (role === undefined && node.act !== 1 && node.r !== 'heading' && node.r !== 'img' && !isItem) return;
    const match = { node, document };
    const names = [fold(node.name ?? ''), ...(role === undefined || isItem ? [textIn(node)] : [])];
    if (wanted === '' || names.includes(wanted)) tiers[0]?.push(match);
    else if (names.some((one) => one.toLowerCase() === wanted.toLowerCase())) tiers[1]?.push(match);
    else if (names.some((one) => one.toLowerCase().includes(wanted.toLowerCase()))) tiers[2]?.push(match);
  });
  return tiers.find((tier) => tier.length > 0) ?? [];
}

const ALIKE: Readonly<Record<string, readonly string[]>> = {
  textbox: ['searchbox', 'datepicker', 'timepicker', 'colorpicker'],
  generic: ['clickable'],
  clickable: ['generic'],
  image: ['img'],
};

export function isRole(found: string, role: string): boolean {
  const wanted = role.toLowerCase();
  return found === wanted || (ALIKE[wanted] ?? []).includes(found);
}

export function isSame(found: string, name: string): boolean {
  return fold(found).toLowerCase() === fold(name).toLowerCase();
}

function textIn(node: WireNode): string {
  return fold((node.kids ?? []).map((kid) => (typeof kid === 'string' ? kid : '')).join(' '));
}
