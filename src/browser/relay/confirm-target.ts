import { Failure } from '../../core/index.js';
import type { ElementFacts, ElementTarget, Target } from '../../core/index.js';
import { elementFactsOf } from './element-facts.js';
import { locateNode } from './locate-node.js';
import type { NodeNames } from './locate-node.js';
import { frameOfRef, ownRefOf } from './page-state.js';
import type { PageState, ReffedNode } from './page-state.js';
import type { RelayPageDeps } from './relay-deps.js';
import type { SideElement } from './side-answer.js';
import type { UpstreamDriver } from './upstream-driver.js';

export interface ReadTargets {
  readonly state: PageState;
  readonly elements: ReadonlyMap<ElementTarget, { readonly node: ReffedNode; readonly facts: ElementFacts }>;
}

/** The page as it is now, and each element that is named, by the upstream's own snapshot. Undefined: there is no page. */
export async function readTargets(
  driver: UpstreamDriver,
  targets: readonly Target[],
  known: NodeNames,
  signal: AbortSignal,
): Promise<ReadTargets | undefined> {
  const wanted = targets.filter((target) => target.kind === 'element');
  const nodes = new Map<ElementTarget, ReffedNode>();
  const find = (state: PageState): readonly string[] => {
    // Before any name is compared.
    for (const { secret, origin } of state.documents.values()) known.pageSecrets.learn(secret, origin);
    for (const target of wanted) nodes.set(target, locateNode(state, target.at, known));
    return [...nodes.values()].map(({ ref }) => ref);
  };
  const state = await driver.read({ wantsTree: wanted.length > 0, refs: find }, signal);
  if (state === undefined) return undefined;
  const elements = new Map(
    wanted.map((target) => [target, factsFor(state, target, nodes.get(target), known)] as const),
  );
  return { state, elements };
}

function factsFor(state: PageState, target: ElementTarget, node: ReffedNode | undefined, { refs }: NodeNames) {
  const read = node && state.elements.get(node.ref);
  const document = node && state.documents.get(frameOfRef(node.ref));
  if (node === undefined || read === undefined || document === undefined) throw new Failure('policy.changed');
  // The element was read a moment after the tree: both must be of the same document.
  if (read.time !== document.time) throw new Failure('policy.changed');
  refuseOtherReceiver(read, target);
  const ref = ownRefOf(state, node, refs) ?? '';
  return { node, facts: elementFactsOf({ ref, node, read, document }, target) };
}

/** Input must reach the element that was judged, not a control inside it or the content of a frame. */
function refuseOtherReceiver({ isFrame, holds }: SideElement, { intent }: ElementTarget): void {
  const isAimed = intent === 'click' || intent === 'hover' || intent === 'drag';
  if ((isAimed && holds !== undefined) || (isFrame && (isAimed || intent === 'press')))
    throw new Failure('browser.inner-control', 'name the control or the element of the frame itself');
}

/** Right before the act: all that was judged is still so, or nothing is done. */
export async function confirmTargets(deps: RelayPageDeps, targets: readonly ElementTarget[]): Promise<ReadTargets> {
  const { permit, driver, session, pageSecrets, signal } = deps;
  if (!targets.every((target) => permit.call.targets.includes(target)))
    throw new Failure('internal.fault', 'an element was touched that the call did not declare');
  const now = await readTargets(driver, targets, { refs: session.refs, pageSecrets }, signal);
  const { page } = permit.callFacts;
  if (now === undefined || page === undefined) throw new Failure('session.none');
  if (now.state.page.document !== page.document || now.state.page.origin !== page.origin)
    throw new Failure('policy.changed');
  for (const target of targets) {
    const judged = permit.callFacts.elements.get(target);
    if (judged === undefined || judged.fingerprint !== now.elements.get(target)?.facts.fingerprint)
      throw new Failure('policy.changed');
  }
  return now;
}

/** An element that is only read: as it is now. */
export async function confirmReadTarget(deps: RelayPageDeps, target: ElementTarget): Promise<ReffedNode> {
  const now = await confirmTargets(deps, [target]);
  const found = now.elements.get(target);
  if (found === undefined) throw new Failure('policy.changed');
  return found.node;
}
