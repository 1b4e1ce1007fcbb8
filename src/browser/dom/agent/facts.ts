import type { WireFacts } from '../host/wire.js';
import { standInFor } from './stand-in.js';
import { hintOf, tooltipOf } from './icon-hints.js';
import { surroundingText } from './surrounding-text.js';
import { holds } from './hit-test.js';
import { cut } from './cut-text.js';
import { formAround, formFacts } from './form-facts.js';
import { baseTarget } from './form-route.js';
import { mayChangeSend } from './change-sends.js';
import { markedItem } from './marked-item.js';
import { hasClickListener } from './click-listeners.js';
import { soleControl } from './inner-control.js';
import { lettersOf } from './letters.js';
import { foldName } from './names.js';
import {
  closedText,
  attribute,
  buttonType,
  flatParent,
  hasAttribute,
  inputType,
  isButton,
  isControl,
  isInput,
  labelControl,
  localName,
  matchesSelector,
  optionLabel,
} from './dom-primordials.js';
import { linkHref } from './links.js';
import { numberFor } from './element-ids.js';
import { INTERACTIVE_ROLES, roleOf } from './roles.js';
import { rowAround, rowDigest } from './rows.js';
import { sensitiveKind } from './sensitive.js';
import { fieldsDigest } from './sent-fields.js';
import { Walk } from './walk.js';
import { START_POSITION, TEXT_CAP } from './walk-context.js';
import { isDisabled, takesText } from './states.js';
import type { Visibility } from './visibility.js';
import { InlineRun } from './inline-run.js';

interface ShownAs {
  readonly role: string;
  readonly name: string;
  readonly row?: number;
  /** What a person reads on it. */
  readonly seen: string;
}

/** Role and name exactly as a snapshot would show them, because a ref is bound to what the agent saw. */
export function shownRoleAndName(element: Element): ShownAs {
  const walk = new Walk({ hidden: true, textCap: TEXT_CAP, quota: Infinity, milliseconds: 500 });
  const row = rowAround(element);
  const around = walk.visibility.around(element);
  const place = { ...START_POSITION, around, row, delegated: isDelegated(element) };
  const run = new InlineRun();
  walk.visit(element, place, run);
  const seen = foldName(run.visibleText);
  const number = numberFor(element);
  const found = run.items.find((item) => typeof item !== 'string' && item.n === number);
  if (found === undefined || typeof found === 'string') return { role: roleOf(element), name: '', seen };
  const name = found.name ?? '';
  const digest = found.row ?? (row === undefined || name.length >= 30 ? undefined : rowDigest(row, element));
  return { role: found.r, name, ...(digest === undefined ? {} : { row: digest }), seen };
}

function isDelegated(element: Element): boolean {
  const parent = flatParent(element);
  return parent !== null && hasClickListener(parent, localName(parent)) === 'children';
}

export function elementFacts(element: Element, visibility: Visibility, isWithForm = true): WireFacts {
  const own = shownRoleAndName(element);
  const { role, name, row } = own;
  const control = controlAround(element);
  // A click on the picture in a button is a click on the button.
  const acted = control ?? element;
  const type = typeOf(acted);
  const link = linkAround(element);
  const href = link === undefined ? undefined : linkHref(link);
  const how = link === undefined ? undefined : linkHow(link);
  const sensitive = sensitiveKind(element);
  const inner = soleControl(element);
  const autocomplete = attribute(element, 'autocomplete');
  const form = isWithForm ? formFacts(acted, wordsOn) : undefined;
  const shown = shownOn(element, own, acted);
  const isButtonLike = href === undefined || staysHere(href);
  const around = isButtonLike && isPressed(role) ? surroundingText(acted, formAround(acted)) : undefined;
  const hint = name === '' && control !== undefined ? hintOf(acted)?.slice(0, 60) : undefined;
  const marked = markedItem(element, wordsOn);
  return {
    n: numberFor(element),
    origin: self.origin,
    role,
    name,
    tag: localName(acted),
    ...(type === undefined ? {} : { type }),
    ...(href === undefined ? {} : { href: boundedHref(href) }),
    ...(how === undefined ? {} : { how }),
    editable: takesText(element) || localName(element) === 'select',
    disabled: isDisabled(element),
    ...(sensitive === undefined ? {} : { sensitive }),
    ...(form === undefined ? {} : { form }),
    ...(shown === '' ? {} : { shown }),
    ...(hint === undefined ? {} : { hint }),
    ...(around === undefined ? {} : { around }),
    ...(marked === undefined ? {} : { marked }),
    ...(autocomplete === null ? {} : { autocomplete: autocomplete.trim().toLowerCase().slice(0, 60) }),
    ...(isInCodeEditor(element) ? { editor: 'code' } : {}),
    ...(link !== undefined && hasAttribute(link, 'download') ? { download: true } : {}),
    ...(row === undefined ? {} : { row }),
    visible: canBeSeen(element, visibility),
    ...(inner === undefined ? {} : { inner: numberFor(inner) }),
    ...(mayChangeSend(element) ? { sends: true } : {}),
  };
}

/** A link that is there for its script: `#`, `javascript:`. */
function staysHere(href: string): boolean {
  return /^\s*javascript:/iu.test(href) || (href.includes('#') && withoutHash(href) === withoutHash(location.href));
}

