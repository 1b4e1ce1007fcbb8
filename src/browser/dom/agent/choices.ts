import { queryDeep } from './query-deep.js';
import { holds } from './hit-test.js';
import { canBeSeen, shownRoleAndName } from './facts.js';
import { foldName } from './names.js';
import {
  attribute,
  byId,
  closest,
  firstChild,
  hasAttribute,
  isElement,
  nextSibling,
  textContent,
} from './dom-primordials.js';
import { numberFor } from './element-ids.js';
import { roleOf } from './roles.js';
import { Visibility } from './visibility.js';

const OPTION_ROLES = new Set(['option', 'menuitem', 'menuitemradio', 'menuitemcheckbox', 'treeitem', 'radio']);
const RELATIONS = ['aria-controls', 'aria-owns', 'popovertarget', 'commandfor'];
const RELATED = RELATIONS.map((name) => `[${name}]`).join(',');
const MAX_ELEMENTS = 100_000;
const MAX_OWNERS = 20;
const MAX_CHOICES = 20;

/** Elements with the option's name that were visible before the list was opened: they are not part of it. */
let before = new WeakSet<Element>();

export function beginChoice(name: string): void {
  before = new WeakSet(named(name).filter(isSeen));
}

/**
 * Options by this name, of the list that belongs to the element: inside it, in what it controls or owns, or else in what
 * appeared since it was opened.
 */
export function choicesOf(list: Element, name: string): number[] {
  const seen = named(name).filter(isSeen);
  const lists = listsOf(list);
  const own = seen.filter((element) => element !== list && lists.some((one) => holds(one, element)));
  const found = own.length > 0 ? own : seen.filter((element) => element !== list && !before.has(element));
  const exact = found.filter((element) => namesOf(element).includes(foldName(name)));
  return outermost(exact.length > 0 ? exact : found)
    .slice(0, MAX_CHOICES)
    .map(numberFor);
}

/** Whose name is this one, but for case and spaces. */
function named(name: string): Element[] {
  const wanted = foldName(name).toLowerCase();
  return queryDeep('*', MAX_ELEMENTS).filter((element) => {
    const isOption = OPTION_ROLES.has(roleOf(element));
    if (!isOption && !isPlainText(element)) return false;
    return namesOf(element).some((one) => one.toLowerCase() === wanted);
  });
}

function namesOf(element: Element): string[] {
  const text = foldName(textContent(element) ?? '');
  const isLabelled = hasAttribute(element, 'aria-label') || hasAttribute(element, 'aria-labelledby');
  return isLabelled && OPTION_ROLES.has(roleOf(element)) ? [shownRoleAndName(element).name] : [text];
}

/** The element holds text and no other element. */
function isPlainText(element: Element): boolean {
  if (firstChild(element) === null) return false;
  for (let child = firstChild(element); child !== null; child = nextSibling(child)) if (isElement(child)) return false;
  return true;
}

const isSeen = (element: Element): boolean => canBeSeen(element, new Visibility());

function listsOf(element: Element): Element[] {
  const around = closest(element, '[role=combobox]');
  const inside = queryDeep(RELATED, MAX_ELEMENTS).filter((one) => holds(element, one));
  const owners = [element, ...(around === null ? [] : [around]), ...inside].slice(0, MAX_OWNERS);
  const ids = owners.flatMap((owner) =>
    RELATIONS.flatMap((name) => (attribute(owner, name) ?? '').split(/\s+/u).map((id) => [owner, id] as const)),
  );
  const related = ids.flatMap(([owner, id]) => (id === '' ? [] : (byId(owner, id) ?? [])));
  return [element, ...related];
}

/** Of an option and the text in it the option stays. */
function outermost(elements: readonly Element[]): Element[] {
  return elements.filter((element) => !elements.some((other) => other !== element && holds(other, element)));
}
