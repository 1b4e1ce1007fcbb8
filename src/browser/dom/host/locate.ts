import { Failure, onePageLine, quotedPageLine, type Locator } from '../../../core/index.js';
import type { Elements, FoundElement } from './elements.js';
import type { LocatedElement } from './tab-view.js';
import { frameAt, MIN_OPACITY } from './frame-geometry.js';
import type { FrameDocument, FrameDocuments } from './frame-documents.js';
import { fold, isRole, isSame, matching, type Match } from './match-name.js';
import { forEachNode, walkDocuments, type WalkedDocument, UNLIMITED } from './walk-documents.js';
import type { RefBook, RefEntry } from './ref-book.js';
import { queryJudgedSelector } from './query-judged-selector.js';
import { isFocus } from './wire-check.js';
import type { WireNode } from './wire.js';

export interface LocateDeps {
  readonly documents: FrameDocuments;
  readonly elements: Elements;
  readonly refs: RefBook;
  readonly origin: () => string;
}

type Described = Extract<Locator, { by: 'described' }>;

const MAX_CANDIDATES = 8;

/** Roles of what takes a value. */
const FILLABLE: ReadonlySet<string> = new Set([
  ...['textbox', 'searchbox', 'combobox', 'listbox', 'spinbutton', 'slider', 'checkbox', 'switch', 'radio'],
  ...['datepicker', 'timepicker', 'colorpicker'],
]);

/** Finds the one element that a locator means; `fills`: of several that fit, the only one that takes a value. */
export async function locate(deps: LocateDeps, locator: Locator, fills = false): Promise<FoundElement> {
  switch (locator.by) {
    case 'ref':
      return byRef(deps, locator.ref);
    case 'named': {
      const ref = deps.refs.named(locator.named);
      if (ref === undefined) throw new Failure('browser.no-match', 'no ref has this name; list_named_refs lists them');
      return byRef(deps, ref);
    }
    case 'role':
      return byRole(deps, locator, fills);
    case 'selector':
      return bySelector(deps, locator.selector);
    case 'coords':
      return byCoords(deps, locator.x, locator.y);
    case 'focus':
      return byFocus(deps);
    case 'text':
      return locate(deps, inOneWord(deps, locator.text), fills);
    case 'described':
      return byDescription(deps, locator);
  }
}

/** Names that the agent gave itself come first: a page cannot take one over by calling an element so. */
function inOneWord({ refs }: LocateDeps, text: string): Locator {
  return refs.named(text) === undefined ? { by: 'role', name: text } : { by: 'named', named: text };
}

/** The role and name only have to fit: they never choose. Whole names, because a part would answer for the rest. */
async function byDescription(deps: LocateDeps, { at, role, name }: Described): Promise<FoundElement> {
  const there = await locate(deps, at);
  const { facts } = there;
  // As the agent is shown them: a name that holds a secret must not answer guesses.
  const mask = deps.documents.secrets.mask();
  const names = [facts.name, facts.shown ?? ''].map((text) => mask?.([{ text }])[0] ?? text);
  const isNamed = name === undefined || names.some((one) => isSame(one, name));
  if (isNamed && (role === undefined || isRole(facts.role, role))) return there;
  throw new Failure('call.bad-arguments', `${at.by} names an element with another ${isNamed ? 'role' : 'name'}`, {
    origin: deps.origin(),
    text: `it is: ${onePageLine(facts.role, 40)} ${quotedPageLine(facts.name, 100)}`,
  });
}

async function byRef(deps: LocateDeps, ref: string): Promise<FoundElement> {
  const entry = deps.refs.find(ref);
  if (entry === undefined) {
    throw new Failure('browser.stale-ref', deps.refs.wasGiven(ref) ? 'it is too old' : 'it is not of this session');
  }
  if (entry.tab !== deps.elements)
    throw new Failure('browser.stale-ref', `${ref} belongs to another tab; name it with \`tab\``);
  const document = deps.elements.document(entry.document);
  const facts = document === undefined ? undefined : await deps.elements.facts(document, entry.node);
  if (document === undefined || facts === undefined) throw await stale(deps, entry, 'the element is gone');
  if (facts.role !== entry.role || meaningOf(facts.name) !== meaningOf(entry.name))
    throw await stale(deps, entry, 'it has another role or name now');
  if (facts.row !== entry.row) throw await stale(deps, entry, 'it stands in another row now');
  return { document, facts };
}

