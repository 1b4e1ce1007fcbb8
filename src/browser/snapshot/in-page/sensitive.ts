import { labelsOf } from './labels.js';
import { attribute, inputType, isArea, isInput, textContent } from './natives.js';
import { kindByWords } from './sensitive-words.js';

export type SensitiveKind = 'password' | 'one-time-code' | 'card';

/** A field once seen as password stays one, also after "show password" has made it a text field. */
const remembered = new WeakMap<Element, SensitiveKind>();
/** Those that are password fields by their type or purpose, and not by what somebody wrote beside them. */
const passwords = new WeakSet<Element>();

/** What was put in is a secret, whatever the field is or becomes. */
export function rememberAs(element: Element, kind: SensitiveKind): void {
  if (!remembered.has(element)) remembered.set(element, kind);
}

/** Only what browsers hide while it is typed; "password hint" is a field that everybody may read. */
export function isPasswordField(element: Element): boolean {
  return sensitiveKind(element) === 'password' && passwords.has(element);
}

export function sensitiveKind(element: Element): SensitiveKind | undefined {
  if (!isInput(element) && !isArea(element)) return undefined;
  if (isInput(element) && inputType(element) === 'password') passwords.add(element);
  const known = remembered.get(element);
  if (known !== undefined) return known;
  const kind = judge(element);
  if (kind !== undefined) remembered.set(element, kind);
  return kind;
}

const BUTTONS = new Set([
  'button',
  'submit',
  'reset',
  'image',
  'checkbox',
  'radio',
  'file',
  'range',
  'color',
  'hidden',
]);

function judge(element: HTMLInputElement | HTMLTextAreaElement): SensitiveKind | undefined {
  const type = isInput(element) ? inputType(element) : 'text';
  if (type === 'password') return 'password';
  if (BUTTONS.has(type)) return undefined;
  const purposes = (attribute(element, 'autocomplete') ?? '').toLowerCase().split(/\s+/u);
  for (const purpose of purposes) {
    if (purpose === 'current-password' || purpose === 'new-password') {
      passwords.add(element);
      return 'password';
    }
    if (purpose === 'one-time-code') return 'one-time-code';
    if (/^cc-(?:number|csc|exp|exp-month|exp-year)$/u.test(purpose)) return 'card';
  }
  if (hidesLetters(element)) return 'password';
  const words = ['name', 'id', 'data-testid', 'placeholder', 'aria-label', 'data-stripe', 'data-encrypted-name']
    .map((name) => attribute(element, name) ?? '')
    .concat(labelsOf(element).map((label) => (textContent(label) ?? '').slice(0, 200)))
    .join(' ');
  return kindByWords(words);
}

function hidesLetters(element: Element): boolean {
  const security = getComputedStyle(element).getPropertyValue('-webkit-text-security');
  return security !== 'none' && security !== '';
}
