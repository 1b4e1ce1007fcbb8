import { Failure } from '../../core/index.js';
import type { ActionResult, ClickOptions, ElementTarget, PageActions } from '../../core/index.js';
import type { LocatedElement } from '../dom/host/tab-view.js';
import { refuseCutting } from '../dom/host/refuse-partial-edit.js';
import { checkAccessKey } from '../dom/host/locate.js';
import type { Attempt } from './attempt.js';
import { awaitMenu, awaitSuggestions } from './await-suggestions.js';
import { chooseOption } from './choose-option.js';
import { useClipboard } from './clipboard.js';
import { fillField, planField, setInOneStep } from './fields.js';
import { fillForm } from './fill-form.js';
import { requireDeclared, requireSameDocument } from './permit-preconditions.js';
import { guarded } from './guarded.js';
import { clipboardAction, mayEdit, pressableKey } from './keys.js';
import { flaw } from './observe.js';
import type { Flaw } from './observe.js';
import type { PageDeps } from './page-deps.js';
import { runAction } from './run-action.js';
import { click, drag, hover } from './pointer.js';
import { stillFocused, typeText } from './type-text.js';
import { focusField } from './typing.js';
import type { Tab } from './tab.js';
import { waitFor } from './wait-for.js';

export function actionsOf(deps: PageDeps): PageActions {
  const { tab } = deps;
  const on = async (
    action: string,
    target: ElementTarget,
    act: (attempt: Attempt) => Promise<Flaw | undefined>,
  ): Promise<ActionResult> => runAction(deps, { action, seen: requireDeclared(deps, target) }, act);
  const into = (
    action: string,
    target: ElementTarget,
    replaces: boolean,
    act: (attempt: Attempt) => Promise<Flaw | undefined>,
  ): Promise<ActionResult> => {
    const typed = { hidesValue: hides(target), typed: target.text, replaces, isAtFocus: target.at.by === 'focus' };
    return runAction(deps, { action, seen: requireDeclared(deps, target), ...typed }, act);
  };
  return {
    click: (target, options) =>
      on('click', target, async (attempt) => {
        await clickOrOpen(attempt, tab, requireDeclared(deps, target), options);
        return undefined;
      }),
    hover: (target) =>
      on('hover', target, async (attempt) => {
        await hoverAndWait(attempt, tab, requireDeclared(deps, target));
        return undefined;
      }),
    type: (target, options) =>
      into('type', target, options.clearFirst, (attempt) => typeText(deps, attempt, target, options)),
    fill: (target) => into('fill', target, true, (attempt) => fill(deps, attempt, target)),
    fillForm: (targets, submit) => fillForm(deps, targets, submit),
    press: (key, target) => press(deps, key, target),
    drag: (from, to) =>
      on('drag', from, async (attempt) => {
        await drag(attempt, tab, requireDeclared(deps, from), requireDeclared(deps, to));
        return undefined;
      }),
    select: (target, values) =>
      on('select', target, async (attempt) => {
        const seen = requireDeclared(deps, target);
        await attempt.within(tab.view.confirm(seen));
        await attempt.within(tab.view.checkOptions(seen, values));
        await attempt.send(() => tab.view.setOptions(seen, values));
        return undefined;
      }),
    chooseOption: (target, option) =>
      on('choose_option', target, (attempt) => chooseOption(deps, attempt, target, option)),
    waitFor: (condition) => waitFor(deps, condition),
  };
}

async function hoverAndWait(attempt: Attempt, tab: Tab, seen: LocatedElement): Promise<void> {
  await hover(attempt, tab, seen);
  await attempt.within(awaitMenu(tab.page));
}

async function clickOrOpen(attempt: Attempt, tab: Tab, seen: LocatedElement, options: ClickOptions): Promise<void> {
  await click(attempt, tab, seen, options);
  // Buttons open their menus at once.
  if (seen.facts.role === 'menuitem') await attempt.within(awaitMenu(tab.page));
}

/** Where a secret's name is in the text the value is not told, whether or not it was one. */
function hides(target: ElementTarget): boolean {
  return /<[A-Z][A-Z0-9_]*>/u.test(target.text ?? '');
}

async function fill(deps: PageDeps, attempt: Attempt, target: ElementTarget): Promise<Flaw | undefined> {
  const plan = await planField(deps, attempt, target);
  await fillField(deps, attempt, plan);
  if (plan.field.kind === 'text') await attempt.within(awaitSuggestions(deps.tab.page));
  if (plan.field.kind !== 'toggle') return undefined;
  const { checked } = await attempt.within(deps.tab.view.state(plan.seen));
  return checked === (plan.text === 'true') ? undefined : flaw('browser.not-actionable', 'it kept its state');
}

async function press(deps: PageDeps, key: string, target: ElementTarget | undefined): Promise<ActionResult> {
  if (target !== undefined && /^<[A-Z][A-Z0-9_]*>$/u.test(key)) return pressSecret(deps, target);
  const pressed = pressableKey(key);
  const seen = target === undefined ? undefined : requireDeclared(deps, target);
  const isAtFocus = target?.at.by === 'focus';
  return runAction(deps, { action: 'press', ...(seen === undefined ? {} : { seen, isAtFocus }) }, async (attempt) => {
    if (seen !== undefined && target?.at.by === 'focus') await attempt.within(stillFocused(deps, seen));
    else if (seen !== undefined) await focusField(attempt, deps.tab, seen, { isUntouched: true });
    const [, letter] = /Alt\+(?:.*\+)?([^+])$/u.exec(pressed) ?? [];
    if (seen !== undefined && letter !== undefined) await attempt.within(checkAccessKey(deps.tab.view, seen, letter));
    if (seen !== undefined && mayEdit(pressed, seen.facts.tag))
      await attempt.within(refuseCutting(deps.tab.view, seen));
    requireSameDocument(deps);
    const action = clipboardAction(pressed);
    if (action !== undefined && seen !== undefined) await useClipboard(deps, attempt, action, seen);
    if (action !== undefined) return undefined;
    const send = (): Promise<void> => attempt.send(() => deps.tab.page.keyboard.press(pressed));
    await (seen === undefined ? send() : guarded(attempt, deps.tab.view, seen, send));
    return undefined;
  });
}

/** A secret in place of a key is no key: it is put into the field that has, or gets, the focus. */
function pressSecret(deps: PageDeps, target: ElementTarget): Promise<ActionResult> {
  return runAction(
    deps,
    { action: 'press', seen: requireDeclared(deps, target), hidesValue: true },
    async (attempt) => {
      const plan = await planField(deps, attempt, target);
      if (plan.secret === undefined) throw new Failure('call.bad-arguments', 'key: no secret has this name');
      if (target.at.by === 'focus') await attempt.within(stillFocused(deps, plan.seen));
      await setInOneStep(deps, attempt, plan);
      return undefined;
    },
  );
}