/**
 * The refusal offers a candidate only if there is no doubt: the same node under another name, or the only one of its
 * role and name. A twin in another row would be an invitation to press the wrong thing.
 */
async function stale(deps: LocateDeps, entry: RefEntry, why: string): Promise<Failure> {
  const walked = await walkDocuments(deps.documents, { hidden: false, textCap: 300, quota: UNLIMITED });
  const [shownName = ''] = deps.documents.secrets.mask()?.([{ text: entry.name }]) ?? [entry.name];
  let same: Match | undefined;
  const alike: Match[] = [];
  forEachNode(walked, (node, document) => {
    if (node.n === undefined || node.act !== 1) return;
    if (document.id === entry.document && node.n === entry.node) same = { node, document };
    else if (node.r === entry.role && shownName !== '' && node.name === shownName) alike.push({ node, document });
  });
  const [only, ...others] = alike;
  const best = same ?? (others.length === 0 ? only : undefined);
  if (best?.node.n === undefined) return new Failure('browser.stale-ref', `${entry.ref}: ${why}; take a new snapshot`);
  const { node, document } = best;
  const ref = deps.elements.refOf(document, { ...node, n: best.node.n });
  return new Failure('browser.stale-ref', `${entry.ref}: ${why}; nearest candidate: ${ref}`, {
    origin: deps.origin(),
    text: `${ref}: ${describe(node)}`,
  });
}

/** Case, spaces and a mark at the end are no other name. */
function meaningOf(name: string): string {
  return fold(name)
    .toLowerCase()
    .replace(/(?:\s*(?:\.{3}|[…:.]))+$/u, '');
}

function describe(node: WireNode): string {
  return `${onePageLine(node.r, 40)} ${quotedPageLine(node.name ?? '', 100)}`;
}

async function byRole(
  deps: LocateDeps,
  { role, name, index }: Extract<Locator, { by: 'role' }>,
  fills: boolean,
): Promise<FoundElement> {
  let matches: readonly Match[] = [];
  for (const hidden of [false, true]) {
    const walked = await walkDocuments(deps.documents, { hidden, textCap: 300, quota: UNLIMITED });
    matches = matching(walked, role, name);
    if (matches.length > 0) break;
  }
  if (fills && index === undefined) matches = onlyFillable(matches) ?? matches;
  const chosen = index === undefined ? matches[0] : matches[index];
  if (chosen === undefined) {
    throw new Failure(
      'browser.no-match',
      matches.length === 0 ? undefined : `there are ${matches.length}; index counts from 0`,
    );
  }
  if (index === undefined && matches.length > 1) throw ambiguous(deps, matches);
  return found(deps, chosen.document, chosen.node.n ?? 0);
}

/** A field and the button beside it often have one name, and the button cannot be filled. */
function onlyFillable(matches: readonly Match[]): readonly Match[] | undefined {
  const fields = matches.filter(({ node }) => FILLABLE.has(node.r));
  return fields.length === 1 ? fields : undefined;
}

function ambiguous(deps: LocateDeps, matches: readonly Match[]): Failure {
  const shown = matches.slice(0, MAX_CANDIDATES).map(({ node, document }) => ({
    ref: deps.elements.refOf(document, { ...node, n: node.n ?? 0 }),
    node,
  }));
  return new Failure('browser.ambiguous', `${matches.length} fit: ${shown.map(({ ref }) => ref).join(', ')}`, {
    origin: deps.origin(),
    text: shown.map(({ ref, node }) => `${ref}: ${describe(node)}`).join('\n'),
  });
}

export async function found(deps: LocateDeps, document: FrameDocument, node: number): Promise<FoundElement> {
  deps.elements.remember(document);
  const facts = await deps.elements.facts(document, node);
  if (facts === undefined) throw new Failure('browser.no-match', 'it vanished while it was being looked at');
  return { document, facts };
}

