import type { WireFacts, WireField } from '../wire.js';
import { amountShown } from './amounts.js';
import { cut } from './cut.js';
import {
  attribute,
  baseUri,
  buttonType,
  closest,
  comparePosition,
  documentQueryAll,
  fileNames,
  formElements,
  formOf,
  fragmentQueryAll,
  inputChecked,
  inputType,
  isArea,
  isButton,
  isControl,
  isInput,
  isSelect,
  matches,
  optionSelected,
  optionText,
  rootNode,
  selectOptions,
  valueOf,
} from './natives.js';
import { fold } from './names.js';
import { sensitiveKind } from './sensitive.js';

const MOST_FIELDS = 40;
const MOST_LOOKED_AT = 2_000;
const LONGEST_VALUE = 200;
/** Kept by sites to know their own form again; nothing that a person could judge. */
const TOKEN = /csrf|xsrf|token|nonce|authenticity|viewstate|eventvalidation|captcha|secret|session/iu;
const PRICED =
  /^(?:amount|total|sum|price|betrag|montant|importe|importo|valor|value)$|(?:^|[_.[-])(?:amount|total)\]?$/iu;
const SUBMITS = /^(?:submit|image)$/u;

export const isSubmitControl = (element: Element): boolean =>
  isButton(element) ? buttonType(element) === 'submit' : isInput(element) && SUBMITS.test(inputType(element));

/** The form that a click on the element, or Enter in it, would send, and what would go with it. */
export function formFacts(element: Element, nameOf: (control: Element) => string): WireFacts['form'] {
  const form = formAround(element);
  if (form === null) return undefined;
  const submitter = isSubmitControl(element) ? element : undefined;
  const pressed = submitter ?? defaultButton(form);
  const said = (name: string): string | null =>
    (pressed === undefined ? null : attribute(pressed, `form${name}`)) ?? attribute(form, name);
  const lower = (said('method') ?? 'get').toLowerCase();
  const method = lower === 'post' || lower === 'dialog' ? lower : 'get';
  const controls = [...formElements(form)].slice(0, MOST_LOOKED_AT).filter((one) => one instanceof Element);
  const amount = amountOf(form, method === 'post', controls);
  return {
    method,
    action: originAndPath(said('action') ?? ''),
    hasPassword: controls.some((field) => sensitiveKind(field) === 'password'),
    ...(pressed === undefined || pressed === element ? {} : { submitName: cut(nameOf(pressed), LONGEST_VALUE) }),
    ...(amount === undefined ? {} : { amount }),
    fields: fieldsOf(controls, submitter),
  };
}

/** A control may stand in one form and belong to another, or to none. */
export function formAround(element: Element): HTMLFormElement | null {
  const form = isControl(element) ? formOf(element) : closest(element, 'form');
  return form instanceof HTMLFormElement ? form : null;
}

/** What Enter in a field presses: the first in tree order. Where that one is disabled, Enter sends nothing (HTML 4.10.21.2). */
function defaultButton(form: HTMLFormElement): Element | undefined {
  // Picture buttons are not among a form's elements, and a button may stand outside of its form.
  const listed = [...formElements(form)].find((one) => one instanceof Element && isSubmitControl(one));
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
  return /\d/u.test(value) ? [`${name} ${value}`.slice(0, 60)] : [];
}

function fieldsOf(controls: readonly Element[], submitter: Element | undefined): readonly WireField[] {
  const fields: WireField[] = [];
  for (const control of controls) {
    if (fields.length >= MOST_FIELDS) break;
    const name = attribute(control, 'name') ?? '';
    if (name === '' || matches(control, ':disabled')) continue;
    const value = control === submitter ? (attribute(control, 'value') ?? '') : sentValue(control);
    if (value !== undefined) fields.push({ name: cut(name, 80), value: judgedValue(control, name, value) });
  }
  return fields;
}

/** Undefined: it would not be sent. Asked of each field: a FormData would tell the page that somebody looks. */
function sentValue(control: Element): string | undefined {
  if (isSelect(control)) return [...selectOptions(control)].filter(optionSelected).map(optionText).join(', ');
  if (isArea(control)) return valueOf(control);
  if (!isInput(control)) return undefined;
  const type = inputType(control);
  if (type === 'checkbox' || type === 'radio') return inputChecked(control) ? valueOf(control) : undefined;
  if (type === 'file') return fileNames(control).join(', ');
  return /^(?:submit|image|button|reset)$/u.test(type) ? undefined : valueOf(control);
}

function judgedValue(control: Element, name: string, value: string): string {
  if (sensitiveKind(control) !== undefined) return value === '' ? '' : '***';
  if (TOKEN.test(name) && isInput(control) && inputType(control) === 'hidden') return '…';
  return cut(fold(value), LONGEST_VALUE);
}

function originAndPath(action: string): string {
  try {
    const url = new URL(action === '' ? location.href : action, baseUri(document));
    return url.origin === 'null' ? url.protocol : url.origin + url.pathname;
  } catch {
    return 'invalid';
  }
}
