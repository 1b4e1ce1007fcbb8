import { Failure } from '../../core/index.js';
import type { ElementTarget, Locator } from '../../core/index.js';
import type { Seen } from '../tab-view.js';
import type { Attempt } from './attempt.js';
import { ifInTime } from './call-time.js';
import { nextChange } from './devtools.js';
import { declared } from './ground.js';
import { flaw } from './observe.js';
import type { Flaw } from './observe.js';
import type { PageDeps } from './page-deps.js';
import { click } from './pointer.js';
import { typeKeys } from './typing.js';

const OPTION_ROLES = ['option', 'menuitem', 'menuitemradio', 'menuitemcheckbox', 'treeitem', 'radio'] as const;
/** Text that is an option without saying so; whatever does something of its own is not among these. */
const PLAIN_ROLES = new Set([
  '',
  'generic',
  'listitem',
  'text',
  'cell',
  'gridcell',
  'none',
  'presentation',
  ...OPTION_ROLES,
]);
/** These show their options as they are; anything else is clicked open first. */
const OPEN_LISTS = new Set(['listbox', 'menu', 'tree', 'radiogroup', 'grid']);
const OPENS_WITHIN = 2_000;
const FILTERS_WITHIN = 3_000;

/** Opens a list of the page's own making and clicks the option in it; native selects are set. */
export async function chooseOption(
  deps: PageDeps,
  attempt: Attempt,
  target: ElementTarget,
  option: string,
): Promise<Flaw | undefined> {
  const { view } = deps.tab;
  const seen = declared(deps, target);
  await attempt.within(view.confirm(seen));
  const { kind } = await attempt.within(view.fieldKind(seen));
  if (kind === 'choice') {
    await attempt.within(view.checkOptions(seen, [option]));
    await attempt.send(() => view.setOptions(seen, [option]));
    return undefined;
  }
  if (!OPEN_LISTS.has(seen.facts.role)) await click(attempt, deps.tab, seen);
  let found = await waitForOption(deps, attempt, seen, option, kind === 'text' ? OPENS_WITHIN / 3 : OPENS_WITHIN);
  if (found === undefined && kind === 'text') {
    // A list that is filtered by what is typed shows its option only then.
    await attempt.within(view.selectContents(seen));
    await typeKeys(attempt, deps.tab, seen, option);
    found = await waitForOption(deps, attempt, seen, option, FILTERS_WITHIN);
  }
  if (found === undefined)
    return flaw('browser.bad-option', 'the list was opened; what it shows stands in the changes');
  if (found === 'several') return flaw('browser.ambiguous', 'several options have this name; click one by its ref');
  await click(attempt, deps.tab, found);
  return undefined;
}

type Found = Seen | 'several' | undefined;

async function waitForOption(deps: PageDeps, attempt: Attempt, seen: Seen, option: string, ms: number): Promise<Found> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await findOption(deps, attempt, seen, option);
    const left = end - Date.now();
    if (found !== undefined || left <= 0) return found;
    await attempt.within(ifInTime(left, nextChange(deps.tab.page, 100)));
  }
}

/** In the list's own document, by its name, first by the roles that options have. */
async function findOption(deps: PageDeps, attempt: Attempt, list: Seen, option: string): Promise<Found> {
  const ways: Locator[] = OPTION_ROLES.map((role) => ({ by: 'role', role, name: option }));
  for (const way of [...ways, { by: 'role', name: option } as const]) {
    const found = await attempt.within(locate(deps, way));
    if (found === 'several') return found;
    if (found !== undefined && isOption(found, list)) return found;
  }
  return undefined;
}

async function locate({ tab }: PageDeps, locator: Locator): Promise<Found> {
  try {
    return await tab.view.locate(locator);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'browser.ambiguous')
      return 'role' in locator && locator.role !== undefined ? 'several' : undefined;
    if (error.code === 'browser.no-match') return undefined;
    throw error;
  }
}

/** Only the list was judged. A link, a button or a field that goes by the option's name is another matter. */
function isOption(found: Seen, list: Seen): boolean {
  const { role, tag, href, frameOrigin, editable, ref } = found.facts;
  return (
    ref !== list.facts.ref &&
    PLAIN_ROLES.has(role) &&
    !['button', 'a', 'input'].includes(tag) &&
    href === undefined &&
    !editable &&
    frameOrigin === list.facts.frameOrigin
  );
}
