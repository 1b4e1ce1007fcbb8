import type { FieldFacts } from '../../../core/index.js';
import type {
  WireAim,
  WireBox,
  WireFacts,
  WireFocus,
  WireForm,
  WireFrameBox,
  WireHeld,
  WireItem,
  WireNode,
  WireWalk,
  WireWatch,
} from './wire.js';

/** The answers come from our own program, but out of a renderer that a page may have taken over: shapes are checked. */
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const optional = (value: unknown, type: 'string' | 'number'): boolean => value === undefined || typeof value === type;
/** Words of the program's own, which are shown as they are: a line end among them would be a line that a page wrote. */
const isOneLine = (value: unknown): value is string => typeof value === 'string' && !/[\n\r]/u.test(value);
const isWords = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((one) => isOneLine(one)));

function isItem(value: unknown): value is WireItem {
  return typeof value === 'string' || isNode(value);
}

function isNode(value: unknown): value is WireNode {
  if (!isRecord(value) || !isOneLine(value['r'])) return false;
  const {
    n,
    name,
    value: held,
    hidden,
    row,
    href,
    level,
    multi,
    part,
    hint,
    asks,
    backdrop,
    scale,
    more,
    states,
    marks,
    span,
    kids,
    seen,
    spot,
    spots,
    frame,
  } = value;
  return (
    optional(n, 'number') &&
    optional(name, 'string') &&
    optional(held, 'string') &&
    (hidden === undefined || isOneLine(hidden)) &&
    optional(row, 'number') &&
    optional(href, 'string') &&
    optional(level, 'number') &&
    (multi === undefined || multi === 1) &&
    (part === undefined || part === 1) &&
    optional(hint, 'string') &&
    optional(asks, 'string') &&
    isFrameStyle(backdrop, scale) &&
    optional(more, 'number') &&
    isWords(states) &&
    isWords(marks) &&
    (span === undefined || isNumbers(span)) &&
    (seen === undefined || isNumbers(seen)) &&
    optional(spot, 'number') &&
    (spots === undefined || isNumbers(spots)) &&
    (frame === undefined || isNumbers(frame)) &&
    (kids === undefined || (Array.isArray(kids) && kids.every(isItem)))
  );
}

const isFrameStyle = (backdrop: unknown, scale: unknown): boolean =>
  optional(backdrop, 'string') && optional(scale, 'number');

export const isHeld = (value: unknown): value is WireHeld =>
  isRecord(value) &&
  typeof value['origin'] === 'string' &&
  Array.isArray(value['values']) &&
  value['values'].every(
    (one) =>
      isRecord(one) &&
      (one['kind'] === 'password' || one['kind'] === 'one-time-code' || one['kind'] === 'card') &&
      typeof one['name'] === 'string' &&
      typeof one['value'] === 'string',
  );

export function isWalk(value: unknown): value is WireWalk {
  return (
    isRecord(value) &&
    typeof value['title'] === 'string' &&
    typeof value['url'] === 'string' &&
    typeof value['elements'] === 'number' &&
    typeof value['hiddenTexts'] === 'number' &&
    typeof value['origin'] === 'string' &&
    typeof value['skipped'] === 'number' &&
    optional(value['focus'], 'number') &&
    optional(value['width'], 'number') &&
    optional(value['height'], 'number') &&
    (value['held'] === undefined || isHeld(value['held'])) &&
    isNumbers(value['seen']) &&
    (value['spots'] === undefined || isNumbers(value['spots'])) &&
    (value['textBoxes'] === undefined || areTextBoxes(value['textBoxes'])) &&
    (value['pins'] === undefined || areTextBoxes(value['pins'])) &&
    Array.isArray(value['kids']) &&
    value['kids'].every(isItem)
  );
}

type Check = (value: unknown) => boolean;
/** A field that has no check does not compile. */
type Checks<Type> = { readonly [Field in keyof Type]-?: Check };

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isFlag: Check = (value) => typeof value === 'boolean';
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const isOneOf =
  (...known: readonly unknown[]): Check =>
  (value) =>
    known.includes(value);
const hasFields = (value: unknown, checks: Readonly<Record<string, Check>>): boolean =>
  isRecord(value) && Object.entries(checks).every(([field, check]) => check(value[field]));

const FIELD: Checks<FieldFacts> = {
  ...{ name: isText, value: isText, more: maybe(isNumber), digest: maybe(isText) },
  isUnreadable: maybe(isOneOf(true)),
};

