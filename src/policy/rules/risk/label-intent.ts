import { listWords } from '../../languages/index.js';
import { isExplained, isNamed } from './explained.js';
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
  `(?:[$€£¥₽₹₩₺]|R\\$|\\b(?:${MONEY_CODES})\\b)\\s*\\d[\\d.,]*|\\d[\\d.,\\s]*(?:[$€£¥₽₹₩₺]|\\b(?:${MONEY_CODES})\\b|(?:${CURRENCIES})(?![a-z]))`,
  'iu',
);

const AMOUNTS = new RegExp(AMOUNT, 'giu');
const MAX_AMOUNT_TEXT = 400;

export function hasAmount(text: string): boolean {
  return /\d/u.test(text) && AMOUNT.test(text.slice(0, MAX_AMOUNT_TEXT));
}

/**
 * A `question` is a sentence that the page asks before it acts: "Are you sure …?" explains nothing away. In `prose` any
 * word explains; on a `control` not what comes after its command.
 */
export type Wording = 'control' | 'link' | 'question' | 'prose';

/** Of all readings of a label the gravest: "Transfer €500" is "Transfer" too, and "Why wait? Buy now" is "Buy now". */
export function labelIntent(label: string, wording: Wording): LabelIntent {
  const intents = [label, ...(wording === 'control' ? clauses(label) : [])].flatMap((said) => [
    ...readLabel(said).map((read) => intentOfReading(read, said, wording)),
    ...withoutAmount(said).map((read) => intentWithAmount(read, said, wording)),
  ]);
  return LABEL_INTENTS.find((intent) => intents.includes(intent)) ?? 'look';
}

/** In scripts without spaces a space parts what is said. */
const CLAUSE_END =
  /(?<=[.!?…。！？؟])\s+|(?<=[。！？])|(?<=[\u3040-\u30FF\u3400-\u9FFF])\s+(?=[\u3040-\u30FF\u3400-\u9FFF])/u;
const MAX_CLAUSES = 8;

function clauses(label: string): readonly string[] {
  const parts = label.slice(0, MAX_AMOUNT_TEXT).split(CLAUSE_END, MAX_CLAUSES);
  return parts.length === 1 ? [] : parts;
}

function withoutAmount(label: string): readonly ReadLabel[] {
  return hasAmount(label) ? readLabel(label.slice(0, MAX_AMOUNT_TEXT).replace(AMOUNT, ' ')) : [];
}

const MAX_AMOUNT_WORDS = 2;

/** "Wire €500" and "Deposit $20" are orders, where "Deposit" alone may be a page's name. */
function intentWithAmount(read: ReadLabel, label: string, wording: Wording): LabelIntent {
  const found = findMeanings(read, wording === 'link');
  const isShort = read.words.length > 0 && read.words.length <= MAX_AMOUNT_WORDS;
  if (
    (wording === 'control' || wording === 'prose') &&
    isShort &&
    found.has('money') &&
    !found.has('info') &&
    !found.has('done')
  )
    return 'pay';
  return intentOfReading(read, label, wording);
}

/** Words that explain a control away: it asks, tells, names, counts or filters, or keeps what is there. */
const EXPLAINS = ['ask', 'done', 'info', 'harmless', 'light', 'selection', 'not', 'save'] as const;

/** Does it neither do what we know nor explain itself? On a form that sends money such a word may well be the verb. */
export function isUnknownCommand(label: string): boolean {
  return labelIntent(label, 'control') === 'look' && hasWords(label) && !hasMeaning(label, EXPLAINS);
}

/** "Cancel", "Calculate", "Search": sends its form, and moves nothing by it. */
export function explainsItself(label: string): boolean {
  return labelIntent(label, 'control') !== 'pay' && hasMeaning(label, ['ask', 'harmless', 'light', 'not']);
}

function hasWords(label: string): boolean {
  return readLabel(label).every((read) => read.words.length + read.text.length > 0);
}

function hasMeaning(label: string, meanings: readonly Meaning[]): boolean {
  return readLabel(label).some((read) => {
    const found = findMeanings(read, false);
    return meanings.some((meaning) => found.has(meaning));
  });
}

/** "€ 5" and "$10 – $20" are choices; what has a word beside its amount may be an order. */
export function namesAmount(label: string): boolean {
  return hasAmount(label) && /\p{L}{2}/u.test(label.slice(0, MAX_AMOUNT_TEXT).replace(AMOUNTS, ' '));
}

/** Does it agree to something, whatever else it says: "Submit", "Accept"? */
export function agrees(label: string): boolean {
  return readLabel(label).some((read) => findMeanings(read, false).has('yes'));
}

function intentOfReading(read: ReadLabel, label: string, wording: Wording): LabelIntent {
  if (read.words.length === 0) return 'look';
  const isLink = wording === 'link';
  const found = findMeanings(read, isLink);
  if (found.size === 0) return 'look';
  const has = (meaning: Meaning): boolean => found.has(meaning);
  const isButton = wording === 'control';
  if (wording !== 'question' && (isExplained(found, read, isButton) || isNegated(found, read))) return 'look';
  if (isLink && !isCommand(found, read)) return has('save') ? 'save' : 'look';
  const named = wording !== 'question' && isNamed(found, read, isButton);
  if (has('account') && (has('erase') || has('end')) && !has('light') && !(named && !has('erase')))
    return 'close-account';
  const clears = has('wipe') || has('end');
  if (has('light') && (has('erase') || clears) && !has('weighty')) return 'tidy';
  if (has('selection') && clears && !has('erase') && !has('weighty') && !has('contract')) return 'tidy';
  if (has('pay') && !named) return 'pay';
  if (spends(found) && !(has('end') && has('contract'))) return named ? 'save' : 'pay';
  if (has('erase') || (has('wipe') && has('weighty')) || (has('removal') && !named)) return 'erase';
  if (has('end') && has('contract') && !named) return 'change-others';
  const mayMove =
    has('join') || has('send') || has('affectsOthers') || (wording === 'question' && has('money') && !has('done'));
  if (mayMove && hasAmount(label)) return 'pay';
  const isName = (found.get('record') ?? []).some(({ end }) => end === read.text.length);
  if (has('send') && !isName) return 'send';
  if (has('affectsOthers') && !isName) return 'change-others';
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

const VERBS = ['erase', 'wipe', 'end', 'pay', 'commit', 'send', 'affectsOthers', 'removal'] as const;

function verbs(found: Meanings): WordHit[] {
  return VERBS.flatMap((meaning) => found.get(meaning) ?? []);
}

/** "Do not delete": the word of refusal is shortly before the verb; in unspaced scripts it is written onto it. */
function isNegated(found: Meanings, { text }: ReadLabel): boolean {
  const refusals = found.get('not') ?? [];
  if (refusals.length === 0) return false;
  return text !== '' || refusals.some(({ end }) => verbs(found).some(({ start }) => start >= end && start - end <= 1));
}

/**
 * A link that is a command is short, and its verb is first, last or after a yes. Several words that mean the one
 * thing may be anywhere.
 */
function isCommand(found: Meanings, { words, text }: ReadLabel): boolean {
  const grave = found.has('erase') || found.has('affectsOthers') || found.has('removal');
  if (text !== '') return text.length <= (grave ? MAX_ERASING_LINK_CHARACTERS : MAX_LINK_CHARACTERS);
  if (words.length > (grave ? MAX_ERASING_LINK_WORDS : MAX_LINK_WORDS)) return false;
  const first = found.has('yes') ? 1 : 0;
  return (
    words.length <= 2 ||
    verbs(found).some(({ start, end }) => start <= first || end === words.length || end - start > 1)
  );
}
