import { Failure } from '../../core/index.js';
import type { ActionResult, ElementTarget } from '../../core/index.js';
import type { LocatedElement } from '../dom/host/tab-view.js';
import type { Attempt } from './attempt.js';
import { ifInTime } from './call-time.js';
import { fillField, planField } from './fields.js';
import type { FieldPlan } from './fields.js';
import { guarded } from './guarded.js';
import type { PageDeps } from './page-deps.js';
import { runAction } from './run-action.js';
import { focusField } from './typing.js';
import { tookText } from './unmet.js';

const MARK_MS = 3_000;

/** All or nothing: every field is looked at before the first is changed. */
export function fillForm(deps: PageDeps, targets: readonly ElementTarget[], submit: boolean): Promise<ActionResult> {
  return runAction(deps, { action: 'fill_form' }, async (attempt) => {
    const plans: FieldPlan[] = [];
    for (const target of targets) plans.push(await planField(deps, attempt, target));
    const last = plans.findLast(canSubmit);
    if (submit && last === undefined)
      throw new Failure('browser.not-actionable', 'none of these fields submits: click the button of the form instead');
    for (const [done, plan] of plans.entries()) {
      await fillField(deps, attempt, plan).catch((error: unknown) => {
        throw partly(error, attempt, done, plans.length);
      });
    }
    const locked = await lockedFields(deps, attempt, plans);
    if (locked.length > 0) {
      const unmet = `filled but for ${locked.join(', ')}, which is read-only and did not take the text`;
      return { unmet: submit ? `${unmet}; not submitted` : unmet };
    }
    if (!submit || last === undefined) return undefined;
    // Enter in a field of no form does what the page's own script does, which may be nothing.
    const isLoose = last.seen.facts.form === undefined;
    const beforeEnter = isLoose ? await attempt.within(ifInTime(MARK_MS, deps.tab.view.reader.mark())) : undefined;
    await submitFrom(deps, attempt, last.seen);
    return { beforeEnter };
  });
}

/** The refs of those that took no keys. Many fields lose `readonly` with the focus, so it is known only afterwards. */
async function lockedFields({ tab }: PageDeps, attempt: Attempt, plans: readonly FieldPlan[]): Promise<string[]> {
  const refs: string[] = [];
  for (const { seen, field, text, secret } of plans) {
    if (field.kind !== 'text' || secret !== undefined) continue;
    const { readOnly, value } = await attempt.within(tab.view.state(seen));
    if (readOnly === true && value !== undefined && tookText(value, text, true) === false) refs.push(seen.facts.ref);
  }
  return refs;
}

/** Enter in one of these is the form's implicit submission. */
function canSubmit({ seen, field }: FieldPlan): boolean {
  return seen.facts.tag === 'input' && field.kind !== 'choice';
}

export async function submitFrom({ tab }: PageDeps, attempt: Attempt, seen: LocatedElement): Promise<void> {
  await focusField(attempt, tab, seen);
  await attempt.within(tab.view.checkMark(seen));
  await guarded(attempt, tab.view, seen, () => attempt.send(() => tab.page.keyboard.press('Enter')));
}

function partly(error: unknown, attempt: Attempt, done: number, all: number): unknown {
  if (!attempt.begun || attempt.signal.aborted) return error;
  const code = error instanceof Failure ? `, then ${error.code}` : '';
  return new Failure(
    'browser.outcome-unknown',
    `${String(done)} of ${String(all)} fields were filled${code}`,
    undefined,
    error,
  );
}
