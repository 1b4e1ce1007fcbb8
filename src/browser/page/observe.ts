import { onePageLine, PageText, sourceOf } from '../../core/index.js';
import type { ActionResult, ErrorCode } from '../../core/index.js';
import type { PageMark, LocatedElement } from '../dom/host/tab-view.js';
import { ifInTime } from './call-time.js';
import { permissionMode } from './preferences.js';
import type { Preferences } from './preferences.js';
import type { SessionEvent } from './session-events.js';
import type { PageDeps } from './page-deps.js';
import type { LoadState } from './wait-for-stable.js';
import { focusAfter } from './focus-after.js';
import { tookText, unmetOf } from './unmet.js';
import { isWebUrl, originOf, shownUrl, urlText } from './shown-url.js';
import { tabsOf } from './tab-facts.js';

/**
 * An action's answer stays at about 400 tokens: what went is counted, and a few of it named. A region that was replaced, such
 * as the next month of a calendar, is shown whole: half of it would take a second call.
 */
const CHANGE_LIMITS = { maxTokens: 350, maxWhole: 550, maxRemoved: 3 } as const;
/** A page that does not answer within this time after an action is not waited for. */
const PATIENCE = 3_000;
/** Tokens of the snapshot of a page that an action led to. */
const GLANCE_TOKENS = 300;

export type Flaw = NonNullable<ActionResult['failure']>;

export interface Before {
  readonly url: string;
  readonly document: string;
  readonly mark: PageMark | undefined;
}

export interface Done {
  readonly action: string;
  readonly before: Before;
  readonly arrival: LoadState;
  readonly status: number | undefined;
  /** A flaw that the action itself found. */
  readonly flaw: Flaw | undefined;
  /** The element that was acted on. */
  readonly seen: LocatedElement | undefined;
  /** A secret was typed: the value is nobody's business. */
  readonly hidesValue: boolean;
  /** The text that the field was to take. */
  readonly typed?: string | undefined;
  /** The text was to take the place of what was in the field. */
  readonly replaces?: boolean;
  /** The element is the one that had the focus, and not one that the agent named. */
  readonly isAtFocus?: boolean;
  /** What the action itself found that it did not do. */
  readonly unmet?: string;
  /** Of an Enter in a field that no form has: what the page showed before it. */
  readonly beforeEnter?: PageMark | undefined;
  /** For navigations: how it came about, and the snapshot of the new page. */
  readonly kind?: 'load' | 'history' | 'reload';
  readonly snapshot?: { readonly mode: 'interactive' | 'full'; readonly maxTokens: number } | 'none';
}

type Piece<K extends keyof ActionResult> = Partial<Pick<ActionResult, K>>;

export async function captureBefore({ tab }: PageDeps): Promise<Before> {
  const [url, document] = [tab.page.url(), tab.document()];
  return { url, document, mark: await ifInTime(PATIENCE, tab.view.reader.mark()) };
}

/** What the action did, as far as it can be seen. It also empties the session's notebook. */
export async function observe(deps: PageDeps, done: Done): Promise<ActionResult> {
  const { tab, session } = deps;
  const url = tab.page.url();
  const here = !tab.page.isClosed() && mayRead(deps, url);
  const sameDocument = tab.document() === done.before.document;
  const [structure, glance, element] = await Promise.all([
    changes(deps, done, here && sameDocument ? done.before.mark : undefined),
    here && !sameDocument ? firstSnapshot(deps, done) : {},
    elementAfter(deps, done, sameDocument),
  ]);
  const happened = session.events.take();
  const failure = done.flaw ?? flawOf(deps, happened, done.arrival, url);
  const tabs = await newTabs(deps, happened);
  const said = {
    structure,
    element: elementPieceOf(element, structure.appeared !== undefined || happened.mutations > 0),
  };
  const isHere = here && sameDocument && url === done.before.url;
  const unmet = await unmetOf(deps, { ...done, isReadOnly: element.readOnly === true, isHere }, said, happened);
  return {
    ok: failure === undefined,
    action: done.action,
    ...(unmet === undefined ? {} : { unmet }),
    ...navigation(done, url, sameDocument),
    ...(Object.keys({ ...structure, ...tabs }).length > 0 ? { structure: { ...structure, ...tabs } } : {}),
    ...said.element,
    ...noted(deps, happened),
    ...network(deps, happened),
    ...glance,
    ...(failure === undefined ? {} : { failure }),
  };
}

function mayRead(deps: PageDeps, url: string): boolean {
  return !isWebUrl(url) || deps.mayVisit(url);
}

function navigation(done: Done, url: string, sameDocument: boolean): Piece<'navigation'> {
  const changed = url !== done.before.url;
  if (sameDocument && !changed && done.kind === undefined) return {};
  const kind = sameDocument ? sameDocumentKind(done.before.url, url) : (done.kind ?? 'load');
  const status = done.status === undefined || sameDocument ? {} : { status: done.status };
  return { navigation: { changed, from: urlText(done.before.url), to: urlText(url), kind, ...status } };
}

