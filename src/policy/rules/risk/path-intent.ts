import { listWords } from '../../languages/index.js';
import type { PathWord } from '../../languages/language.js';
import type { FieldFacts } from '../../../core/index.js';
import { labelIntent } from './label-intent.js';
import type { LabelIntent } from './label-intent.js';
import { foldLabel } from './read-label.js';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const ofPaths = (what: PathWord): ReadonlySet<string> =>
  new Set(listWords(({ paths }) => paths?.[what]).map(foldLabel));

const ERASING = ofPaths('erase');
const ENDING = ofPaths('end');
const SENDING = ofPaths('send');
const PAYING = ofPaths('pay');
const ACCOUNT = ofPaths('account');
/** Beside a verb these make one address of the two: `delete-account`, `confirm_delete`. */
const BESIDE = words(
  'account user users item items post posts message messages confirm confirmed all now me my file files page comment entry record row event do perform process submit order form ajax action',
);
/** Pages below these path segments are documentation. */
const MANUALS = words('doc docs documentation help faq reference manual tutorial tutorials kb hc howto guide guides');
/** Pages below these segments are for reading too, or are settings about it. */
const READING = words('search questions tag tags topic topics learn how about history methods settings policy');
const ACTION_KEYS = words('action act do op cmd command mode task method a event operation func verb oper');

/**
 * What an address does when it is asked for, by its path and query. A link that erases says so in a segment or a
 * parameter of its own; in `/tools/remove-background` the verb is part of a name.
 */
export function pathIntent(address: string, base: string, method: 'get' | 'post'): LabelIntent {
  if (!URL.canParse(address, base)) return 'look';
  const { pathname, searchParams, protocol } = new URL(address, base);
  if (protocol !== 'http:' && protocol !== 'https:') return 'look';
  const segments = pathname.slice(0, 500).split('/').map(wordsOf);
  const isReading = segments.some((segment) => segment.some((word) => MANUALS.has(word) || READING.has(word)));
  const asked = [...searchParams]
    .slice(0, 40)
    .map(askedFor)
    .find((word) => word !== undefined);
  const said = isReading ? [] : segments.filter(isCommand).flat();
  if (asked !== undefined) said.push(asked);
  if (said.some((word) => ENDING.has(word)) && segments.some((segment) => segment.some((word) => ACCOUNT.has(word)))) {
    return 'close-account';
  }
  if (method === 'post' && said.some((word) => PAYING.has(word))) return 'pay';
  if (said.some((word) => ERASING.has(word))) return 'erase';
  const sends =
    said.some((word) => SENDING.has(word)) &&
    (method === 'post' || said.some((word) => word === 'unsubscribe' || word === 'optout'));
  return sends ? 'send' : 'look';
}

const OPERATION_KEYS = words('action act op operation oper cmd command verb');

/** What a form says in a field of its own: `action=delete_selected`. */
export function erasesByField(fields: readonly FieldFacts[]): boolean {
  return fields.some(({ name, value }) => {
    if (!wordsOf(name).some((word) => OPERATION_KEYS.has(word))) return false;
    const intent = labelIntent(value, 'control');
    return intent === 'erase' || intent === 'close-account';
  });
}

/** The method that a form asks for where browsers know only two. */
export function asksToDelete(fields: readonly FieldFacts[]): boolean {
  return fields.some(({ name, value }) => name === '_method' && value.trim().toLowerCase() === 'delete');
}

/** A link into a manual is read, whatever it is called. */
export function explainsIntent(address: string): boolean {
  if (!URL.canParse(address)) return false;
  return new URL(address).pathname
    .slice(0, 500)
    .split('/')
    .some((segment) => wordsOf(segment).some((word) => MANUALS.has(word)));
}

function wordsOf(segment: string): string[] {
  let text = segment;
  try {
    text = decodeURIComponent(segment);
  } catch {
    // Taken as it is written.
  }
  const parted = text.replace(/\.(?:php|aspx?|jsp|html?|do|cgi)$/iu, '').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return foldLabel(parted).match(/[\p{L}\p{M}]+/gu) ?? [];
}

function isVerb(word: string): boolean {
  return ERASING.has(word) || ENDING.has(word) || SENDING.has(word) || PAYING.has(word);
}

function isCommand(segment: readonly string[]): boolean {
  if (!segment.some(isVerb)) return false;
  return segment.every((word) => isVerb(word) || BESIDE.has(word));
}

function askedFor([key, value]: readonly [string, string]): string | undefined {
  const [name] = wordsOf(key);
  if (name === undefined) return undefined;
  if (ACTION_KEYS.has(name) || name === 'method') return wordsOf(value).find(isVerb);
  return (ERASING.has(name) || name === 'unsubscribe') && value !== '0' && value !== 'false' ? name : undefined;
}
