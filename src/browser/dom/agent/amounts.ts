import { PAGE_WORDS } from '../host/page-words.generated.js';
import {
  attribute,
  checkVisibility,
  closest,
  firstChild,
  isElement,
  isText,
  localName,
  nextSibling,
  parentNode,
  anyShadowRootOf,
  textData,
} from './dom-primordials.js';

const MAX_NODES = 1_500;
const MAX_CHARACTERS = 8_000;
/** More than this nobody reads before saying yes. */
const MAX_WORDS = { nodes: 500, characters: 450 };
const MAX_LENGTH = 40;
const PRESSED = new Set(['button', 'a', 'label', 'option']);
const BLOCKS = /^(?:h[1-6]|p|div|li|section|article|header|footer|tr|dt|dd|legend|fieldset|ul|ol|table|main)$/u;
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'select', 'textarea', 'nav', 'svg']);

const SIGN = '(?:[$€£¥₹₽₩₺₫฿₴₪₱]|\\b(?:usd|eur|gbp|chf|jpy|cny|rmb|inr|rub|krw|brl|cad|aud|sek|nok|dkk|pln|czk)\\b)';
const NUMBER = "\\d(?:[\\d.,'’\\u00A0\\u202F ]{0,18}\\d)?";
const isUnspaced = (word: string): boolean => /[\u3040-\u9FFF\uAC00-\uD7AF]/u.test(word);
const UNSPACED_AFTER = PAGE_WORDS.currency.filter(isUnspaced).join('|');
const SPACED_AFTER = PAGE_WORDS.currency.filter((word) => !isUnspaced(word)).join('|');
const AFTER = `(?:[€$£¥₽₩₺₫₴]|${UNSPACED_AFTER}|(?:eur|usd|gbp|chf|${SPACED_AFTER})(?![\\p{L}]))`;
const MONEY = new RegExp(`(?:R|US|CA|A|HK)?${SIGN}\\s?${NUMBER}|${NUMBER}\\s?${AFTER}`, 'giu');
const TOTAL = new RegExp(PAGE_WORDS.total.join('|'), 'iu');
/** How far before an amount the word that makes a total of it may stand. */
const NEAR = 60;

/**
 * The money that saying yes to a form would move, as it is shown: what is called a total, or, in a form that is posted,
 * the last amount in it. In a form that only asks for a page an amount without such a word is a filter.
 */
export function amountShown(form: Element, isPosted: boolean): string | undefined {
  const inside = textIn(form);
  const own = totalIn(inside) ?? (isPosted ? lastIn(inside) : undefined);
  if (own !== undefined) return own;
  const parent = parentNode(form);
  const around = parent !== null && isElement(parent) ? closest(parent, AROUND) : null;
  return around === null ? undefined : totalIn(textIn(around));
}

const AROUND = 'dialog, [role=dialog], [role=alertdialog], section, article, [role=region], main';

export function totalIn(text: string): string | undefined {
  let found: string | undefined;
  for (const match of text.matchAll(MONEY)) {
    const before = text.slice(Math.max(0, match.index - NEAR), match.index);
    // "Subtotal" and "total" both say so; the last one is what is paid.
    if (TOTAL.test(before)) found = match[0];
  }
  return found?.trim().slice(0, MAX_LENGTH);
}

export function lastIn(text: string): string | undefined {
  return [...text.matchAll(MONEY)].at(-1)?.[0].trim().slice(0, MAX_LENGTH);
}

/**
 * What can be seen in it. For `amounts` roughly: text with digits in it is looked at, other text only taken. `words`: only
 * what the page says by itself; what is pressed or chosen says what itself does, and a label speaks of its field.
 */
export function textIn(root: Element, what: 'amounts' | 'words' = 'amounts'): string {
  const most = what === 'words' ? MAX_WORDS : { nodes: MAX_NODES, characters: MAX_CHARACTERS };
  let text = '';
  let looked = 0;
  const visit = (node: Node): void => {
    for (let child = firstChild(node); child !== null; child = nextSibling(child)) {
      looked += 1;
      if (looked > most.nodes || text.length > most.characters) return;
      if (isText(child)) text += isShown(child, what) ? ` ${textData(child)}` : '';
      else if (isElement(child) && !SILENT.has(localName(child)) && !(what === 'words' && isPressed(child))) {
        visit(anyShadowRootOf(child) ?? child);
        // A heading and what follows it are two sentences.
        if (what === 'words' && BLOCKS.test(localName(child)) && /[^\s.!?…。！？؟:]\s*$/u.test(text)) text += '.';
      }
    }
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
