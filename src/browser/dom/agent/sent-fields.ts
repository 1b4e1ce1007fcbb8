import type { FieldFacts } from '../../../core/facts.js';
import { cut } from './cut-text.js';
import {
  attribute,
  chosenFiles,
  inputChecked,
  inputType,
  isArea,
  isButton,
  isInput,
  isSelect,
  localName,
  matchesSelector,
  optionSelected,
  optionText,
  optionValue,
  selectOptions,
  valueOf,
} from './dom-primordials.js';
import { foldName } from './names.js';
import { sensitiveKind } from './sensitive.js';
import { Sha256 } from './sha256.js';

const MAX_SHOWN_FIELDS = 30;
const MAX_SHOWN_VALUE = 200;
const MAX_KNOWN_FILES = 500;
/** Kept by sites to know their own form again; nothing that a person could judge. */
export const TOKEN = /csrf|xsrf|token|nonce|authenticity|viewstate|eventvalidation|captcha|secret|session/iu;
/** Digests are compared inside one document only; with the key nobody can guess a short value from its digest. */
const KEY = String.fromCharCode(...crypto.getRandomValues(new Uint16Array(16)));

export function fieldsDigest(parts: readonly string[]): string {
  return digesting(parts).hex();
}

function digesting(parts: readonly string[]): Sha256 {
  const digest = new Sha256();
  digest.update(KEY);
  for (const part of parts) add(digest, part);
  return digest;
}

/** With its length in front: two parts cannot be taken for two others that join to the same text. */
function add(digest: Sha256, part: string): void {
  digest.update(`;${String(part.length)}:`);
  digest.update(part);
}

export interface SentFields {
  readonly fields: readonly FieldFacts[];
  readonly moreFields: number;
  /** Over every field with its whole value, except hidden ones that are named as a token. */
  readonly contentDigest: string;
  /** Over those. Apart, because sites renew them by themselves. */
  readonly tokenDigest: string;
}

/** What a form would send, all of it: some to show to a person, the whole as digests. */
export function sentFields(controls: readonly Element[], submitter: Element | undefined): SentFields {
  const content = digesting(['content']);
  const tokens = digesting(['tokens']);
  // What the button says first, then what a person can change, then what only the page knows.
  const [own, open, hidden]: [Sent[], Sent[], Sent[]] = [[], [], []];
  let count = 0;
  for (const control of submitter === undefined ? controls : [submitter, ...controls]) {
    if (control === submitter && count > 0) continue;
    const name = attribute(control, 'name') ?? '';
    const parts = control === submitter ? submitterParts(control) : name === '' ? undefined : sentParts(control);
    if (parts === undefined || matchesSelector(control, ':disabled')) continue;
    const isHidden = isInput(control) && inputType(control) === 'hidden';
    const isToken = isHidden && TOKEN.test(name);
    addField(isToken ? tokens : content, name, attribute(control, 'dirname') ?? '', parts.raw);
    const place = control === submitter ? own : isHidden ? hidden : open;
    if (place.length < MAX_SHOWN_FIELDS) place.push({ control, name, parts, isToken });
    count += 1;
  }
  return {
    fields: [...own, ...open, ...hidden].slice(0, MAX_SHOWN_FIELDS).map(shownField),
    moreFields: Math.max(0, count - MAX_SHOWN_FIELDS),
    contentDigest: content.hex(),
    tokenDigest: tokens.hex(),
  };
}

function addField(digest: Sha256, name: string, direction: string, raw: readonly string[]): void {
  add(digest, name);
  digest.update(
    direction === '' ? String(raw.length) : `${String(raw.length)}/${String(direction.length)}:${direction}`,
  );
  for (const part of raw) add(digest, part);
}

interface Sent {
  readonly control: Element;
  readonly name: string;
  readonly parts: SentParts;
  /** A hidden field that is named as a token: it counts, and is not shown. */
  readonly isToken: boolean;
}

