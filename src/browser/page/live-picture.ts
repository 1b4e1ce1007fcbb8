import { Failure } from '../../core/index.js';
import type { ErrorCode, Secret, SessionView } from '../../core/index.js';
import type { Tab } from './tab.js';
import { TOO_LATE, resultOrTooLate } from '../with-timeout.js';
import { originOf } from './shown-url.js';
import { sizesOf, taken } from './small-picture.js';

export type LivePicture = Pick<SessionView, 'picture' | 'unseen'>;

interface Taking {
  readonly longest: number;
  readonly picture: Promise<LivePicture>;
  doneAt?: number;
}

const MAX_MS = 3_000;
/** On a slow machine a picture may come after its request has ended; the next request gets it. */
const FRESH_MS = 1_500;
const QUALITY = 55;
/** Errors that mean: a secret is where it cannot be painted over. */
const HIDING: ReadonlySet<ErrorCode> = new Set(['page.secret-shown', 'browser.not-actionable']);

const captures = new WeakMap<Tab, Taking>();

/** What the tab shows to a person who looks, in the size that is asked for, or why not. */
export async function livePictureOf(tab: Tab, secrets: readonly Secret[], longest: number): Promise<LivePicture> {
  const known = captures.get(tab);
  const isGood = known?.longest === longest && Date.now() - (known.doneAt ?? Date.now()) < FRESH_MS;
  const taking = isGood ? known : begin(tab, secrets, longest);
  const picture = await resultOrTooLate(MAX_MS, taking.picture);
  if (picture === TOO_LATE) return { unseen: 'busy' };
  if (captures.get(tab) === taking) captures.delete(tab);
  return picture;
}

function begin(tab: Tab, secrets: readonly Secret[], longest: number): Taking {
  const taking: Taking = { longest, picture: take(tab, secrets, longest) };
  captures.set(tab, taking);
  void taking.picture.then(() => (taking.doneAt = Date.now()));
  return taking;
}

async function take(tab: Tab, secrets: readonly Secret[], longest: number): Promise<LivePicture> {
  try {
    const origin = originOf(tab.page.url());
    const { viewport } = await sizesOf(tab);
    const { width, height } = viewport;
    const shot = { area: viewport, viewport, format: 'jpeg', quality: QUALITY, marks: [], longest } as const;
    return { picture: { ...(await taken(tab, shot, secrets)), origin, width, height } };
  } catch (error) {
    if (tab.crashed) return { unseen: 'crashed' };
    return { unseen: error instanceof Failure && HIDING.has(error.code) ? 'secret' : 'busy' };
  }
}
