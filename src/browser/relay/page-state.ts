import type { FieldValue, PageFacts } from '../../core/index.js';
import { originOf } from '../page/shown-url.js';
import type { TreeNode } from './read-tree.js';
import type { RelayRefs } from './relay-refs.js';
import { sortValues } from './sensitive-field.js';
import type { SideAnswer, SideDocument, SideElement } from './side-answer.js';

export type ReffedNode = TreeNode & { readonly ref: string };

/** What was there at one moment. */
export interface PageState {
  readonly page: PageFacts;
  readonly tabs: SideAnswer['tabs'];
  /** Some document that can be seen on the page is not among those that were read. */
  readonly hasUnread: boolean;
  /** Empty where it was not asked for. */
  readonly nodes: readonly TreeNode[];
  /** By the part of the upstream's refs that names their frame. */
  readonly documents: ReadonlyMap<string, ReadDocument>;
  /** By the upstream's refs. */
  readonly elements: ReadonlyMap<string, SideElement>;
}

export interface ReadDocument extends SideDocument {
  readonly plain: ReadonlySet<string>;
  readonly secret: readonly FieldValue[];
}

/** `f3` of `f3e12`; nothing for the first document of a tab. */
export function frameOfRef(ref: string): string {
  return /^f\d+/u.exec(ref)?.[0] ?? '';
}

/** One element of each document, by which the side program finds it. */
export function rootsIn(nodes: readonly TreeNode[]): readonly string[] {
  const roots = new Map<string, string>();
  for (const { ref } of nodes) {
    const frame = ref === undefined ? undefined : frameOfRef(ref);
    if (ref !== undefined && frame !== undefined && !roots.has(frame)) roots.set(frame, ref);
  }
  return [...roots.values()];
}

export function pageStateOf(answer: SideAnswer, index: number, nodes: readonly TreeNode[]): PageState | undefined {
  const tab = answer.tabs[index];
  if (tab === undefined) return undefined;
  const documents = new Map(
    answer.documents.map((read) => [frameOfRef(read.ref), { ...read, ...sortValues(read.fields, read.lang) }]),
  );
  const document = `${tab.tab}:${answer.time === undefined ? UNKNOWN : String(answer.time)}`;
  return {
    page: { tab: tab.tab, url: tab.url, origin: originOf(tab.url), document },
    ...{ tabs: answer.tabs, nodes, documents, hasUnread: answer.shownFrames > documents.size },
    elements: new Map(answer.elements.map((read) => [read.ref, read])),
  };
}

/** The id of a document that does not answer. */
const UNKNOWN = 'unknown';

export function isKnown({ document }: PageFacts): boolean {
  return !document.endsWith(`:${UNKNOWN}`);
}

/** Ours for an element that is there now; undefined where it cannot be named. */
export function ownRefOf(state: PageState, node: TreeNode, refs: RelayRefs): string | undefined {
  if (!hasRef(node)) return undefined;
  const document = state.documents.get(frameOfRef(node.ref));
  return document === undefined ? undefined : refs.refFor(node, state.page.tab, document.time);
}

export function hasRef(node: TreeNode): node is ReffedNode {
  return node.ref !== undefined;
}
