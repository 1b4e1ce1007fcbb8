import { PAGE_WORDS } from '../host/page-words.generated.js';
import { withEdges } from './sensitive-words.js';

/** What else is known about the field. */
export interface FieldHints {
  /** The page's language, two letters. */
  readonly lang: string;
  /** 0: none is said. */
  readonly maxLength: number;
  /** Of `autocomplete`. */
  readonly purposes: readonly string[];
}

/** After "secret" these say that it is none, or that only its name is asked for. */
const NO_SECRET = `santa|garden|recipe|recipes|sauce|ingredient|ingredients|menu|shopper|ballot|society|service|agent|admirer|level|
levels|question|questions|gift|location|place|name|names|description|label|type|path|engine|manager|version|expiry|expires|
expiration|rotation|store|count|list|sale|deal|escape|escapes|diary|life|history|message`;
/** Before "secret". */
const KNOWN_BEFORE = /(?:^| )(?:victoria s|victorias|trade|open|top|best kept|no) secret(?= |$)/gu;
/** What is said beside "PIN code" where it is not the postal code that it is in India. */
const OF_A_CARD =
  /(?:^| )(?:card|bank|banking|debit|credit|atm|sim|security|secret|wallet|account|login|sign|device|unlock)(?= |$)/u;
const POSTAL =
  /(?:^| )(?:postal|postcode|zip|area|address|city|state|district|delivery|shipping|town|locality)(?= |$)/u;
/** The longest PIN that is shorter than a postal PIN code. */
const MAX_PIN = 5;

const list = (text: string): readonly string[] => text.split('|').map((one) => one.trim());
/** Phrases that name a secret, whatever is around them. */
const phrases = withEdges(PAGE_WORDS.named);
const innocent = new Set(list(NO_SECRET));

/**
 * Is the field named as a secret, a passphrase or a PIN? Each of its names counts by itself. "PIN code" and "pincode" alone are
 * India's postal code, unless something else is said beside it, the page is Dutch, or the field is too short for one.
 */
export function isNamedSecret(names: readonly string[], hints: FieldHints): boolean {
  if (hints.purposes.some((purpose) => /^(?:postal-code|address-.*|street-address|country.*)$/u.test(purpose)))
    return false;
  const folded = names.map(foldWords);
  return folded.some((words) => isSecretName(words) || isPin(words, folded.join(' '), hints));
}

function foldWords(said: string): string {
  return ` ${said
    .replace(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .replace(/[\s_.,:;*!?/()[\]\u2019'-]+/gu, ' ')
    .trim()} `;
}

function isSecretName(words: string): boolean {
  if (phrases.some((phrase) => words.includes(phrase))) return true;
  const rest = words.replace(KNOWN_BEFORE, ' ');
  for (const [, next] of rest.matchAll(/ secrets? (?=([^ ]*))/gu))
    if (next === undefined || !innocent.has(next)) return true;
  return false;
}

function isPin(words: string, all: string, { lang, maxLength }: FieldHints): boolean {
  if (!/ (?:pin|pincode|pins) /u.test(words)) return false;
  if (POSTAL.test(all)) return false;
  const isPostal = / (?:pin ?codes?|pincode) /u.test(words);
  if (!isPostal)
    return !/ pin (?:it|to|this|board|location|drop|name|title|count|number of|color|colour|type|header|post|message) /u.test(
      words,
    );
  return lang === 'nl' || OF_A_CARD.test(all) || (maxLength > 0 && maxLength <= MAX_PIN);
}
