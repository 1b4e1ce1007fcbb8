import { Failure, quotedPageLine } from '../../core/index.js';
import type { Locator, PageSecrets } from '../../core/index.js';
import { frameOfRef, hasRef, ownRefOf } from './page-state.js';
import type { PageState, ReffedNode } from './page-state.js';
import type { RelayRefs } from './relay-refs.js';
import { namesShown } from './shown-tree.js';

const MAX_CANDIDATES = 8;

export interface NodeNames {
  readonly refs: RelayRefs;
  readonly pageSecrets: PageSecrets;
}

/**
 * The one element of the snapshot that a locator means. What was shown and has changed since is refused. Names are
 * compared as answers show them; only a ref is bound to what the page really wrote.
 */
export function locateNode(state: PageState, at: Locator, known: NodeNames): ReffedNode {
  switch (at.by) {
    case 'ref':
      return byRef(state, at.ref, known.refs);
    case 'role':
      return byRole(state, at, known);
    case 'text':
      return byRole(state, { name: at.text }, known);
    case 'described': {
      const found = locateNode(state, at.at, known);
      const name = namesShown(state, known.pageSecrets).get(found) ?? '';
      const fits = (at.role ?? found.role) === found.role && fold(at.name ?? name) === fold(name);
      if (fits) return found;
      throw new Failure('browser.no-match', 'the element that is named has another role or name');
    }
    case 'focus':
      return focusedNode(state);
    case 'selector':
    case 'named':
    case 'coords':
      throw new Failure(
        'browser.unsupported',
        'with browser.provider: relay elements are named by ref, or by role and name',
      );
  }
}

function byRef({ nodes, documents, page }: PageState, ref: string, refs: RelayRefs): ReffedNode {
  const shown = refs.find(ref);
  if (shown === undefined || shown.tab !== page.tab) throw new Failure('browser.stale-ref');
  const found = nodes.find(
    (node) => node.ref === shown.ref && node.role === shown.role && node.name === shown.name && hasRef(node),
  );
  const isSameDocument = documents.get(frameOfRef(shown.ref))?.time === shown.time;
  if (found === undefined || !hasRef(found) || !isSameDocument) throw new Failure('browser.stale-ref');
  return found;
}

interface Described {
  readonly role?: string | undefined;
  readonly name?: string | undefined;
  readonly index?: number | undefined;
}

function byRole(state: PageState, { role, name, index }: Described, { refs, pageSecrets }: NodeNames): ReffedNode {
  const names = namesShown(state, pageSecrets);
  const nameOf = (node: ReffedNode): string => names.get(node) ?? '';
  const ofRole = state.nodes.filter(hasRef).filter((node) => role === undefined || node.role === role);
  const wanted = name === undefined ? undefined : fold(name);
  const whole = ofRole.filter((node) => wanted === undefined || fold(nameOf(node)) === wanted);
  const found =
    whole.length > 0 || wanted === undefined ? whole : ofRole.filter((node) => fold(nameOf(node)).includes(wanted));
  if (index !== undefined) {
    const [one] = found.slice(index, index + 1);
    if (one !== undefined) return one;
  }
  const [first, ...others] = found;
  if (first === undefined || index !== undefined) throw new Failure('browser.no-match');
  if (others.length === 0) return first;
  const candidates = found.slice(0, MAX_CANDIDATES).map((node) => {
    return `${ownRefOf(state, node, refs) ?? ''}: ${node.role} ${quotedPageLine(nameOf(node), 80)}`;
  });
  throw new Failure('browser.ambiguous', `${String(found.length)} fit`, {
    origin: state.page.origin,
    text: candidates.join('\n'),
  });
}

/** Where a key would go: into the frame that has the focus, and there into the element that has it. */
export function focusedNode({ nodes }: PageState): ReffedNode {
  const reffed = nodes.filter(hasRef);
  // The first is of the top document, whatever the upstream calls that.
  const top = frameOfRef(reffed[0]?.ref ?? '');
  let found = reffed.filter(({ ref, states }) => frameOfRef(ref) === top && states.includes('active')).at(-1);
  while (found?.role === 'iframe') {
    const { depth, ref } = found;
    const from = nodes.findIndex((node) => node.ref === ref);
    const end = nodes.findIndex((node, i) => i > from && node.depth <= depth);
    const inside = nodes.slice(from + 1, end === -1 ? undefined : end);
    found = inside.filter(hasRef).find(({ states }) => states.includes('active'));
  }
  if (found === undefined)
    throw new Failure('browser.not-actionable', 'nothing has the focus: click a field first, or name it');
  return found;
}

function fold(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim().toLowerCase();
}
