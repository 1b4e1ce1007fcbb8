import { lastIn, totalIn } from './amount-text.js';
import {
  attribute,
  checkVisibility,
  closest,
  forEachFlatChild,
  isElement,
  isText,
  localName,
  parentNode,
  previousSibling,
  textData,
} from './dom-primordials.js';

const MAX_NODES = 1_500;
const MAX_CHARACTERS = 8_000;
/** More than this nobody reads before saying yes. */
const MAX_WORDS = { nodes: 500, characters: 450 };
const PRESSED = new Set(['button', 'a', 'label', 'option']);
const BLOCKS = /^(?:h[1-6]|p|div|li|section|article|header|footer|tr|dt|dd|legend|fieldset|ul|ol|table|main)$/u;
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'select', 'textarea', 'nav', 'svg']);

/**
 * The money that saying yes to a form would move, as it is shown: what is called a total, or, in a form that is posted,
 * the last amount in it. In a form that only asks for a page an amount without such a word is a filter.
 */
export function amountShown(form: Element, isPosted: boolean): string | undefined {
  const inside = textIn(form);
  const own = totalIn(inside) ?? (isPosted ? lastIn(inside) : undefined);
  if (own !== undefined) return own;
  // A form of nothing but buttons is about what is right before it.
  const before = isPosted && isBare(form) ? elementBefore(form) : undefined;
  const said = before === undefined ? undefined : lastIn(textIn(before));
  if (said !== undefined) return said;
  const parent = parentNode(form);
  const around = parent !== null && isElement(parent) ? closest(parent, AROUND) : null;
  return around === null ? undefined : totalIn(textIn(around));
}

function isBare(form: Element): boolean {
  return !/[\p{L}\d]/u.test(textIn(form, 'words'));
}

function elementBefore(form: Element): Element | undefined {
  for (let node = previousSibling(form); node !== null; node = previousSibling(node)) if (isElement(node)) return node;
  return undefined;
}

const AROUND = 'dialog, [role=dialog], [role=alertdialog], section, article, [role=region], main';

/**
 * What can be seen in it. For `amounts` roughly: text with digits in it is looked at, other text only taken. `words`: only
 * what the page says by itself; what is pressed or chosen says what itself does, and a label speaks of its field.
 */
export function textIn(root: Element, what: 'amounts' | 'words' = 'amounts'): string {
  const most = what === 'words' ? MAX_WORDS : { nodes: MAX_NODES, characters: MAX_CHARACTERS };
  let text = '';
  let visited = 0;
  // In the flat tree: the dialog of a component shows what its page puts into its slots.
  const visit = (element: Element): void => {
    forEachFlatChild(element, (child) => {
      visited += 1;
      if (visited > most.nodes || text.length > most.characters) return;
      if (isText(child)) text += isShown(child, what) ? ` ${textData(child)}` : '';
      else if (isElement(child) && !SILENT.has(localName(child)) && !(what === 'words' && isPressed(child))) {
        visit(child);
        // A heading and what follows it are two sentences.
        if (what === 'words' && BLOCKS.test(localName(child)) && /[^\s.!?…。！？؟:]\s*$/u.test(text)) text += '.';
      }
    });
  };
  visit(root);
  return text.replace(/\s+/gu, ' ').slice(0, MAX_CHARACTERS);
}

function isPressed(element: Element): boolean {
  return (
    PRESSED.has(localName(element)) || /^(?:button|link|menuitem|tab|option)$/u.test(attribute(element, 'role') ?? '')
  );
}

function isShown(text: Text, what: 'amounts' | 'words'): boolean {
  const data = textData(text);
  if (!(what === 'words' ? /\S/u : /\d/u).test(data)) return what === 'amounts';
  const parent = parentNode(text);
  const element = parent instanceof ShadowRoot ? parent.host : parent;
  return (
    element !== null &&
    isElement(element) &&
    checkVisibility(element, { opacityProperty: true, visibilityProperty: true })
  );
}
