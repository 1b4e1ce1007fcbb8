import { reachesInto, withinAny } from '../../core/index.js';
import type { Secret } from '../../core/index.js';
import { openSecret } from '../../core/seals/secret-open.js';
import type { FindSecrets } from '../dom/host/tab-view.js';
import { isSecretLive } from '../dom/host/secret-live.js';
import { findInPieces } from './find-in-pieces.js';
import type { Tab } from './tab.js';
import { ifInTime } from './call-time.js';

/** Anything shorter is everywhere. */
const MIN_LENGTH = 6;
const MIN_CODE = 4;
// White space, and characters without a width.
const UNSEEN = /[\s\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFE00-\uFE0F\uFEFF]/u;

const finders = new WeakMap<readonly Secret[], { readonly find: FindSecrets | undefined }>();

/**
 * Finds what a person could read off a picture: the value itself and the forms that pages print it in, whatever is
 * between its letters and however they are cased. Undefined: there is nothing to find.
 */
export function secretFinder(secrets: readonly Secret[]): FindSecrets | undefined {
  const known = finders.get(secrets);
  if (known !== undefined) return known.find;
  const isGuess = (secret: Secret): boolean => openSecret(secret).isAgents === true;
  const patterns = (of: readonly Secret[]): ReadonlySet<string> => new Set(of.flatMap(patternsOf));
  const kept = finderOf(patterns(secrets.filter((secret) => !isGuess(secret))));
  const find = apartFrom(kept, finderOf(patterns(secrets.filter(isGuess))));
  finders.set(secrets, { find });
  return find;
}

/** A value that the agent registered is painted over only outside of other secrets: else a picture would confirm a guess. */
function apartFrom(kept: FindSecrets | undefined, guesses: FindSecrets | undefined): FindSecrets | undefined {
  if (kept === undefined || guesses === undefined) return kept ?? guesses;
  return Object.assign(
    (text: string) => {
      const found = kept(text);
      const isWithin = withinAny(found);
      const free = guesses(text).filter((one) => !reachesInto(one, isWithin));
      return [...found, ...free];
    },
    {
      inPieces: (pieces: readonly string[]) => {
        const found = kept.inPieces(pieces);
        const rest = pieces.map((piece, index) => (found.has(index) ? '\0' : piece));
        return new Set([...found, ...guesses.inPieces(rest)]);
      },
    },
  );
}

/** The same for values as they are, such as those of fields. */
export function valueFinder(values: readonly string[]): FindSecrets | undefined {
  const patterns = new Set(values.map((value) => skeletonOf(value).text).filter(({ length }) => length >= MIN_LENGTH));
  return finderOf(patterns);
}

function finderOf(patterns: ReadonlySet<string>): FindSecrets | undefined {
  if (patterns.size === 0) return undefined;
  return Object.assign((text: string) => findIn(text, patterns), {
    inPieces: (pieces: readonly string[]) =>
      findInPieces(
        pieces.map((piece) => skeletonOf(piece).text),
        patterns,
      ),
  });
}

/** Finds what either finds. */
export function eitherFinder(one: FindSecrets | undefined, other: FindSecrets | undefined): FindSecrets | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Object.assign((text: string) => [...one(text), ...other(text)], {
    inPieces: (pieces: readonly string[]) => new Set([...one.inPieces(pieces), ...other.inPieces(pieces)]),
  });
}

function patternsOf(secret: Secret): string[] {
  const { value, use } = openSecret(secret);
  const shortest = use === 'code' ? MIN_CODE : MIN_LENGTH;
  const own = skeletonOf(value).text;
  if (own.length < shortest) return [];
  return formsOf(value)
    .map((form) => skeletonOf(form).text)
    .filter((form) => form.length >= own.length || form.length >= MIN_LENGTH);
}

function formsOf(value: string): string[] {
  const percent = encodeURIComponent(value.toWellFormed());
  const bytes = Buffer.from(value, 'utf8');
  const escaped = JSON.stringify(value).slice(1, -1);
  const entities = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const reversed = Array.from(value).reverse().join('');
  const quoted = entities.replaceAll('"', '&quot;').replaceAll("'", '&#39;');
  return [
    ...[value, percent, percent.replaceAll('%20', '+'), escaped, entities, quoted, reversed, bytes.toString('hex')],
    ...[0, 1, 2].map((offset) => base64Core(bytes, offset)),
  ];
}

/** The part of the base64 text that does not depend on what was encoded before and after the value. */
function base64Core(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/u, '');
  const start = offset === 0 ? 0 : offset + 1;
  const whole = (bytes.length + offset) % 3 === 0;
  return text.slice(start, whole ? undefined : -1);
}

function findIn(text: string, patterns: ReadonlySet<string>): ReturnType<FindSecrets> {
  const { text: skeleton, at } = skeletonOf(text);
  const found: { start: number; end: number }[] = [];
  for (const pattern of patterns) {
    for (let i = skeleton.indexOf(pattern); i !== -1; i = skeleton.indexOf(pattern, i + 1))
      found.push({ start: at[i] ?? 0, end: (at[i + pattern.length - 1] ?? text.length - 1) + 1 });
  }
  return found;
}

/** Letters alone, in one case and one alphabet of base64, each with its place in the text. */
function skeletonOf(text: string): { readonly text: string; readonly at: readonly number[] } {
  let skeleton = '';
  const at: number[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const letter = text[i] ?? '';
    // Small letters and digits are most of what there is.
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)) {
      skeleton += letter;
      at.push(i);
      continue;
    }
    if (UNSEEN.test(letter)) continue;
    const plain = letter < '\u0080' ? letter : letter.normalize('NFKC');
    const folded = plain.toLowerCase().replaceAll('-', '+').replaceAll('_', '/');
    skeleton += folded;
    for (let k = 0; k < folded.length; k += 1) at.push(i);
  }
  return { text: skeleton, at };
}

const MAX_MS = 3_000;

/** A page that does not answer in time may hold anything. */
export async function isSecretOnTab(tab: Tab, secrets: readonly Secret[]): Promise<boolean> {
  return (await ifInTime(MAX_MS, isSecretLive(tab.view, secretFinder(secrets)))) ?? true;
}
