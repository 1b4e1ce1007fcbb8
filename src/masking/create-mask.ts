import type { Secret } from '../core/index.js';
import { openSecret } from '../core/seals/secret-open.js';
import { cutEndsFor } from './cut-ends.js';
import { dropGuesses } from './drop-guesses.js';
import { finderFor } from './finder.js';
import type { Find } from './found-before.js';
import { fieldValuesOf, guardedOf } from './guarded.js';
import { mergeStretches, replaceInSegments, replaceInText } from './replace.js';
import type { Stretch } from './replace.js';

/** A piece of what is read together. Without an origin it is the gateway's own. */
export interface Segment {
  readonly text: string;
  /** Where a page's text comes from: a one-time code is masked on the origins it is for. */
  readonly origin?: string;
}

/** Puts names in the place of secrets, however they are written. */
export interface Mask {
  (text: string, origin?: string): string;
  /** The same for a text in pieces, also where a secret goes from one into the next. */
  readonly segments: (segments: readonly Segment[]) => string[];
  /** For pieces of several origins in one text, in which codes were looked for already. */
  readonly butCodes: (text: string) => string;
}

export function createMask(secrets: readonly Secret[]): Mask {
  const apply = (segments: readonly Segment[], applies: Applies): string[] =>
    secrets.length === 0 ? segments.map(({ text }) => text) : maskSegments(secrets, segments, applies);
  const one = (text: string, origin: string | undefined, applies: Applies): string =>
    apply([origin === undefined ? { text } : { text, origin }], applies)[0] ?? '';
  return Object.assign((text: string, origin?: string) => one(text, origin, isMaskedOn), {
    segments: (segments: readonly Segment[]) => apply(segments, isMaskedOn),
    butCodes: (text: string) => one(text, undefined, (secret) => openSecret(secret).use !== 'code'),
  });
}

type Applies = (secret: Secret, origin: string | undefined) => boolean;

/** Masking can join the pieces of another secret, so it repeats; more rounds than this mean a hostile text. */
const MAX_ROUNDS = 3;

function maskSegments(secrets: readonly Secret[], segments: readonly Segment[], applies: Applies): string[] {
  // Apart: the longest find hides those inside it, and a page's own value may count only on its origin.
  const finders = [guardedOf(secrets), fieldValuesOf(secrets)].filter(({ length }) => length > 0).map(finderFor);
  const ends = cutEndsFor(secrets);
  let texts = segments.map(({ text }) => text);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const [only = ''] = texts;
    const whole = texts.length === 1 ? only : texts.join('\n');
    const finds = applying(
      [...finders.flatMap((finder) => finder.find(whole)), ...ends.find(whole)],
      texts,
      segments,
      applies,
    );
    const stretches = mergeStretches(dropGuesses(finds).map(toStretch));
    if (stretches.length === 0) break;
    texts = texts.length === 1 ? [replaceInText(only, stretches)] : replaceInSegments(texts, stretches);
  }
  return texts;
}

/** Those that are masked where they are, each with the owners for whom they are. */
function applying(
  finds: readonly Find[],
  texts: readonly string[],
  segments: readonly Segment[],
  applies: Applies,
): Find[] {
  return finds.flatMap(({ start, end, owners }) => {
    let begin = 0;
    const at = texts.findIndex((text) => start <= (begin += text.length + 1) - 1);
    const here = owners.filter((secret) => applies(secret, segments[at]?.origin));
    return here.length === 0 ? [] : [{ start, end, owners: here }];
  });
}

function toStretch({ start, end, owners }: Find): Stretch {
  return { start, end, name: owners[0]?.name ?? '' };
}

function isMaskedOn(secret: Secret, origin: string | undefined): boolean {
  const { use, origins, isFieldValue } = openSecret(secret);
  // A page chose it: it may be a word, which no page can take out of what others say.
  if (use === 'code' && isFieldValue === true) return origin !== undefined && origins.includes(origin);
  if (use !== 'code' || origin === undefined || origins.length === 0) return true;
  const isKnown = /^https?:\/\//u.test(origin);
  return !isKnown || origins.includes(origin);
}
