import { Failure, PageText } from '../../core/index.js';
import type { ActionResult, EgressCounts, ErrorCode } from '../../core/index.js';
import { refusalCounts, refusalKey } from '../page/refusals.js';
import { urlText } from '../page/shown-url.js';
import type { PageState } from './page-state.js';
import type { RelayPageDeps } from './relay-deps.js';
import { linesOf, readPageState } from './shown-page.js';
import type { ShownLine } from './shown-tree.js';

const MAX_CHANGES = 12;

export interface BeforeAct {
  readonly state: PageState | undefined;
  readonly lines: readonly ShownLine[];
  readonly counts: EgressCounts | undefined;
}

export function beforeOf(deps: RelayPageDeps, state: PageState | undefined): BeforeAct {
  const lines = state === undefined ? [] : linesOf(deps, state);
  return { state, lines, counts: deps.egress?.counts(deps.scope) };
}

interface Said {
  readonly action: string;
  readonly kind: NonNullable<ActionResult['navigation']>['kind'];
}

/** What an action came to, by what is there now. Nothing is said of a page that may not be read. */
export async function resultOf(deps: RelayPageDeps, before: BeforeAct, { action, kind }: Said): Promise<ActionResult> {
  const after = await readPageState(deps);
  const from = before.state?.page;
  const hasMoved = from === undefined || from.document !== after.page.document || from.url !== after.page.url;
  const dialogs = deps.driver.takeDialogs();
  const isOpen = isReadable(deps, after.page.url);
  const failure = flawOf(deps, before, dialogs, isOpen);
  const navigation = {
    ...{ changed: true, kind: from?.document === after.page.document ? ('same-document' as const) : kind },
    ...{ from: urlText(from?.url ?? 'about:blank'), to: urlText(after.page.url) },
  };
  return {
    ...{ ok: failure === undefined, action },
    ...(hasMoved ? { navigation } : {}),
    ...(isOpen && !hasMoved ? changesOf(before.lines, linesOf(deps, after)) : {}),
    ...(dialogs.length === 0 ? {} : { dialogs }),
    ...networkOf(deps, before, after.page.origin),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Empty and error pages say nothing of their own. */
export function isReadable({ mayVisit }: Pick<RelayPageDeps, 'mayVisit'>, url: string): boolean {
  return /^(?:about:blank|chrome-error:)/u.test(url) || mayVisit(url);
}

function flawOf(
  deps: RelayPageDeps,
  before: BeforeAct,
  dialogs: NonNullable<ActionResult['dialogs']>,
  isOpen: boolean,
): ActionResult['failure'] {
  const flaw = (code: ErrorCode, hint?: string) => ({
    source: 'app' as const,
    code,
    ...(hint === undefined ? {} : { hint }),
  });
  if (dialogs.some(({ kind, answer }) => kind !== 'alert' && answer === 'dismissed')) return flaw('page.dialog');
  if (isOpen) return undefined;
  return flaw('policy.origin-not-allowed', freshRefusals(deps, before)[0]?.reason);
}

type Refusal = EgressCounts['refusals'][number];

/** What the proxy refused since. */
export function freshRefusals({ egress, scope }: RelayPageDeps, { counts }: BeforeAct): readonly Refusal[] {
  const known = refusalCounts(counts);
  return (egress?.counts(scope).refusals ?? []).filter((row) => row.count > (known.get(refusalKey(row)) ?? 0));
}

export function refusalFailure({ mayVisit }: RelayPageDeps, { origin, reason }: Refusal): Failure {
  return new Failure(mayVisit(origin) ? 'network.blocked-origin' : 'policy.origin-not-allowed', reason);
}

function networkOf(deps: RelayPageDeps, before: BeforeAct, origin: string): Pick<ActionResult, 'network'> {
  const now = deps.egress?.counts(deps.scope);
  if (now === undefined || before.counts === undefined) return {};
  const total = now.total - before.counts.total;
  const refused = now.refused - before.counts.refused;
  if (total <= 0 && refused <= 0) return {};
  const blocked = freshRefusals(deps, before).map((row) => new PageText(origin, row.origin));
  return {
    network: {
      ...{ total: Math.max(0, total), failed: 0, mutations: 0, egressOffAllowlist: Math.max(0, refused) },
      ...(blocked.length === 0 ? {} : { blocked: blocked.slice(0, 5) }),
    },
  };
}

function changesOf(before: readonly ShownLine[], after: readonly ShownLine[]): Pick<ActionResult, 'structure'> {
  const appeared = without(after, before);
  const removed = without(before, after);
  if (appeared.length + removed.length === 0) return {};
  const shown = (lines: readonly ShownLine[]): PageText[] =>
    lines.slice(0, MAX_CHANGES).map(({ origin, text }) => new PageText(origin, text.trimStart()));
  const more = {
    appeared: Math.max(0, appeared.length - MAX_CHANGES),
    changed: 0,
    removed: Math.max(0, removed.length - MAX_CHANGES),
  };
  return {
    structure: {
      ...(appeared.length === 0 ? {} : { appeared: shown(appeared) }),
      ...(removed.length === 0 ? {} : { removed: shown(removed) }),
      ...(more.appeared + more.removed === 0 ? {} : { more }),
    },
  };
}

function without(lines: readonly ShownLine[], others: readonly ShownLine[]): readonly ShownLine[] {
  const known = new Set(others.map(({ text }) => text.trimStart()));
  return lines.filter(({ text }) => !known.has(text.trimStart()));
}