const withoutHash = (address: string): string => address.replace(/#.*$/u, '');

/** A longer address ends in a digest of the whole, as a fragment: what is cut off counts too. */
function boundedHref(href: string): string {
  return href.length <= MAX_HREF ? href : `${href.slice(0, MAX_HREF)}#…${fieldsDigest([href])}`;
}

/** What goes with a link: the window that it opens in, who is told of it, the name that a file is kept under. */
function linkHow(link: Element): string | undefined {
  const [target = null, ...others] = ['target', 'ping', 'download'].map((name) => attribute(link, name));
  const said = [target ?? baseTarget(), ...others];
  return said.every((one) => one === null) ? undefined : fieldsDigest(said.map((one) => one ?? ''));
}

/** What is chosen takes effect by another control; in a field it is Enter that presses. */
function isPressed(role: string): boolean {
  return /^(?:button|link|menuitem|clickable|generic|none|img|image|textbox|searchbox|spinbutton)$/u.test(role);
}

const MAX_HREF = 4_000;
const MAX_SHOWN = 400;
/** Of these what is seen says what a click does; of fields and containers it is what is in them. */
const LABELLED = new Set(
  'button link menuitem menuitemcheckbox menuitemradio tab option switch checkbox radio treeitem clickable generic none img'.split(
    ' ',
  ),
);

/** The name and what else is read on a control, for whoever presses it without looking: Enter in a field. */
function wordsOn(control: Element): string {
  const own = shownRoleAndName(control);
  return foldName(`${own.name} ${shownOn(control, own, control)}`);
}

/** A part of a picture and an option of a list are painted by something else, and are not walked. */
function boxlessWords(element: Element): string | undefined {
  if (element instanceof HTMLOptionElement) return foldName(optionLabel(element));
  if (localName(element) !== 'area') return undefined;
  return foldName(['aria-label', 'alt', 'title'].map((name) => attribute(element, name) ?? '').join(' '));
}

/** Whatever role the page gives it. */
function isPressedByKind(element: Element): boolean {
  return isButton(element) || linkHref(element) !== undefined;
}

/** A list that listens for its items: what is on the others says nothing of this one. */
function isListening(acted: Element, role: string): boolean {
  return ITEMS.has(role) && !LABELLED.has(roleOf(acted)) && !isPressedByKind(acted);
}

const ITEMS = new Set(['listitem', 'row', 'cell', 'gridcell']);

/** A cell or an output that listens is pressed like a button; a box that holds half of the page is not. */
function isPressedByScript(element: Element): boolean {
  return hasAttribute(element, 'onclick') || hasClickListener(element, localName(element)) === 'itself';
}

const MAX_COMMAND = 60;

/** What a person sees, where the name does not say it: a label that lies, or the button around a picture. */
function shownOn(element: Element, own: ShownAs, acted: Element): string {
  const boxless = boxlessWords(element);
  if (boxless !== undefined) return boxless === own.name ? '' : cut(boxless, MAX_SHOWN);
  const closed = closedText(element);
  if (closed !== '') return cut(foldName(`${own.seen} ${closed}`), MAX_SHOWN);
  if (takesText(element) || /^(?:html|body|select)$/u.test(localName(element))) return '';
  if (acted === element && !LABELLED.has(own.role) && !isPressedByKind(element))
    return own.seen !== own.name && own.seen.length <= MAX_COMMAND && isPressedByScript(element) ? own.seen : '';
  const around = acted === element || isListening(acted, own.role) ? undefined : shownRoleAndName(acted);
  const texts = around === undefined ? [own.seen] : [own.seen, around.name, around.seen];
  // A cross or three dots: what it does is in its tooltip.
  if (!/\p{L}/u.test(`${own.name}${texts.join('')}`)) texts.push(tooltipOf(acted) ?? '');
  const said = [lettersOf(own.name)];
  const fresh = texts.filter((text) => {
    const letters = lettersOf(text);
    // What has no letters may still be a picture of a bin.
    if (text === '' || text === own.name || (letters !== '' && said.includes(letters))) return false;
    said.push(letters);
    return true;
  });
  return cut(foldName(fresh.join(' ')), MAX_SHOWN);
}

/**
 * What a click on the element sets in motion: the nearest control around it by kind, whatever listens on the way, or else
 * what script listens on.
 */
export function controlAround(element: Element): Element | undefined {
  let byScript: Element | undefined;
  for (let up: Element | null = element; up !== null; up = flatParent(up)) {
    if (up instanceof HTMLLabelElement) {
      const control = labelControl(up);
      if (control !== null) return control;
    }
    const tag = localName(up);
    if (isControl(up) || linkHref(up) !== undefined || INTERACTIVE_ROLES.has(roleOf(up)) || tag === 'summary')
      return up;
    if (hasAttribute(up, 'onclick') || hasClickListener(up, tag) === 'itself') byScript ??= up;
  }
  return byScript;
}

/** Is the control around both of two elements another one than those that were judged with them? */
export function isSharedControl(one: Element, other: Element): boolean {
  let both: Element | null = one;
  while (both !== null && !holds(both, other)) both = flatParent(both);
  const control = both === null ? undefined : controlAround(both);
  return control !== undefined && control !== controlAround(one) && control !== controlAround(other);
}

function linkAround(element: Element): Element | undefined {
  for (let up: Element | null = element; up !== null; up = flatParent(up)) if (linkHref(up) !== undefined) return up;
  return undefined;
}

const CODE_EDITORS = '.monaco-editor, .CodeMirror, .cm-editor, .ace_editor';

function isInCodeEditor(element: Element): boolean {
  for (let up: Element | null = element; up !== null; up = flatParent(up))
    if (matchesSelector(up, CODE_EDITORS)) return true;
  return false;
}

export function canBeSeen(element: Element, visibility: Visibility): boolean {
  if (standInFor(element) !== undefined) return true;
  const entered = visibility.enter(element, visibility.around(element));
  return entered.unseen === undefined && visibility.box(element, entered.inner).why === undefined;
}

function typeOf(element: Element): string | undefined {
  if (isInput(element)) return inputType(element);
  // As the browser reads it: a type that it does not know is `submit`.
  return isButton(element) ? buttonType(element) : undefined;
}