async function bySelector(deps: LocateDeps, selector: string): Promise<FoundElement> {
  const walked = await walkDocuments(deps.documents, { hidden: false, textCap: 0, quota: 0 });
  const documents: FrameDocument[] = [];
  const collect = (one: WalkedDocument): void => {
    documents.push(one.document);
    for (const child of one.frames.values()) if (typeof child === 'object') collect(child);
  };
  collect(walked);
  const matches = await queryJudgedSelector(deps, documents, selector, 50);
  const all = await Promise.all(matches.slice(0, 20).map(({ document, node }) => found(deps, document, node)));
  const visible = all.filter(({ facts }) => facts.visible);
  const candidates = visible.length > 0 ? visible : all;
  const [only, ...others] = candidates;
  if (only === undefined) throw new Failure('browser.no-match');
  if (others.length === 0) return only;
  // All names in one text, as a walk masks them: a secret may be spread over several elements.
  const names = candidates.map(({ facts }) => ({ text: facts.name }));
  const shown = deps.documents.secrets.mask()?.(names) ?? names.map(({ text }) => text);
  throw ambiguous(
    deps,
    candidates.map(({ document, facts }, i) => ({ document, node: candidateOf(facts, shown[i] ?? '') })),
  );
}

function candidateOf({ role, n, name, row }: FoundElement['facts'], shown: string): Match['node'] {
  return {
    ...{ r: role, n, name: shown },
    ...(shown === name ? {} : { trueName: name }),
    ...(row === undefined ? {} : { row }),
  };
}

async function byFocus(deps: LocateDeps): Promise<FoundElement> {
  const { document, node } = await deepestFocus(deps);
  return found(deps, document, node);
}

/** Through the frames to the element that has the focus, or the body of the innermost one. */
export async function deepestFocus(deps: LocateDeps): Promise<{ document: FrameDocument; node: number }> {
  let document = await deps.documents.top();
  let opacity = 1;
  for (;;) {
    const focus = await deps.elements.ask(document, 'focused', []);
    if (!isFocus(focus)) throw new Failure('browser.no-match', 'nothing on the page can take a key');
    const { n, frame } = focus;
    if (frame === undefined) return { document, node: n };
    opacity *= frame.opacity;
    if (frame.why !== undefined || opacity < MIN_OPACITY)
      throw new Failure('browser.not-actionable', 'the focus is in a frame that nobody can see');
    const child = await deps.documents.child(document, n);
    if (child === undefined) throw new Failure('browser.not-actionable', 'the focus is in a frame that is not known');
    document = child;
  }
}

/** A key goes to the innermost element that has the focus, whatever element the focus was given to. */
export async function checkFocus(deps: LocateDeps, seen: LocatedElement): Promise<void> {
  const { document, node } = await deepestFocus(deps);
  if (document.id === seen.facts.document && node === seen.node) return;
  const { facts } = await found(deps, document, node);
  if (facts.tag === 'body' || facts.tag === 'html')
    throw new Failure('browser.not-actionable', 'the element does not take the focus');
  throw reachesOther(deps, document, facts);
}

/** Refused if this key, with Alt, presses another element of the document by its `accesskey`. */
export async function checkAccessKey(deps: LocateDeps, seen: LocatedElement, key: string): Promise<void> {
  const node = await deps.elements.onSeen(seen, 'accessKey', [key]);
  if (typeof node !== 'number' || node === seen.node) return;
  const document = deps.elements.documentOf(seen);
  throw reachesOther(deps, document, (await found(deps, document, node)).facts);
}

/** A click goes to what holds both ends of a drag: refused if that is a control of its own. */
export async function checkDrag(deps: LocateDeps, from: LocatedElement, to: LocatedElement): Promise<void> {
  if (from.facts.document !== to.facts.document) return;
  const isShared = await deps.elements.onSeen(from, 'sharedControl', [to.node]);
  if (isShared !== false) throw new Failure('browser.inner-control', 'both ends are inside another control');
}

function reachesOther(deps: LocateDeps, document: FrameDocument, facts: FoundElement['facts']): Failure {
  const ref = deps.elements.ref(document, facts);
  return new Failure('browser.inner-control', `the key would go to ${ref}`, {
    origin: deps.origin(),
    text: `${ref}: ${onePageLine(facts.role, 40)} ${quotedPageLine(facts.name, 100)}`,
  });
}

async function byCoords(deps: LocateDeps, x: number, y: number): Promise<FoundElement> {
  const hit = await frameAt(deps, x, y);
  if (hit === undefined) throw new Failure('browser.no-match', 'nothing is at this point of the viewport');
  return { ...(await found(deps, hit.document, hit.node)), at: hit.at };
}
