import { Failure } from '../../core/index.js';
import type { ElementTarget } from '../../core/index.js';
import type { InputKind, SecretRules, LocatedElement } from '../dom/host/tab-view.js';
import type { Attempt } from './attempt.js';
import { requireDeclared } from './permit-preconditions.js';
import type { PageDeps } from './page-deps.js';
import { click } from './pointer.js';
import { isWebUrl, originOf } from './shown-url.js';
import { typedText } from './typed-text.js';
import { focusField, typeKeys } from './typing.js';

/** A field and what it is to become: everything is known before anything is changed. */
export interface FieldPlan {
  readonly seen: LocatedElement;
  readonly field: InputKind;
  readonly text: string;
  /** Set when a secret is in the text: where it may go. */
  readonly secret?: SecretRules;
}

export function planField(deps: PageDeps, attempt: Attempt, target: ElementTarget): Promise<FieldPlan> {
  return planText(deps, attempt, requireDeclared(deps, target), target.text ?? '');
}

export async function planText(
  deps: PageDeps,
  attempt: Attempt,
  seen: LocatedElement,
  text: string,
): Promise<FieldPlan> {
  const { view, page } = deps.tab;
  await attempt.within(view.confirm(seen, true));
  const field = await attempt.within(view.fieldKind(seen));
  if (seen.facts.disabled) throw new Failure('browser.not-actionable', 'the field is disabled');
  switch (field.kind) {
    case 'none':
      throw new Failure('browser.not-actionable', 'the element is not a field');
    case 'toggle':
      if (text !== 'true' && text !== 'false')
        throw new Failure('call.bad-arguments', 'a checkbox or radio button takes true or false');
      return { seen, field, text };
    case 'choice':
      await attempt.within(view.checkOptions(seen, [text]));
      return { seen, field, text };
    case 'text':
    case 'picker':
    case 'rich': {
      const topOrigin = originOf(page.url());
      const { secrets, session } = deps;
      const find = secrets.find.bind(secrets);
      const frameOrigin = ownOrigin(seen);
      const sensitive = seen.facts.sensitive !== undefined;
      const place = { scope: session.scope, find, frameOrigin, topOrigin, sensitive };
      const plan: FieldPlan = { seen, field, ...typedText(text, place) };
      if (plan.secret !== undefined) await attempt.within(view.checkSecret(seen, plan.secret));
      return plan;
    }
  }
}

/** Gives the field its new value by the means of its kind. */
export async function fillField(deps: PageDeps, attempt: Attempt, plan: FieldPlan): Promise<void> {
  const { view } = deps.tab;
  const { seen, field, text } = plan;
  if (field.kind === 'none') throw new Failure('browser.not-actionable', 'the element is not a field');
  if (field.kind === 'toggle') await toggle(deps, attempt, plan);
  else if (field.kind === 'choice') {
    await attempt.within(view.confirm(seen));
    await attempt.send(() => view.setOptions(seen, [text]));
  } else if (field.kind === 'picker' || plan.secret !== undefined) await setInOneStep(deps, attempt, plan);
  else await typeInto(deps, attempt, plan, true);
}

/** By real keys; `replace` takes the place of what is there, else the text goes to its end. */
export async function typeInto(deps: PageDeps, attempt: Attempt, plan: FieldPlan, replace: boolean): Promise<void> {
  const { seen, text } = plan;
  await focusField(attempt, deps.tab, seen);
  await placeCaret(deps, attempt, plan, replace);
  await typeKeys(attempt, deps.tab, seen, text);
}

/** The field of a widget is not its text: an editor has keys for that, a terminal has only its last line. */
export async function placeCaret(
  { tab }: PageDeps,
  attempt: Attempt,
  { seen, field, text }: FieldPlan,
  replace: boolean,
): Promise<void> {
  const hasKeys = !field.inWidget || seen.facts.editor === 'code';
  if (replace && !field.inWidget) await attempt.within(tab.view.selectContents(seen));
  const keys = [
    ...(replace && field.inWidget && hasKeys ? ['ControlOrMeta+a'] : []),
    ...(replace && text === '' && hasKeys ? ['Delete'] : []),
    ...(!replace && hasKeys ? ['Control+End'] : []),
  ];
  for (const key of keys) await attempt.send(() => tab.page.keyboard.press(key));
}

/**
 * A secret is never typed key by key: the focus could be moved to another frame in the middle of it.
 * The value is set on the very node that was judged, in the document that was judged, or not at all.
 */
export async function setInOneStep(deps: PageDeps, attempt: Attempt, plan: FieldPlan): Promise<void> {
  const { view } = deps.tab;
  const { seen, text, secret } = plan;
  await focusField(attempt, deps.tab, seen, { mode: 'pass' });
  await attempt.send(() => (secret === undefined ? view.setValue(seen, text) : view.putSecret(seen, text, secret)));
}

async function toggle(deps: PageDeps, attempt: Attempt, { seen, text }: FieldPlan): Promise<void> {
  const { view } = deps.tab;
  const wanted = text === 'true';
  await attempt.within(view.confirm(seen));
  if ((await attempt.within(view.state(seen))).checked === wanted) return;
  await click(attempt, deps.tab, seen);
}

/**
 * A frame without an address of its own takes its parent's origin, unless it is sandboxed: a web mail shows foreign
 * letters in such frames, and a letter may well hold a password field. Secrets go into none of them.
 */
function ownOrigin({ facts, frame }: LocatedElement): string {
  return isWebUrl(frame.url()) ? facts.frameOrigin : 'null';
}
