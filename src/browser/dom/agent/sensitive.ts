import { isCopy } from './field-copies.js';
import { labelsOf } from './labels.js';
import { codeBoxes } from './code-boxes.js';
import {
  attribute,
  byId,
  contentEditable,
  documentElement,
  flatParent,
  inputType,
  isArea,
  isInput,
  textContent,
  valueOf,
} from './dom-primordials.js';
import { isTypedInto, kindByPurpose, purposesIn } from './field-purpose.js';
import { kindByWords, type SensitiveKind } from './sensitive-words.js';
import { isNamedSecret } from './secret-words.js';
import { queryDeep } from './query-deep.js';

/** A field once seen as password stays one, also after "show password" has made it a text field. */
const remembered = new WeakMap<Element, SensitiveKind>();
/** Those that are password fields by their type or purpose, and not by what somebody wrote beside them. */
const passwords = new WeakSet<Element>();

/** Marks a field as sensitive for good: a page that changes its type later does not reveal the secret in it. */
export function rememberAs(element: Element, kind: SensitiveKind): void {
  if (!remembered.has(element)) remembered.set(element, kind);
}

/** Only what browsers hide while it is typed; "password hint" is a field that everybody may read. */
export function isPasswordField(element: Element): boolean {
  return sensitiveKind(element) === 'password' && passwords.has(element);
}

export function sensitiveKind(element: Element): SensitiveKind | undefined {
  if (!isInput(element) && !isArea(element)) return editableKind(element);
  if (isInput(element) && inputType(element) === 'password') passwords.add(element);
  const known = remembered.get(element);
  if (known !== undefined) return known;
  const kind = judge(element);
  if (kind !== undefined) remembered.set(element, kind);
  return kind;
}

function judge(element: HTMLInputElement | HTMLTextAreaElement): SensitiveKind | undefined {
  const type = isInput(element) ? inputType(element) : 'text';
  if (type === 'password') return 'password';
  if (!isTypedInto(type)) return undefined;
  const purposes = purposesIn(attribute(element, 'autocomplete') ?? '');
  const declared = kindByPurpose(purposes);
  if (declared === 'password') passwords.add(element);
  if (declared !== undefined) return declared;
  if (hidesLetters(element)) return 'password';
  if (codeBoxes(element) !== undefined) return 'one-time-code';
  if (isCopy(element)) return 'password';
  const words = wordsOf(element).concat(labelsOf(element).map((label) => (textContent(label) ?? '').slice(0, 200)));
  const kind = kindByWords(words.join(' '));
  if (kind !== undefined || type === 'search') return kind;
  return isNamedSecret(words, {
    lang: languageOf(element),
    maxLength: Number(attribute(element, 'maxlength') ?? 0),
    purposes,
  })
    ? 'password'
    : undefined;
}

/** Everything that can be a field that hides what is in it. */
export const SECRET_FIELDS = 'input, textarea, [contenteditable]';

/** An editor is called many things ("Password reset mail"); a field for a password has a short name and one line. */
const MAX_EDITABLE_WORDS = 40;

/** A page can make a field of its own out of any element that can be edited. */
function editableKind(element: Element): SensitiveKind | undefined {
  if (!(element instanceof HTMLElement) || !contentEditable(element)) return undefined;
  const known = remembered.get(element);
  if (known !== undefined) return known;
  const parent = flatParent(element);
  if (parent instanceof HTMLElement && contentEditable(parent)) return editableKind(parent);
  const kind = hidesLetters(element) ? 'password' : editableKindByWords(element);
  if (kind !== undefined) remembered.set(element, kind);
  return kind;
}

function editableKindByWords(element: Element): SensitiveKind | undefined {
  if (attribute(element, 'aria-multiline') === 'true') return undefined;
  const labels = (attribute(element, 'aria-labelledby') ?? '')
    .split(/\s+/u)
    .map((id) => (id === '' ? '' : (textContent(byId(element, id) ?? document.createTextNode('')) ?? '')));
  const words = [...wordsOf(element), ...labels].filter((one) => one !== '' && one.length <= MAX_EDITABLE_WORDS);
  const kind = kindByWords(words.join(' '));
  if (kind !== undefined) return kind;
  return isNamedSecret(words, { lang: languageOf(element), maxLength: 0, purposes: [] }) ? 'password' : undefined;
}

function wordsOf(element: Element): string[] {
  const names = ['name', 'id', 'data-testid', 'placeholder', 'aria-label', 'data-stripe', 'data-encrypted-name'];
  return names.map((name) => attribute(element, name) ?? '');
}

function languageOf(element: Element): string {
  const html = documentElement(document);
  return (attribute(element, 'lang') ?? (html === null ? null : attribute(html, 'lang')) ?? '')
    .slice(0, 2)
    .toLowerCase();
}

function hidesLetters(element: Element): boolean {
  const security = getComputedStyle(element).getPropertyValue('-webkit-text-security');
  return security !== 'none' && security !== '';
}

/** What a person typed, or a token: not shown by `browser_inspect`, and not to be compared with either. */
const PRIVATE = /^(?:value|srcdoc|nonce|integrity)$|token|secret|csrf|password/iu;

export function isPrivateAttribute(name: string): boolean {
  return PRIVATE.test(name);
}

const MAX_FIELDS = 5_000;

/** Is anything in a password, one-time-code or card field, or in one that a secret was put into? */
export function holdsSecret(): boolean {
  const fields = queryDeep(SECRET_FIELDS, MAX_FIELDS);
  // Of so many fields nobody can say that there is none.
  if (fields.length >= MAX_FIELDS) return true;
  return fields.some((field) => sensitiveKind(field) !== undefined && (valueOf(field) ?? textContent(field)) !== '');
}
