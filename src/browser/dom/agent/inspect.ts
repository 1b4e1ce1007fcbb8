import { cut } from './cut-text.js';
import { attributes, boundingRect, localName } from './dom-primordials.js';
import { elementFacts, shownRoleAndName } from './facts.js';
import { roleOf } from './roles.js';
import { isPrivateAttribute, sensitiveKind } from './sensitive.js';
import { Visibility } from './visibility.js';
import { visibleValue, statesOf } from './states.js';

const STYLES = [
  'display',
  'visibility',
  'opacity',
  'position',
  'z-index',
  'pointer-events',
  'cursor',
  'overflow',
  'color',
  'background-color',
] as const;
/** Fragments are never echoed. */
const ADDRESS = /^(?:href|src|action|formaction|cite|data|xlink:href)$/u;

/** So that the length can be told; what is shown is cut by the host. */
const MAX_TEXT = 1_000_000;

/** Everything there is to say about one element, for `browser_inspect`. */
export function inspect(element: Element): unknown {
  const visibility = new Visibility();
  const facts = elementFacts(element, visibility);
  const role = roleOf(element);
  const rect = boundingRect(element);
  const style = getComputedStyle(element);
  const value = visibleValue(element, role);
  const named: Record<string, string> = {};
  for (const { name, value } of [...attributes(element)].slice(0, 60)) {
    const secret =
      isPrivateAttribute(name) || (sensitiveKind(element) !== undefined && /placeholder|data-|title|aria-/u.test(name));
    if (!secret) named[name] = cut(ADDRESS.test(name) ? (value.split('#')[0] ?? '') : value, 300);
  }
  return {
    facts,
    tag: localName(element),
    states: statesOf(element, role),
    value: value === undefined ? undefined : cut(value, MAX_TEXT),
    text: cut(shownRoleAndName(element).seen, MAX_TEXT),
    box: { x: rect.left, y: rect.top, width: rect.width, height: rect.height },
    attributes: named,
    styles: Object.fromEntries(STYLES.map((name) => [name, style.getPropertyValue(name)])),
    visible: facts.visible,
  };
}
