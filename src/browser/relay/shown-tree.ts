import { onePageLine, quotedPageLine } from '../../core/index.js';
import type { MaskTexts, PageSecrets } from '../../core/index.js';
import { estimateTokens } from '../dom/snapshot/token-estimate.js';
import { isSuspicious } from '../dom/snapshot/suspicious.js';
import { shownUrl } from '../page/shown-url.js';
import { frameOfRef, ownRefOf } from './page-state.js';
import type { PageState, ReadDocument } from './page-state.js';
import type { TreeNode } from './read-tree.js';
import type { RelayRefs } from './relay-refs.js';
import { foldValue } from './sensitive-field.js';

const MAX_NAME = 300;
const MAX_TEXT = 2000;
const FIELDS = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox']);
/** A name of fewer letters is that of a key or a page number. */
const MIN_SECRET_NAME = 3;
const WITHHELD = '(not shown)';

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
  const lines = placedNodes(state).map(({ origin, node, shown }) => {
    return { depth: node.depth, origin, node, text: lineOf(shown, ownRefOf(state, node, refs)) };
  });
  const masked = mask?.(lines.map(({ text, origin }) => ({ text, origin })));
  return masked === undefined ? lines : lines.map((line, i) => ({ ...line, text: masked[i] ?? '' }));
}

/** The names of all nodes as lines show them: whatever an agent asks for is compared with these. */
export function namesShown(state: PageState, pageSecrets: PageSecrets): ReadonlyMap<TreeNode, string> {
  const placed = placedNodes(state);
  const masked = pageSecrets.mask()?.(placed.map(({ shown, origin }) => ({ text: shown.name, origin })));
  return new Map(placed.map(({ node, shown }, i) => [node, masked === undefined ? shown.name : (masked[i] ?? '')]));
}

interface PlacedNode {
  readonly origin: string;
  readonly node: TreeNode;
  /** Without what may not be shown. */
  readonly shown: TreeNode;
}

/** Each node with the document that it is of: bare text has no ref, and is of the one around it. */
function placedNodes(state: PageState): readonly PlacedNode[] {
  const secrets = secretValues(state);
  const around: { readonly depth: number; readonly document: ReadDocument | undefined }[] = [];
  return state.nodes.map((node) => {
    while ((around.at(-1)?.depth ?? -1) >= node.depth) around.pop();
    const own = node.ref === undefined ? undefined : state.documents.get(frameOfRef(node.ref));
    const document = own ?? around.at(-1)?.document;
    around.push({ depth: node.depth, document });
    return { origin: document?.origin ?? state.page.origin, node, shown: withoutSecrets(node, document, secrets) };
  });
}

/** Where not all fields of a document could be read, any text of it may be what one of them holds. */
function withoutSecrets(node: TreeNode, document: ReadDocument | undefined, secrets: ReadonlySet<string>): TreeNode {
  const isUnread = document?.isWhole === false;
  const isSecret = (text: string, least: number): boolean => {
    const folded = foldValue(text);
    return folded !== '' && (isUnread || (folded.length >= least && secrets.has(folded)));
  };
  const { name, text, placeholder } = node;
  const isUnaccounted = text !== undefined && FIELDS.has(node.role) && document?.plain.has(foldValue(text)) !== true;
  return {
    ...node,
    name: isSecret(name, MIN_SECRET_NAME) ? WITHHELD : name,
    ...(text !== undefined && (isUnaccounted || isSecret(text, 1)) ? { text: WITHHELD } : {}),
    ...(placeholder !== undefined && isSecret(placeholder, MIN_SECRET_NAME) ? { placeholder: WITHHELD } : {}),
  };
}

function secretValues({ documents }: PageState): ReadonlySet<string> {
  return new Set([...documents.values()].flatMap(({ secret }) => secret.map(({ value }) => foldValue(value))));
}

function lineOf(node: TreeNode, ref: string | undefined): string {
  const indent = '  '.repeat(Math.min(node.depth, 40));
  const marks = node.states.map((one) => ` [${one}]`).join('');
  const isOdd = [node.name, node.text ?? '', node.placeholder ?? ''].some(isSuspicious);
  return [
    `${indent}- ${node.role}`,
    node.name === '' ? '' : ` ${quotedPageLine(node.name, MAX_NAME)}`,
    marks,
    ref === undefined ? '' : ` [ref=${ref}]`,
    isOdd ? ' [suspicious]' : '',
    node.placeholder === undefined ? '' : ` placeholder ${quotedPageLine(node.placeholder, MAX_NAME)}`,
    node.url === undefined ? '' : ` to ${linkOf(node.url)}`,
    node.text === undefined ? '' : `: ${onePageLine(node.text, MAX_TEXT)}`,
  ].join('');
}

/** As the page writes it, which may be without a host. */
function linkOf(url: string): string {
  return URL.canParse(url) ? shownUrl(url) : onePageLine(url, 200);
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
