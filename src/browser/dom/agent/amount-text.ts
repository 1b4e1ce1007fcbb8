import { isUnspaced } from '../../../core/unspaced-script.js';
import { PAGE_WORDS } from '../host/page-words.generated.js';

const MAX_LENGTH = 40;
const SIGN = '(?:[$€£¥₹₽₩₺₫฿₴₪₱]|\\b(?:usd|eur|gbp|chf|jpy|cny|rmb|inr|rub|krw|brl|cad|aud|sek|nok|dkk|pln|czk)\\b)';
const NUMBER = "\\d(?:[\\d.,'’\\u00A0\\u202F ]{0,18}\\d)?";
const UNSPACED_AFTER = PAGE_WORDS.currency.filter(isUnspaced).join('|');
const SPACED_AFTER = PAGE_WORDS.currency.filter((word) => !isUnspaced(word)).join('|');
const AFTER = `(?:[€$£¥₽₩₺₫₴]|${UNSPACED_AFTER}|(?:eur|usd|gbp|chf|${SPACED_AFTER})(?![\\p{L}]))`;
const MONEY = new RegExp(`(?:R|US|CA|A|HK)?${SIGN}\\s?${NUMBER}|${NUMBER}\\s?${AFTER}`, 'giu');
const TOTAL = new RegExp(PAGE_WORDS.total.join('|'), 'iu');
/** How far before an amount the word that makes a total of it may be. */
const NEAR = 60;

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