const FORM: Checks<WireForm> = {
  ...{ method: isOneOf('get', 'post', 'dialog'), action: isText, hasPassword: isFlag },
  ...{ submitName: maybe(isText), amount: maybe(isText), query: maybe(isText), queryMore: maybe(isNumber) },
  ...{ encoding: maybe(isText), target: maybe(isText) },
  ...{ routeDigest: isText, contentDigest: isText, tokenDigest: isText, moreFields: isNumber },
  fields: (value) => Array.isArray(value) && value.every((field) => hasFields(field, FIELD)),
};

const AROUND: Checks<NonNullable<WireFacts['around']>> = { says: maybe(isText), amount: maybe(isText) };

const FACTS: Checks<WireFacts> = {
  ...{ n: isNumber, origin: isText, role: isText, name: isText, tag: isText },
  ...{ editable: isFlag, disabled: isFlag, visible: isFlag, held: maybe(isHeld), row: maybe(isNumber) },
  ...{ type: maybe(isText), href: maybe(isText), how: maybe(isText), shown: maybe(isText), hint: maybe(isText) },
  ...{ marked: maybe(isText), autocomplete: maybe(isText), inner: maybe(isNumber), sends: maybe(isOneOf(true)) },
  ...{ editor: maybe(isOneOf('code')), download: maybe(isOneOf(true)) },
  sensitive: maybe(isOneOf('password', 'one-time-code', 'card')),
  form: maybe((value) => hasFields(value, FORM)),
  around: maybe((value) => hasFields(value, AROUND)),
  pressed: maybe((value) => isNumbers(value)),
  also: maybe(isFactsList),
  radios: maybe(isFactsList),
};

/** Each of them is checked as the element's own facts are. */
function isFactsList(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => isFacts(one));
}

export function isFacts(value: unknown): value is WireFacts {
  return hasFields(value, FACTS);
}

const hasBox = (value: Readonly<Record<string, unknown>>): boolean =>
  typeof value['x'] === 'number' &&
  typeof value['y'] === 'number' &&
  typeof value['width'] === 'number' &&
  typeof value['height'] === 'number';

export const isPlainBox = (value: unknown): value is { x: number; y: number; width: number; height: number } =>
  isRecord(value) && hasBox(value);

const isBox = (value: unknown): value is WireBox =>
  isRecord(value) &&
  hasBox(value) &&
  typeof value['n'] === 'number' &&
  optional(value['beyond'], 'number') &&
  typeof value['role'] === 'string' &&
  typeof value['name'] === 'string';

export const isBesides = (value: unknown): value is { isInTransition: boolean; messages: readonly string[] } =>
  isRecord(value) &&
  typeof value['isInTransition'] === 'boolean' &&
  Array.isArray(value['messages']) &&
  value['messages'].every((message) => typeof message === 'string');

export const isBoxes = (value: unknown): value is readonly WireBox[] => Array.isArray(value) && value.every(isBox);

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one: unknown) => typeof one === 'string');

export const isWatch = (value: unknown): value is WireWatch =>
  isRecord(value) &&
  ['x', 'y'].every((key) => typeof value[key] === 'number') &&
  ['frames', 'embedded'].every((key) => isNumbers(value[key])) &&
  (value['texts'] === null || isTexts(value['texts'])) &&
  Array.isArray(value['scrolls']) &&
  value['scrolls'].every(
    (one: unknown) => isRecord(one) && typeof one['x'] === 'number' && typeof one['y'] === 'number',
  ) &&
  (value['places'] === null || isBoxes(value['places']));

export const isFrameBox = (value: unknown): value is WireFrameBox =>
  isRecord(value) && hasBox(value) && typeof value['scaleX'] === 'number' && typeof value['scaleY'] === 'number';

const isInner = (value: unknown): boolean =>
  isRecord(value) && ['n', 'x', 'y'].every((key) => typeof value[key] === 'number');

export const isFocus = (value: unknown): value is WireFocus =>
  isRecord(value) &&
  typeof value['n'] === 'number' &&
  (value['frame'] === undefined || (isRecord(value['frame']) && typeof value['frame']['opacity'] === 'number'));

export function isAim(value: unknown): value is WireAim {
  if (!isRecord(value)) return false;
  if (value['ok'] === true)
    return typeof value['x'] === 'number' && typeof value['y'] === 'number' && optional(value['opacity'], 'number');
  if (value['ok'] !== false || typeof value['why'] !== 'string') return false;
  if (value['why'] === 'inner') return Array.isArray(value['inner']) && value['inner'].every(isInner);
  return value['why'] !== 'covered' || (typeof value['role'] === 'string' && typeof value['name'] === 'string');
}

export const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number');

export const areTextBoxes = (value: unknown): value is readonly (readonly number[])[] =>
  Array.isArray(value) && value.every(isNumbers);