/** Fragments are never shown, so the kind has to say that it was one that changed. */
function sameDocumentKind(before: string, after: string): 'fragment' | 'same-document' {
  const isFragment = before !== after && before.replace(/#.*$/u, '') === after.replace(/#.*$/u, '');
  return isFragment ? 'fragment' : 'same-document';
}

async function changes(
  { tab }: PageDeps,
  { seen, typed }: Done,
  mark: PageMark | undefined,
): Promise<
  Pick<NonNullable<ActionResult['structure']>, 'appeared' | 'changed' | 'removed' | 'order' | 'unshown' | 'more'>
> {
  if (mark === undefined) return {};
  const own = originOf(tab.page.url());
  // A field that was typed into is told about by itself.
  const except = typed === undefined ? undefined : seen;
  const found = await ifInTime(PATIENCE, tab.view.reader.changesSince(mark, CHANGE_LIMITS, except));
  const texts = (kind: 'appeared' | 'changed' | 'removed'): PageText[] =>
    (found?.[kind] ?? []).map((line, i) => new PageText(found?.origins?.[kind][i] ?? own, line));
  const [appeared, changed, removed] = [texts('appeared'), texts('changed'), texts('removed')];
  return {
    ...(appeared.length > 0 ? { appeared } : {}),
    ...(changed.length > 0 ? { changed } : {}),
    ...(removed.length > 0 ? { removed } : {}),
    ...(appeared.length > 0 && changed.length > 0 ? { order: found?.order ?? [] } : {}),
    ...(found?.unshown === true ? { unshown: true } : {}),
    ...(found !== undefined && Object.values(found.more).some((count) => count > 0) ? { more: found.more } : {}),
  };
}

async function firstSnapshot({ tab }: PageDeps, done: Done): Promise<Piece<'snapshotDelta' | 'snapshotPieces'>> {
  const wanted = done.snapshot ?? { mode: 'interactive', maxTokens: GLANCE_TOKENS };
  if (wanted === 'none') return {};
  const view = await ifInTime(PATIENCE, tab.view.reader.snapshot({ ...wanted, wholeIfSmall: true }));
  return view === undefined || view.text === ''
    ? {}
    : {
        snapshotDelta: new PageText(view.origin, view.text),
        ...(view.pieces === undefined ? {} : { snapshotPieces: view.pieces }),
      };
}

interface ElementAfter extends Piece<'element'> {
  /** Did it take what was typed? Undefined: nobody can tell. */
  readonly took?: boolean | undefined;
  readonly readOnly?: boolean;
}

/** A chat box or a search takes the text and is empty again: where the page answered elsewhere, nothing is wrong. */
function elementPieceOf({ element, took, readOnly }: ElementAfter, isAnswered: boolean): Piece<'element'> {
  if (element === undefined) return {};
  const isEmptied = took === false && readOnly !== true && isAnswered && element.value?.text === '';
  return { element: took === undefined || isEmptied ? element : { ...element, tookText: took } };
}

async function elementAfter({ tab }: PageDeps, done: Done, sameDocument: boolean): Promise<ElementAfter> {
  const { seen } = done;
  if (seen === undefined) return {};
  const { ref, sensitive, frameOrigin } = seen.facts;
  const state = sameDocument && !tab.page.isClosed() ? await ifInTime(PATIENCE, tab.view.state(seen)) : undefined;
  const moved = done.isAtFocus === true && sameDocument ? await ifInTime(PATIENCE, focusAfter(tab, seen)) : undefined;
  if (moved !== undefined) return { element: moved };
  if (state?.attached !== true) return done.isAtFocus === true ? {} : { element: { ref, attached: false } };
  const showsValue = state.value !== undefined && sensitive === undefined && !done.hidesValue;
  const isTextField = (seen.facts.tag === 'input' || seen.facts.tag === 'textarea') && state.checked === undefined;
  const took =
    showsValue && isTextField && done.typed !== undefined
      ? tookText(state.value ?? '', done.typed, done.replaces === true)
      : undefined;
  return {
    took,
    readOnly: state.readOnly === true,
    element: {
      ref,
      attached: true,
      ...(state.focused ? { focused: true } : {}),
      ...(done.isAtFocus === true ? { isAtFocus: true } : {}),
      ...(state.checked === undefined ? {} : { checked: state.checked }),
      ...(showsValue ? { value: new PageText(frameOrigin, onePageLine(state.value ?? '', 200)) } : {}),
    },
  };
}

async function newTabs(
  { session, tab }: PageDeps,
  happened: SessionEvent,
): Promise<Pick<NonNullable<ActionResult['structure']>, 'tabs'>> {
  if (tab.page.isClosed()) return { tabs: await tabsOf(session) };
  if (happened.popups.length === 0) return {};
  const tabs = await tabsOf(session, ({ id }) => happened.popups.includes(id));
  return tabs.length === 0 ? {} : { tabs };
}

function noted(
  deps: PageDeps,
  happened: SessionEvent,
): Piece<'console' | 'dialogs' | 'permissionRequests' | 'permissionAnswers' | 'downloads'> {
  const { errors, warnings, dialogs, permissionRequests, downloads } = happened;
  return {
    ...(errors + warnings > 0 ? { console: { errors, warnings } } : {}),
    ...(dialogs.length > 0 ? { dialogs } : {}),
    ...(permissionRequests.length > 0
      ? { permissionRequests, permissionAnswers: permissionAnswers(deps, permissionRequests) }
      : {}),
    ...(downloads.length > 0 ? { downloads } : {}),
  };
}

function network(deps: PageDeps, happened: SessionEvent): Piece<'network'> {
  const counts = deps.egress?.counts(deps.session.scope);
  const egress = counts === undefined ? undefined : deps.session.events.newRefusals(counts);
  const off = (egress?.refused ?? 0) + happened.blockedNavigations.length;
  if (happened.requests === 0 && off === 0) return {};
  const origin = originOf(deps.tab.page.url());
  const blocked = [...happened.blockedNavigations.map(shownUrl), ...(egress?.origins ?? [])].slice(0, 5);
  return {
    network: {
      total: happened.requests,
      failed: happened.failedRequests,
      mutations: happened.mutations,
      egressOffAllowlist: off,
      ...(blocked.length === 0 ? {} : { blocked: blocked.map((line) => new PageText(origin, line)) }),
    },
  };
}

function flawOf(deps: PageDeps, { during }: SessionEvent, arrival: LoadState, url: string): Flaw | undefined {
  if (during.flooded) return flaw('page.dialog', 'it opened dialogs without end and was left for an empty page');
  if (during.refusedDialog !== undefined) return flaw(during.refusedDialog, NOT_AGREED);
  if (during.raised) return flaw('page.dialog');
  if (during.before.raised) return flaw('page.dialog', `it came ${BEFORE}`);
  const { blockedNavigation } = during;
  if (blockedNavigation !== undefined)
    return flaw(deps.mayVisit(blockedNavigation) ? 'network.blocked-origin' : 'policy.origin-not-allowed');
  if (during.download) return flaw('page.download', keepingHint(deps));
  const permission = permissionFlaw(deps, during);
  if (permission !== undefined) return permission;
  if (!mayRead(deps, url)) return flaw('policy.origin-not-allowed');
  if (arrival === 'endless') return flaw('network.too-many-redirects', 'one page leads to the next by script');
  if (arrival === 'pending') return flaw('page.not-loaded', 'the server of the next page has not answered yet');
  return arrival === 'unfinished' ? flaw('page.not-loaded') : undefined;
}

const BEFORE = 'before this action, which was done all the same';

function permissionFlaw({ session }: PageDeps, { permissions, before }: SessionEvent['during']): Flaw | undefined {
  const raised = (names: readonly string[]): readonly string[] =>
    names.filter((name) => isRaised(session.preferences, name));
  const [during, earlier] = [raised(permissions), raised(before.permissions)];
  if (during.length > 0) return flaw('page.permission', during.join(', '));
  if (earlier.length > 0) return flaw('page.permission', `${earlier.join(', ')}, ${BEFORE}`);
  for (const name of [...permissions, ...before.permissions]) {
    const outcome = session.events.permissions?.outcome(name);
    if (outcome?.granted !== false || outcome.refusal === undefined) continue;
    return flaw(outcome.refusal, `the page asked for ${name}${outcome.hint === undefined ? '' : `: ${outcome.hint}`}`);
  }
  return undefined;
}

/** A Copy button does this, which says nothing about the click: it is reported, and fails where the session wishes so. */
function isRaised(preferences: Preferences, name: string): boolean {
  const isAsked = name !== 'clipboard-write' || Object.hasOwn(preferences.perPermission, name);
  return isAsked && permissionMode(preferences, name) === 'raise';
}

/** What became of each permission that a page asked for. */
function permissionAnswers({ session }: PageDeps, names: readonly string[]): readonly string[] {
  const granted = session.grantedPermissions();
  return names.map((name) => {
    const queue = session.events.permissions;
    const outcome = queue?.outcome(name);
    queue?.told(name);
    if (outcome?.granted === true && outcome.isNew) return `${name} (a person grants it: have the page ask again)`;
    return `${name} (${outcome?.granted === true || granted.includes(name) ? 'granted' : 'refused'})`;
  });
}

/** Where files may be kept at all, there is a tool for it. */
export function keepingHint({ session }: PageDeps): string | undefined {
  return session.files?.areForPages === true ? 'to keep it use browser_download' : undefined;
}

const NOT_AGREED = 'the page asked in a dialog, which was dismissed: to accept it takes a yes of a person';

export function flaw(code: ErrorCode, hint?: string): Flaw {
  return { source: sourceOf(code), code, ...(hint === undefined ? {} : { hint }) };
}
