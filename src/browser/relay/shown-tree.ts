import { onePageLine, quotedPageLine } from '../../core/index.js';
import type { MaskTexts } from '../../core/index.js';
import { estimateTokens } from '../dom/snapshot/token-estimate.js';
import { isSuspicious } from '../dom/snapshot/suspicious.js';
import { shownUrl } from '../page/shown-url.js';
import { frameOfRef, ownRefOf } from './page-state.js';
import type { PageState } from './page-state.js';
import type { TreeNode } from './read-tree.js';
import type { RelayRefs } from './relay-refs.js';
import { foldValue } from './sensitive-field.js';

const MAX_NAME = 300;
const MAX_TEXT = 2000;
const FIELDS = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox']);
/** Shorter, and it may be part of ordinary text. */
const MIN_SECRET_TEXT = 4;

export interface ShownLine {
  readonly depth: number;
  readonly origin: string;
  readonly text: string;
  readonly node: TreeNode;
}

/**
 * The upstream's tree as an agent may read it: refs of ours, page text escaped, and of fields only the values that are
 * known not to be a secret. Whatever a field holds that its document does not account for is withheld.
 */
export function shownLines(state: PageState, refs: RelayRefs, mask: MaskTexts | undefined): readonly ShownLine[] {
  const secrets = secretValues(state);
  const frames: { readonly depth: number; readonly origin: string }[] = [];
  const lines = state.nodes.map((node) => {
    while (frames.length > 0 && (frames.at(-1)?.depth ?? -1) >= node.depth) frames.pop();
    const own = node.ref === undefined ? undefined : state.documents.get(frameOfRef(node.ref))?.origin;
    const origin = own ?? frames.at(-1)?.origin ?? state.page.origin;
    frames.push({ depth: node.depth, origin });
    return { depth: node.depth, origin, node, text: lineOf(state, node, refs, secrets) };
  });
  const masked = mask?.(lines.map(({ text, origin }) => ({ text, origin })));
  return masked === undefined ? lines : lines.map((line, i) => ({ ...line, text: masked[i] ?? '' }));
}

function secretValues({ documents }: PageState): ReadonlySet<string> {
  return new Set([...documents.values()].flatMap(({ secret }) => secret.map(({ value }) => foldValue(value))));
}

function lineOf(state: PageState, node: TreeNode, refs: RelayRefs, secrets: ReadonlySet<string>): string {
  const indent = '  '.repeat(Math.min(node.depth, 40));
  const marks = node.states.map((one) => ` [${one}]`).join('');
  const ref = ownRefOf(state, node, refs);
  const isOdd = [node.name, node.text ?? '', node.placeholder ?? ''].some(isSuspicious);
  const text = textOf(state, node, secrets);
  return [
    `${indent}- ${node.role}`,
    node.name === '' ? '' : ` ${quotedPageLine(node.name, MAX_NAME)}`,
    marks,
    ref === undefined ? '' : ` [ref=${ref}]`,
    isOdd ? ' [suspicious]' : '',
    node.placeholder === undefined ? '' : ` placeholder ${quotedPageLine(node.placeholder, MAX_NAME)}`,
    node.url === undefined ? '' : ` to ${linkOf(node.url)}`,
    text === undefined ? '' : `: ${text}`,
  ].join('');
}

/** As the page writes it, which may be without a host. */
function linkOf(url: string): string {
  return URL.canParse(url) ? shownUrl(url) : onePageLine(url, 200);
}

function textOf(state: PageState, node: TreeNode, secrets: ReadonlySet<string>): string | undefined {
  const { text } = node;
  if (text === undefined) return undefined;
  const folded = foldValue(text);
  const isField = FIELDS.has(node.role);
  if (isField && !isAccountedFor(state, node, folded)) return '(not shown)';
  if (secrets.has(folded) && (isField || folded.length >= MIN_SECRET_TEXT)) return '(not shown)';
  return onePageLine(text, MAX_TEXT);
}

function isAccountedFor({ documents }: PageState, node: TreeNode, folded: string): boolean {
  const document = node.ref === undefined ? undefined : documents.get(frameOfRef(node.ref));
  return document?.isWhole === true && document.plain.has(folded);
}

/** As many lines as fit, cut at a whole line, and how many did not. */
export function fitLines<Line extends { readonly text: string }>(
  lines: readonly Line[],
  maxTokens: number,
): { readonly lines: readonly Line[]; readonly more: number } {
  let tokens = 0;
  let count = 0;
  for (const { text } of lines) {
    tokens += estimateTokens(`${text}\n`);
    if (tokens > maxTokens && count > 0) break;
    count += 1;
  }
  return { lines: lines.slice(0, count), more: lines.length - count };
}
