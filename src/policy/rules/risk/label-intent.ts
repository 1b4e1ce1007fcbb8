import { listWords } from '../../languages/index.js';
import { findMeanings } from './find-meanings.js';
import type { WordHit, Meanings } from './find-meanings.js';
import { readLabel } from './read-label.js';
import type { ReadLabel } from './read-label.js';
import type { Meaning } from '../../languages/lexicon.js';

/** The intents that a control's label can have, from the highest risk to the lowest. */
export const LABEL_INTENTS = [
  'pay',
  'close-account',
  'erase',
  'send',
  'change-others',
  'save',
  'confirm',
  'tidy',
  'look',
] as const;
export type LabelIntent = (typeof LABEL_INTENTS)[number];

/** As a link, a sentence is something to read: headlines say "buy" and "send" all day. */
const MAX_LINK_WORDS = 5;
/** Longer labels count here: headlines about erasing do not begin with a command verb. */
const MAX_ERASING_LINK_WORDS = 7;
const MAX_LINK_CHARACTERS = 16;
const MAX_ERASING_LINK_CHARACTERS = 24;
const MONEY_CODES = 'usd|eur|gbp|chf|jpy|cny|brl|rub|inr|krw|pln|try|aed|sar';
const CURRENCIES = listWords(({ amounts }) => amounts?.currency).join('|');
const AMOUNT = new RegExp(
  `(?:[$€£¥₽₹₩₺]|R\\$|\\b(?:${MONEY_CODES})\\b)\\s*\\d|\\d[\\d.,\\s]*(?:[$€£¥₽₹₩₺]|\\b(?:${MONEY_CODES})\\b|(?:${CURRENCIES})(?![a-z]))`,
  'iu',
);

export function hasAmount(text: string): boolean {
  return /\d/u.test(text) && AMOUNT.test(text.slice(0, 400));
}

/** A `question` is a sentence that the page asks before it acts: "Are you sure …?" explains nothing away. */
export type Wording = 'control' | 'link' | 'question';

/** Of all readings of a label the gravest. */
export function labelIntent(label: string, wording: Wording): LabelIntent {
  const deeds = readLabel(label).map((read) => deedOfReading(read, label, wording));
  return LABEL_INTENTS.find((intent) => deeds.includes(intent)) ?? 'look';
}

/** Does it agree to something, whatever else it says: "Submit", "Accept"? */
export function agrees(label: string): boolean {
  return readLabel(label).some((read) => findMeanings(read, false).has('yes'));
}

function deedOfReading(read: ReadLabel, label: string, wording: Wording): LabelIntent {
  if (read.words.length === 0) return 'look';
  const isLink = wording === 'link';
  const found = findMeanings(read, isLink);
  if (found.size === 0) return 'look';
  const has = (meaning: Meaning): boolean => found.has(meaning);
  if (wording !== 'question' && (has('ask') || has('done') || isNegated(found, read))) return 'look';
  if (isLink && !isCommand(found, read)) return has('save') ? 'save' : 'look';
  const named = wording !== 'question' && isNamed(found, read);
  if (has('account') && (has('erase') || has('end')) && !has('light') && !(named && !has('erase')))
    return 'close-account';
  const clears = has('wipe') || has('end');
  if (has('light') && (has('erase') || clears) && !has('weighty')) return 'tidy';
  if (has('selection') && clears && !has('weighty') && !has('contract')) return 'tidy';
  if (has('pay') && !named) return 'pay';
  if (spends(found) && !(has('end') && has('contract'))) return named ? 'save' : 'pay';
  if (has('erase') || (has('wipe') && has('weighty')) || (has('removal') && !named)) return 'erase';
  if (has('end') && has('contract') && !named) return 'change-others';
  if ((has('join') || has('send') || has('act')) && hasAmount(label)) return 'pay';
  const isName = (found.get('record') ?? []).some(({ end }) => end === read.text.length);
  if (has('send') && !isName) return 'send';
  if (has('act') && !isName) return 'change-others';
  if (has('save')) return 'save';
  return has('yes') ? 'confirm' : 'look';
}

/** "Confirm" and "payment", each with a word of its own. */
function spends(found: Meanings): boolean {
  const money = found.get('money') ?? [];
  return (found.get('commit') ?? []).some((commit) =>
    money.some(({ start, end }) => end <= commit.start || start >= commit.end),
  );
}

/** In unspaced scripts the last word names the whole: 付款记录 is a record, and 支付 alone is an order to pay. */
function isNamed(found: Meanings, { text }: ReadLabel): boolean {
  const names = found.get('info') ?? [];
  return text === '' ? names.length > 0 : names.some(({ end }) => end === text.length);
}

const VERBS = ['erase', 'wipe', 'end', 'pay', 'commit', 'send', 'act', 'removal'] as const;

function verbs(found: Meanings): WordHit[] {
  return VERBS.flatMap((meaning) => found.get(meaning) ?? []);
}

/** "Do not delete": the word of refusal stands shortly before the verb; in unspaced scripts it is written onto it. */
function isNegated(found: Meanings, { text }: ReadLabel): boolean {
  const refusals = found.get('not') ?? [];
  if (refusals.length === 0) return false;
  return text !== '' || refusals.some(({ end }) => verbs(found).some(({ start }) => start >= end && start - end <= 1));
}

/**
 * A link that is a command is short, and its verb stands first, last or after a yes. Several words that mean the one
 * thing may stand anywhere.
 */
function isCommand(found: Meanings, { words, text }: ReadLabel): boolean {
  const grave = found.has('erase') || found.has('act') || found.has('removal');
  if (text !== '') return text.length <= (grave ? MAX_ERASING_LINK_CHARACTERS : MAX_LINK_CHARACTERS);
  if (words.length > (grave ? MAX_ERASING_LINK_WORDS : MAX_LINK_WORDS)) return false;
  const first = found.has('yes') ? 1 : 0;
  return (
    words.length <= 2 ||
    verbs(found).some(({ start, end }) => start <= first || end === words.length || end - start > 1)
  );
}