interface SentParts {
  /** What is sent, unchanged. */
  readonly raw: readonly string[];
  readonly text: string;
  readonly isUnreadable?: true;
}

/** A picture button sends the place of the click under its name, and without a name too. */
function submitterParts(control: Element): SentParts | undefined {
  const isImage = isInput(control) && inputType(control) === 'image';
  if (attribute(control, 'name') === null && !isImage) return undefined;
  const value = isImage ? 'x, y' : (attribute(control, 'value') ?? '');
  return { raw: [value], text: value };
}

/** Undefined: it would not be sent. Asked of each field: a FormData would tell the page that somebody looks. */
function sentParts(control: Element): SentParts | undefined {
  if (isSelect(control)) return optionParts(control);
  if (isArea(control)) return areaParts(control);
  if (isButton(control)) return undefined;
  // A form-associated custom element: only the page's script knows what it adds.
  if (!isInput(control))
    return localName(control).includes('-') ? { raw: [], text: '', isUnreadable: true } : undefined;
  const type = inputType(control);
  if (type === 'checkbox' || type === 'radio') return inputChecked(control) ? plainParts(control) : undefined;
  if (type === 'file') return fileParts(control);
  return /^(?:submit|image|button|reset)$/u.test(type) ? undefined : plainParts(control);
}

function plainParts(control: Element): SentParts {
  const value = valueOf(control) ?? '';
  return { raw: [value], text: value };
}

/** With `wrap=hard` the browser breaks the lines where the text area does. */
function areaParts(control: HTMLTextAreaElement): SentParts {
  const { raw, text } = plainParts(control);
  if (attribute(control, 'wrap')?.toLowerCase() !== 'hard') return { raw, text };
  return { raw: [...raw, 'hard', attribute(control, 'cols') ?? ''], text };
}

function optionParts(control: HTMLSelectElement): SentParts {
  const chosen = [...selectOptions(control)].filter(
    (option) => optionSelected(option) && !matchesSelector(option, ':disabled'),
  );
  const texts = chosen.map((option) => {
    const [text, value] = [foldName(optionText(option)), optionValue(option)];
    return text === foldName(value) ? text : `${text} (${value})`;
  });
  return { raw: chosen.flatMap((option) => [optionText(option), optionValue(option)]), text: texts.join(', ') };
}

/** The bytes cannot be read in one step. A file that script puts in another's place is another object, whatever its name. */
function fileParts(control: HTMLInputElement): SentParts {
  const files = chosenFiles(control);
  return {
    raw: files.flatMap((file) => [file.name, file.type, String(file.size), String(numberOf(file))]),
    text: files.map(({ name, size }) => `${name} (${String(size)} bytes)`).join(', '),
  };
}

const knownFiles = new Map<File, number>();
let filesNumbered = 0;

/** Held on to: an object that was collected would come back as another one. */
function numberOf(file: File): number {
  const known = knownFiles.get(file);
  if (known !== undefined) return known;
  if (knownFiles.size >= MAX_KNOWN_FILES) knownFiles.clear();
  filesNumbered += 1;
  knownFiles.set(file, filesNumbered);
  return filesNumbered;
}

function shownField({ control, name, parts: { raw, text, isUnreadable }, isToken }: Sent): FieldFacts {
  const isSecret = sensitiveKind(control) !== undefined;
  const folded = foldName(text);
  const value = isToken ? '…' : isSecret ? (text === '' ? '' : '***') : cut(folded, MAX_SHOWN_VALUE);
  const more = isToken || isSecret ? 0 : Math.max(0, folded.length - MAX_SHOWN_VALUE);
  return {
    name: cut(name, 80),
    value,
    ...(more === 0 ? {} : { more }),
    ...(isUnreadable === undefined ? {} : { isUnreadable }),
    ...(value === text && raw.length === 1 ? {} : { digest: fieldsDigest([name, ...raw]) }),
  };
}
