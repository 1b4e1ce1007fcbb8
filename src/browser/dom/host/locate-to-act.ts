import type { Locator } from '../../../core/index.js';
import type { Acts, LocatedElement } from './tab-view.js';
import type { FoundElement } from './elements.js';
import { found, locate, type LocateDeps } from './locate.js';

/** Finds the one element that a locator means, to act on it: what it stands for, and with all that is known of it. */
export async function locateToAct(
  deps: LocateDeps,
  locator: Locator,
  { option, types }: Acts,
): Promise<LocatedElement> {
  const located = await locate(deps, locator, types === true);
  // Where the focus is on a host itself, the key goes to the host.
  const inner = locator.by === 'focus' ? undefined : located.facts.inner;
  const control = inner === undefined ? located : await found(deps, located.document, inner);
  const meant = types === true && locator.by !== 'focus' ? await typedInto(deps, control) : control;
  const acted = await deps.elements.factsToAct(meant);
  const seen = await deps.elements.seen(acted);
  if (acted.facts.tag !== 'select') return seen;
  // A key chooses any of them.
  if (option === undefined && acted.facts.sends !== true) return seen;
  const labels = await deps.elements.onSeen(seen, 'optionLabels', option === undefined ? [] : [option]);
  const options = Array.isArray(labels) ? labels.filter((label) => typeof label === 'string') : [];
  return { ...seen, facts: { ...seen.facts, options } };
}

/** Keys for a terminal or a code editor go to a field in it that nobody sees: that field is what is judged. */
async function typedInto(deps: LocateDeps, { document, facts, at }: FoundElement): Promise<FoundElement> {
  if (facts.editable) return { document, facts, at };
  const field = await deps.elements.ask(document, 'widgetField', [facts.n]);
  return typeof field === 'number' ? found(deps, document, field) : { document, facts, at };
}
