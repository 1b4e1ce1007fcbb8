import { sessionKey } from '../core/index.js';
import type { Record, RecordedPicture, Scope, SecretRegistry, Sessions, Tool } from '../core/index.js';
import { createMask } from '../masking/index.js';

export interface ThumbnailDeps {
  readonly sessions: Pick<Sessions, 'frame' | 'isSecretLive'>;
  readonly record: Pick<Record, 'picture'>;
  readonly secrets: Pick<SecretRegistry, 'all'>;
}

/** For how long nothing may have been asked of the session: nobody who calls waits for a picture. */
const QUIET_MS = 700;
const MAX_BYTES = 400_000;

interface Place {
  running: number;
  /** Counts the calls: what was pictured across two of them is a picture of neither. */
  turn: number;
  timer?: NodeJS.Timeout | undefined;
}

/** The id of the call on the record. */
export interface Pictured {
  readonly id: string;
  readonly principal: string;
}

/**
 * How pages looked after calls that may have changed them, for the record. One picture at a time, at most one waiting
 * for each session; whatever has no time is left out, and counted.
 */
export class Thumbnails {
  readonly #deps: ThumbnailDeps;
  readonly #places = new Map<string, Place>();
  #isTaking = false;
  #skipped = 0;

  constructor(deps: ThumbnailDeps) {
    this.#deps = deps;
  }

  /** The call begins; what it gives back is for when its answer is on its way. */
  begin(scope: Scope, { effect, needs }: Pick<Tool, 'effect' | 'needs'>): (call: Pictured) => void {
    const key = sessionKey(scope);
    const place = this.#places.get(key) ?? { running: 0, turn: 0 };
    this.#places.set(key, place);
    place.running += 1;
    place.turn += 1;
    if (place.timer !== undefined) this.#skip(place);
    const isChange = needs.includes('page') && effect !== 'read';
    return (call) => {
      place.running -= 1;
      if (isChange && place.running > 0) this.#skipped += 1;
      else if (isChange) this.#wait(key, place, { call, scope });
      this.#tidy(key, place);
    };
  }

  #wait(key: string, place: Place, wanted: { readonly call: Pictured; readonly scope: Scope }): void {
    clearTimeout(place.timer);
    place.timer = setTimeout(() => {
      if (this.#isTaking) this.#wait(key, place, wanted);
      else void this.#take(key, place, wanted);
    }, QUIET_MS).unref();
  }

  #skip(place: Place): void {
    clearTimeout(place.timer);
    place.timer = undefined;
    this.#skipped += 1;
  }

  async #take(key: string, place: Place, { call, scope }: { call: Pictured; scope: Scope }): Promise<void> {
    const { turn } = place;
    this.#isTaking = true;
    place.timer = undefined;
    try {
      const shows = await captureThumbnail(this.#deps, scope);
      if (shows === undefined) return;
      if (place.turn !== turn) this.#skipped += 1;
      else await this.#keep({ call: call.id, scope: { ...scope, principal: call.principal }, shows });
    } catch {
      // The record cannot be written: the next call finds that out, and is refused.
      this.#skipped += 1;
    } finally {
      this.#isTaking = false;
      this.#tidy(key, place);
    }
  }

  async #keep(picture: Omit<RecordedPicture, 'skipped'>): Promise<void> {
    const skipped = this.#skipped;
    this.#skipped = 0;
    await this.#deps.record.picture?.({ ...picture, skipped });
  }

  #tidy(key: string, place: Place): void {
    if (place.running === 0 && place.timer === undefined && this.#places.get(key) === place) this.#places.delete(key);
  }
}

const SECRET = { withheld: 'a secret is live in the page' } as const;
const UNMADE = { withheld: 'none could be made' } as const;

/** Undefined: there is no page. Asked before and after: a page may be given a secret, or show one, at that very moment. */
async function captureThumbnail(
  { sessions, secrets }: ThumbnailDeps,
  scope: Scope,
): Promise<RecordedPicture['shows'] | undefined> {
  try {
    const before = await sessions.isSecretLive?.(scope);
    if (before !== false) return before === undefined ? undefined : SECRET;
    const frame = await sessions.frame?.(scope);
    if (frame === undefined) return UNMADE;
    if ((await sessions.isSecretLive?.(scope)) !== false) return SECRET;
    if (frame.image.length > MAX_BYTES) return { withheld: 'it would be too large' };
    return { ...frame, origin: createMask(secrets.all())(frame.origin) };
  } catch {
    return UNMADE;
  }
}
