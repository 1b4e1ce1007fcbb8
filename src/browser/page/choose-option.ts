import type { ElementTarget } from '../../core/index.js';
import type { LocatedElement } from '../dom/host/tab-view.js';
import { checkFocus } from '../dom/host/locate.js';
import type { Attempt } from './attempt.js';
import { ifInTime } from './call-time.js';
import { nextChange } from '../cdp/page-cdp-session.js';
import { requireDeclared } from './permit-preconditions.js';
import { flaw } from './observe.js';
import type { Flaw } from './observe.js';
import type { PageDeps } from './page-deps.js';
import { click } from './pointer.js';
import { typeKeys } from './typing.js';

/** What is chosen by a click; whatever does something of its own is not among these. */
const CHOSEN_ROLES = new Set([
  ...['option', 'menuitem', 'menuitemradio', 'menuitemcheckbox', 'treeitem', 'radio'],
  ...['', 'generic', 'clickable', 'listitem', 'text', 'cell', 'gridcell', 'none', 'presentation'],
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
  const seen = requireDeclared(deps, target);
  await attempt.within(view.confirm(seen));
  const { kind } = await attempt.within(view.fieldKind(seen));
  if (kind === 'choice') {
    await attempt.within(view.checkOptions(seen, [option]));
    await attempt.send(() => view.setOptions(seen, [option]));
    return undefined;
  }
  await attempt.within(view.beginChoice(seen, option));
  if (!OPEN_LISTS.has(seen.facts.role)) await click(attempt, deps.tab, seen);
  let found = await waitForOption(deps, attempt, seen, option, kind === 'text' ? OPENS_WITHIN / 3 : OPENS_WITHIN);
  if (found === undefined && kind === 'text') {
    // A list that is filtered by what is typed shows its option only then.
    await attempt.within(view.selectContents(seen));
    await attempt.within(checkFocus(view, seen));
    await typeKeys(attempt, deps.tab, seen, option);
    found = await waitForOption(deps, attempt, seen, option, FILTERS_WITHIN);
  }
  if (found === undefined)
    return flaw('browser.bad-option', 'the list was opened; what it shows stands in the changes');
  if (found === 'several') return flaw('browser.ambiguous', 'several options have this name; click one by its ref');
  // The call was judged by the option's name.
  if (found.facts.shown !== undefined)
    return flaw('browser.bad-option', `the option shows other words than its name; click ${found.facts.ref}`);
  if (found.facts.also !== undefined)
    return flaw(
      'browser.bad-option',
      `a click on the option presses another control as well; click ${found.facts.ref}`,
    );
  await click(attempt, deps.tab, found);
  return undefined;
}

type Found = LocatedElement | 'several' | undefined;

async function waitForOption(
  deps: PageDeps,
  attempt: Attempt,
  seen: LocatedElement,
  option: string,
  ms: number,
): Promise<Found> {
  const end = Date.now() + ms;
  for (;;) {
    const named = await attempt.within(deps.tab.view.choices(seen, option));
    const found = named.filter((one) => isOption(one, seen));
    const left = end - Date.now();
    if (found.length > 0 || left <= 0) return found.length > 1 ? 'several' : found[0];
    await attempt.within(ifInTime(left, nextChange(deps.tab.page, 100)));
  }
}

/** Only the list and the option's name were judged. A link, a button or a field that goes by it is another matter. */
function isOption(found: LocatedElement, list: LocatedElement): boolean {
  const { role, tag, href, frameOrigin, editable, ref } = found.facts;
  return (
    ref !== list.facts.ref &&
    CHOSEN_ROLES.has(role) &&
    !['button', 'a', 'input'].includes(tag) &&
    href === undefined &&
    !editable &&
    frameOrigin === list.facts.frameOrigin
  );
}
