import { Failure, onePageLine, quotedPageLine } from '../../core/index.js';
import type { ElementTarget } from '../../core/index.js';
import type { LocatedElement } from '../dom/host/tab-view.js';
import { checkFocus } from '../dom/host/locate.js';
import type { Attempt } from './attempt.js';
import { awaitSuggestions } from './await-suggestions.js';
import { clickForField } from './click-for-field.js';
import { placeCaret, planText, setInOneStep, typeInto } from './fields.js';
import type { FieldPlan } from './fields.js';
import { submitFrom } from './fill-form.js';
import { requireDeclared } from './permit-preconditions.js';
import type { Flaw } from './observe.js';
import type { PageDeps } from './page-deps.js';
import { originOf } from './shown-url.js';
import { typeKeys } from './typing.js';

interface Typing {
  readonly clearFirst: boolean;
  readonly submit: boolean;
}

/** Into the field that is named, into the one that a click on what is named opens, or where the focus is. */
export async function typeText(
  deps: PageDeps,
  attempt: Attempt,
  target: ElementTarget,
  typing: Typing,
): Promise<Flaw | undefined> {
  const seen = requireDeclared(deps, target);
  const text = target.text ?? '';
  const { kind } = await attempt.within(deps.tab.view.fieldKind(seen));
  if (target.at.by === 'focus') {
    if (kind === 'none') throw noField(deps, seen);
    await typePlan(deps, attempt, await planText(deps, attempt, seen, text), typing, true);
    return undefined;
  }
  const opened = kind === 'none' ? await clickForField(deps, attempt, seen, target) : { seen };
  if ('flaw' in opened) return opened.flaw;
  await typePlan(deps, attempt, await planText(deps, attempt, opened.seen, text), typing, false);
  return undefined;
}

async function typePlan(
  deps: PageDeps,
  attempt: Attempt,
  plan: FieldPlan,
  { clearFirst, submit }: Typing,
  isAtFocus: boolean,
): Promise<void> {
  const { kind } = plan.field;
  if (kind === 'toggle' || kind === 'choice')
    throw new Failure('browser.not-actionable', 'nothing can be typed here: use browser_fill or browser_select');
  // A secret takes the place of what is in the field: what is there cannot be told from what a page put there.
  if (plan.secret !== undefined || kind === 'picker') {
    if (isAtFocus) await attempt.within(stillFocused(deps, plan.seen));
    await setInOneStep(deps, attempt, plan);
  } else if (isAtFocus) await typeAtFocus(deps, attempt, plan, clearFirst);
  else await typeInto(deps, attempt, plan, clearFirst);
  if (submit) await submitFrom(deps, attempt, plan.seen);
  else await attempt.within(awaitSuggestions(deps.tab.page));
}

/** At the caret, as a person would go on typing. Somebody must see where that is. */
async function typeAtFocus(deps: PageDeps, attempt: Attempt, plan: FieldPlan, clearFirst: boolean): Promise<void> {
  const { seen, text } = plan;
  const { view } = deps.tab;
  await attempt.within(view.aim(seen, { needsEnabled: true, mode: 'type' }));
  await attempt.ready();
  await attempt.within(stillFocused(deps, seen));
  if (clearFirst) await placeCaret(deps, attempt, plan, true);
  await typeKeys(attempt, deps.tab, seen, text);
}

/** The key goes where the focus is now; that must be where it was judged to go. */
export async function stillFocused({ tab }: PageDeps, seen: LocatedElement): Promise<void> {
  await tab.view.confirm(seen, true);
  await checkFocus(tab.view, seen).catch((error: unknown) => {
    throw error instanceof Failure && error.code === 'browser.inner-control' ? new Failure('policy.changed') : error;
  });
}

function noField({ tab }: PageDeps, { facts: { ref, tag, role, name } }: LocatedElement): Failure {
  if (tag === 'body' || tag === 'html')
    return new Failure('browser.not-actionable', 'nothing has the focus: click a field first, or name it');
  return new Failure(
    'browser.not-actionable',
    `the focus is on ${ref}, which takes no text: name a field, or press single keys with browser_press`,
    { origin: originOf(tab.page.url()), text: `${ref}: ${onePageLine(role, 40)} ${quotedPageLine(name, 100)}` },
  );
}
