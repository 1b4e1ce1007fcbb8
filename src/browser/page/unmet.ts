import type { ActionResult } from '../../core/index.js';
import type { Changes, PageMark } from '../dom/host/tab-view.js';
import { ifInTime } from './call-time.js';
import type { PageDeps } from './page-deps.js';
import type { SessionEvent } from './session-events.js';

const PATIENCE = 3_000;
const LIMITS = { maxTokens: 350, maxRemoved: 50 } as const;

interface Asked {
  readonly unmet?: string;
  readonly beforeEnter?: PageMark | undefined;
  /** The field that was typed into, as it is now. */
  readonly isReadOnly: boolean;
  /** The page may be read, and is the same document at the same address. */
  readonly isHere: boolean;
}

type Said = Pick<ActionResult, 'structure' | 'element'>;

/** What the action was asked to do and did not, although no step of it failed. */
export async function unmetOf(
  deps: PageDeps,
  { unmet, beforeEnter, isReadOnly, isHere }: Asked,
  { structure, element }: { readonly structure: Said['structure']; readonly element: Pick<Said, 'element'> },
  happened: SessionEvent,
): Promise<string | undefined> {
  if (unmet !== undefined) return unmet;
  if (isReadOnly && element.element?.tookText === false) {
    const opened = structure?.appeared === undefined ? '' : '; what it opened is marked +';
    return `the field did not take the text: it is read-only${opened}`;
  }
  const { requests, dialogs, popups, downloads } = happened;
  const isQuiet = requests === 0 && [dialogs, popups, downloads].every(({ length }) => length === 0);
  if (beforeEnter === undefined || !isHere || !isQuiet) return undefined;
  const { reader } = deps.tab.view;
  const since = await ifInTime(PATIENCE, reader.changesSince(beforeEnter, LIMITS));
  if (since === undefined || !isStill(since)) return undefined;
  return `filled, not submitted: no form took Enter; press its button${await onlyButton(deps)}`;
}

/** Clocks and counters go on by themselves: that is no answer to Enter. */
function isStill({ appeared, changed, removed, more }: Changes): boolean {
  const steady = (lines: readonly string[]): string =>
    lines
      .map((line) => line.replace(/^\s+/u, '').replace(/\d+/gu, '0'))
      .sort()
      .join('\n');
  return changed.length + more.appeared + more.changed + more.removed === 0 && steady(appeared) === steady(removed);
}

/** Where the page has one button only, it is the one. */
async function onlyButton({ tab }: PageDeps): Promise<string> {
  const found = tab.view.locate({ by: 'role', role: 'button' }).catch(() => undefined);
  const ref = (await ifInTime(PATIENCE, found))?.facts.ref;
  return ref === undefined ? '' : ` [ref=${ref}]`;
}

/** Did the field take what was typed? Undefined: it shows the same letters and digits in a form of its own. */
export function tookText(value: string, typed: string, replaces: boolean): boolean | undefined {
  const [has, wanted] = [value, typed].map((text) => text.replace(/\s+/gu, ' ').trim());
  if (has === undefined || wanted === undefined) return undefined;
  const isTaken = (all: string, part: string): boolean => (replaces ? all === part : all.endsWith(part));
  if (has === wanted || (wanted !== '' && isTaken(has, wanted))) return true;
  const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  return bare(wanted) !== '' && isTaken(bare(has), bare(wanted)) ? undefined : false;
}
