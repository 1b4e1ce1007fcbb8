import type { WireFacts } from '../host/wire.js';
import { amountShown } from './amounts.js';
import { cut } from './cut-text.js';
import {
  attribute,
  buttonType,
  closest,
  comparePosition,
  documentQueryAll,
  formElements,
  formOf,
  fragmentQueryAll,
  inputType,
  isButton,
  isControl,
  isInput,
  rootNode,
  valueOf,
} from './dom-primordials.js';
import { formRoute } from './form-route.js';
import { sensitiveKind } from './sensitive.js';
import { sentFields } from './sent-fields.js';

const MAX_JUDGED_FIELDS = 2_000;
const MAX_SUBMIT_NAME = 200;
const PRICED =
  /^(?:amount|total|sum|price|betrag|montant|importe|importo|valor|value)$|(?:^|[_.[-])(?:amount|total)\]?$/iu;
const SUBMITS = /^(?:submit|image)$/u;

export const isSubmitButton = (element: Element): boolean =>
  isButton(element) ? buttonType(element) === 'submit' : isInput(element) && SUBMITS.test(inputType(element));

/** The form that a click on the element, or Enter in it, would send, and what would go with it. */
export function formFacts(element: Element, nameOf: (control: Element) => string): WireFacts['form'] {
  const form = formAround(element);
  if (form === null) return undefined;
  const pressed = isSubmitButton(element) ? element : defaultButton(form);
  const route = formRoute(form, pressed);
  const controls = [...formElements(form)].filter((one) => one instanceof Element);
  const judged = controls.slice(0, MAX_JUDGED_FIELDS);
  const amount = amountOf(form, route.method === 'post', judged);
  return {
    ...route,
    hasPassword: controls.some(isPasswordInput) || judged.some((field) => sensitiveKind(field) === 'password'),
    ...(pressed === undefined || pressed === element ? {} : { submitName: cut(nameOf(pressed), MAX_SUBMIT_NAME) }),
    ...(amount === undefined ? {} : { amount }),
    ...sentFields(controls, pressed),
  };
}

const isPasswordInput = (field: Element): boolean => isInput(field) && inputType(field) === 'password';

/** A control may stand in one form and belong to another, or to none. */
export function formAround(element: Element): HTMLFormElement | null {
  const form = isControl(element) ? formOf(element) : closest(element, 'form');
  return form instanceof HTMLFormElement ? form : null;
}

/** What Enter in a field presses: the first in tree order. Where that one is disabled, Enter sends nothing (HTML 4.10.21.2). */
export function defaultButton(form: HTMLFormElement): Element | undefined {
  // Picture buttons are not among a form's elements, and a button may stand outside of its form.
  const listed = [...formElements(form)].find((one) => one instanceof Element && isSubmitButton(one));
  const root = rootNode(form);
  const query = root instanceof Document ? documentQueryAll(root, IMAGES) : fragmentImages(root);
  const image = [...query].find((one) => formOf(one) === form);
  if (!(listed instanceof Element)) return image;
  if (image === undefined) return listed;
  return comparePosition(image, listed) & Node.DOCUMENT_POSITION_FOLLOWING ? image : listed;
}

const IMAGES = 'input[type=image i]';

function fragmentImages(root: Node): Iterable<Element> {
  return root instanceof DocumentFragment ? fragmentQueryAll(root, IMAGES) : [];
}

function amountOf(form: Element, isPosted: boolean, controls: readonly Element[]): string | undefined {
  const shown = amountShown(form, isPosted);
  const sent = isPosted ? controls.flatMap(amountSent).at(0) : undefined;
  return sent === undefined ? shown : shown === undefined ? sent : `${shown}, ${sent}`;
}

/** A hidden field that says how much is what the server will believe, whatever the page shows. */
function amountSent(field: Element): readonly string[] {
  const name = attribute(field, 'name') ?? '';
  if (!isInput(field) || !PRICED.test(name) || sensitiveKind(field) !== undefined) return [];
  const value = valueOf(field) ?? '';
  return /\d/u.test(value) ? [cut(`${name} ${value}`, 60)] : [];
}
