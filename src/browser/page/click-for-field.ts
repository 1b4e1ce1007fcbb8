import { Failure } from '../../core/index.js';
import type { ElementTarget } from '../../core/index.js';
import type { LocatedElement } from '../dom/host/tab-view.js';
import type { Attempt } from './attempt.js';
import { flaw } from './observe.js';
import type { Flaw } from './observe.js';
import type { PageDeps } from './page-deps.js';
import { click } from './pointer.js';

/** A search box or a dialog that a click opens has the focus by then. */
const MAX_OPEN_MS = 500;
const POLL_MS = 50;

/**
 * Clicks what takes no text itself, and finds the field that has the focus then. The call was judged before that field was
 * there, so it is judged now, by the same rules; whatever they do not simply allow is left to a call that names the field.
 */
export async function clickForField(
  deps: PageDeps,
  attempt: Attempt,
  clicked: LocatedElement,
  target: ElementTarget,
): Promise<{ readonly seen: LocatedElement } | { readonly flaw: Flaw }> {
  const { tab, permit } = deps;
  const document = tab.document();
  const before = await attempt.within(focusedNow(deps));
  await click(attempt, tab, clicked);
  const end = performance.now() + MAX_OPEN_MS;
  let after = await attempt.within(focusedField(deps, before));
  while (after === undefined && performance.now() < end && tab.document() === document) {
    await attempt.within(new Promise((resolve) => setTimeout(resolve, POLL_MS)));
    after = await attempt.within(focusedField(deps, before));
  }
  if (tab.document() !== document) return refused('the click led to another page');
  if (after === undefined) return refused('no field has got the focus');
  const { ref, sensitive } = after.facts;
  if (sensitive !== undefined) return { flaw: flaw('policy.password-field', `${CLICKED}, and the focus is in ${ref}`) };
  try {
    const verdict = permit.judge?.({ ...target, at: { by: 'focus' } }, after.facts);
    if (verdict?.kind === 'deny') return { flaw: flaw(verdict.code, `${CLICKED}; ${verdict.hint ?? verdict.reason}`) };
    if (verdict?.kind !== 'allow') return refused(`typing into ${ref} takes a yes of a person: name ${ref}`);
    await attempt.within(tab.view.aim(after, { needsEnabled: true, mode: 'type' }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { flaw: flaw(error.code, `${CLICKED}; the focus is in ${ref}: ${error.hint ?? ''}`) };
  }
  return { seen: after };
}

const CLICKED = 'it was clicked, and nothing was typed';

function refused(why: string): { readonly flaw: Flaw } {
  return { flaw: flaw('browser.not-actionable', `${CLICKED}: ${why}`) };
}

/** Undefined: where the focus is cannot be seen. */
async function focusedNow({ tab }: PageDeps): Promise<LocatedElement | undefined> {
  return tab.view.locate({ by: 'focus' }, {}).catch((error: unknown) => {
    if (error instanceof Failure && error.code !== 'call.deadline') return undefined;
    throw error;
  });
}

/** A field that had the focus already did not get it by the click. */
async function focusedField(deps: PageDeps, before: LocatedElement | undefined): Promise<LocatedElement | undefined> {
  const now = await focusedNow(deps);
  if (now === undefined) return undefined;
  if (before?.node === now.node && before.facts.document === now.facts.document) return undefined;
  const { kind } = await deps.tab.view.fieldKind(now);
  return kind === 'text' || kind === 'rich' ? now : undefined;
}
