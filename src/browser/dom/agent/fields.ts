import { cut } from './cut-text.js';
import {
  contentEditable,
  focusElement,
  isArea,
  isConnected,
  isInput,
  isSelect,
  labelControl,
  optionLabel,
  optionSelected,
  optionText,
  optionValue,
  selectOptions,
  setAreaValue,
  setInputValue,
  setSelected,
  textContent,
  valueOf,
  scrollElementBy,
  scrollHeight,
  scrollWidth,
  clientHeight,
  clientWidth,
  flatParent,
  scrollingElement,
  hasAttribute,
} from './dom-primordials.js';
import { focusedElement } from './focus.js';
import { holds } from './hit-test.js';
import { roleOf } from './roles.js';
import { sensitiveKind } from './sensitive.js';
import { checkedState, isDisabled, visibleValue } from './states.js';
import { widgetOf } from './widget.js';

export function stateOf(element: Element): {
  attached: boolean;
  focused: boolean;
  checked?: boolean;
  value?: string;
  readOnly?: true;
} {
  const role = roleOf(element);
  const checked = checkedState(element, role);
  const value = visibleValue(element, role);
  const focused = focusedElement();
  return {
    attached: isConnected(element),
    focused: focused !== null && holds(element, focused),
    ...(checked === undefined ? {} : { checked: checked === 'true' }),
    ...(value === undefined || hidesValue(element) ? {} : { value: cut(value, 1_000) }),
    ...((isInput(element) || isArea(element)) && hasAttribute(element, 'readonly') ? { readOnly: true } : {}),
  };
}

/** In the unseen field of a widget is what the widget has not taken yet: no value that a person knows. */
function hidesValue(element: Element): boolean {
  return sensitiveKind(element) !== undefined || widgetOf(element) !== undefined;
}

/** All that keys can change, or find by its letters, where this element is; null: nothing. */
export function editedText(element: Element): string | null {
  if (isSelect(element)) return Array.from(selectOptions(element), optionText).join('\n');
  if (isInput(element) || isArea(element)) return valueOf(element) ?? null;
  let host: Element | null = null;
  for (let up: Element | null = element; up instanceof HTMLElement && contentEditable(up); up = flatParent(up))
    host = up;
  return host === null ? null : (textContent(host) ?? null);
}

export function focusOn(element: Element): void {
  if (element instanceof HTMLElement) focusElement(element, { preventScroll: false });
}

export function selectContents(element: Element): void {
  focusOn(element);
  if (isInput(element) || isArea(element)) {
    element.select();
    return;
  }
  const range = document.createRange();
  range.selectNodeContents(element);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/** Through the native setter, so that frameworks which shadow `value` on the instance see the change. */
export function setValue(element: Element, value: string): boolean {
  focusOn(element);
  return assignValue(element, value);
}

/** The same where the focus is already, and no script of the page runs before the value is in. */
export function assignValue(element: Element, value: string): boolean {
  if (isInput(element)) setInputValue(element, value);
  else if (isArea(element)) setAreaValue(element, value);
  else return false;
  announce(element);
  return valueOf(element) === value || (isInput(element) && valueOf(element) !== '');
}

function announce(element: Element): void {
  element.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Chooses options by value or label. Returns what there is when one is missing. */
type OptionsAnswer = { ok: true } | { ok: false; options: string[] };

/** Are they all there? Changes nothing. */
export function checkOptions(element: Element, wanted: readonly string[]): OptionsAnswer {
  if (!isSelect(element)) return { ok: false, options: [] };
  const options = [...selectOptions(element)];
  if (wanted.every((want) => pick(options, want) !== undefined)) return { ok: true };
  return { ok: false, options: options.slice(0, 30).map(optionLabel) };
}

/** Everything that an option can be chosen by, and what of it a list shows. */
export function optionTexts(element: Element): { value: string; label: string; text: string }[] {
  if (!isSelect(element)) return [];
  return [...selectOptions(element)].map((option) => ({
    value: optionValue(option),
    label: optionLabel(option),
    text: optionText(option),
  }));
}

export function setOptions(element: Element, wanted: readonly string[]): OptionsAnswer {
  const checked = checkOptions(element, wanted);
  if (!checked.ok || !isSelect(element)) return checked;
  const options = [...selectOptions(element)];
  const chosen = wanted.map((want) => pick(options, want));
  focusOn(element);
  if (hasAttribute(element, 'multiple')) for (const option of options) setSelected(option, chosen.includes(option));
  else for (const option of chosen) if (option !== undefined) setSelected(option, true);
  announce(element);
  return chosen.every((option) => option !== undefined && optionSelected(option))
    ? { ok: true }
    : { ok: false, options: [] };
}

/** What the options are called that these words may mean; several are joined by commas. */
export function optionLabels(element: Element, words?: string): string[] {
  const select = element instanceof HTMLLabelElement ? labelControl(element) : element;
  if (select === null || !isSelect(select)) return [];
  const meant = new Set([words ?? '', ...(words ?? '').split(', ')].map((word) => word.trim().toLowerCase()));
  const isMeant = (option: HTMLOptionElement): boolean =>
    words === undefined ||
    [optionValue(option), optionLabel(option), optionText(option)].some((said) => meant.has(said.trim().toLowerCase()));
  return [...selectOptions(select)]
    .filter(isMeant)
    .slice(0, 100)
    .map((option) => cut(`${optionLabel(option)} ${optionText(option)}`.trim(), 200));
}

function pick(options: readonly HTMLOptionElement[], want: string): HTMLOptionElement | undefined {
  const open = options.filter((option) => !isDisabled(option));
  const lower = want.trim().toLowerCase();
  return (
    open.find((option) => optionValue(option) === want) ??
    open.find((option) => optionLabel(option) === want || optionText(option) === want) ??
    open.find((option) => optionText(option).trim().toLowerCase() === lower)
  );
}

/** Scrolls the nearest thing that can scroll in that direction. Says whether anything moved. */
export function scrollNear(element: Element | undefined, dx: number, dy: number): boolean {
  for (let up: Element | null = element ?? null; up !== null; up = flatParent(up)) {
    const style = getComputedStyle(up);
    const canX = dx !== 0 && scrollWidth(up) > clientWidth(up) && /auto|scroll/u.test(style.overflowX);
    const canY = dy !== 0 && scrollHeight(up) > clientHeight(up) && /auto|scroll/u.test(style.overflowY);
    if (!canX && !canY) continue;
    scrollElementBy(up, { left: dx, top: dy, behavior: 'instant' });
    return true;
  }
  const page = scrollingElement(document);
  if (page === null) return false;
  scrollElementBy(page, { left: dx, top: dy, behavior: 'instant' });
  return true;
}
