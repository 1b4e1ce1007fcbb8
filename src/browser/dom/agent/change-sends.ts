import { formAround } from './form-facts.js';
import { attribute, closest, isArea, isInput, isSelect, inputType, labelControl } from './dom-primordials.js';

const HANDLERS = ['onchange', 'oninput', 'onclick', 'onsearch'];
/** Code in a handler that sends a form, presses a button or goes elsewhere. */
const SENDS = /submit|\.click\s*\(|location|fetch|sendBeacon|XMLHttpRequest/iu;
const BUTTONS = /^(?:button|submit|reset|image|hidden)$/u;

/** Selects whose changes the page's script listens for, as the debugger told. */
const listening = new WeakSet<Element>();

export function addChangeListeners(...elements: readonly unknown[]): void {
  for (const element of elements) if (element instanceof Element && isSelect(element)) listening.add(element);
}

function fieldOf(element: Element): Element | null {
  if (element instanceof HTMLLabelElement) return labelControl(element);
  // To press an option is to change its list.
  return element instanceof HTMLOptionElement ? closest(element, 'select') : element;
}

/**
 * May a change of this field send its form? What a listener does cannot be read, so a select that has one counts; other
 * fields have them for many reasons, and count where a handler in the page's markup says so.
 */
export function mayChangeSend(element: Element): boolean {
  const field = fieldOf(element);
  if (field === null || !(isSelect(field) || isArea(field) || (isInput(field) && !BUTTONS.test(inputType(field)))))
    return false;
  if (isSelect(field) && (listening.has(field) || HANDLERS.some((name) => attribute(field, name) !== null)))
    return true;
  const form = formAround(field);
  return [field, ...(form === null ? [] : [form])].some((one) =>
    HANDLERS.some((name) => SENDS.test(attribute(one, name) ?? '')),
  );
}
