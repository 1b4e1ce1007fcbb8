import type { Pixels } from '../../png.js';
import { CALL_MILLISECONDS, failWhenLate } from './answer-deadline.js';
import { judgePrefetched } from './doubtful-text.js';
import { isWalk } from './wire-check.js';
import type { WalkOptions, WireWalk } from './wire.js';
import type { World } from './world.js';

/** A page whose walk takes longer is not prefetched: the call that asks walks it, by then in half the time. */
const PREFETCH_MILLISECONDS = 150;

/** A walk, and a picture of the viewport from the same time. */
export interface TakenWalk {
  readonly walk: unknown;
  readonly picture: Promise<Pixels | undefined>;
}

/** What a walk needs of the DevTools session of its documents. */
interface Session {
  call(world: World, method: string, args: readonly unknown[], milliseconds?: number): Promise<unknown>;
  /** Tells the in-page program what listens for clicks; true: it did not know all of it. */
  updateListeners(world: World): Promise<boolean>;
  picture(): Promise<Pixels | undefined>;
}

interface PrefetchedWalk {
  readonly world: string;
  readonly asked: string;
  readonly taken: Promise<TakenWalk | undefined>;
}

/** Walks a page as soon as it has loaded, with the options of the last walk: most agents ask for that next. */
export class WalkPrefetch {
  readonly #session: Session;
  /** The options of the last walk of a whole document. */
  #usual: WalkOptions = {
    hidden: false,
    textCap: 400,
    quota: 22_800,
    textBoxes: true,
    milliseconds: 0.7 * CALL_MILLISECONDS,
  };
  #prefetched: PrefetchedWalk | undefined;
  /** Called with each prefetched walk. */
  onTaken: (walk: WireWalk) => void = () => undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  begin(world: World): void {
    const asked = this.#usual;
    const taken = this.#take(world, asked).catch(() => undefined);
    this.#prefetched = { world: world.uniqueId, asked: JSON.stringify(asked), taken };
  }

  async #take(world: World, asked: WalkOptions): Promise<TakenWalk> {
    const picture = this.#session.picture();
    const walk = await this.#walk(world, { ...asked, milliseconds: PREFETCH_MILLISECONDS });
    if (isWalk(walk)) {
      this.onTaken(walk);
      void picture.then((pixels) => {
        if (pixels !== undefined) judgePrefetched(walk, pixels);
      });
    }
    return { walk, picture };
  }

  /**
   * Click listeners come first: a walk that does not know of them is worth nothing. A page without script is walked
   * while they are asked for, and again if there are some that it does not know of.
   */
  async #walk(world: World, asked: WalkOptions): Promise<unknown> {
    const [isNew, early] = await Promise.all([
      this.#session.updateListeners(world),
      this.#session.call(world, 'prefetchIfPlain', [asked]),
    ]);
    return isNew || early === null ? this.#session.call(world, 'prefetch', [asked]) : early;
  }

  /** The walk that agents ask for most: the prefetched one is as good while nothing has changed. */
  async take(world: World, asked: WalkOptions, milliseconds: number): Promise<TakenWalk> {
    this.#usual = asked;
    const kept = await failWhenLate(milliseconds, this.#prefetchedIfSame(world, asked, milliseconds));
    return kept ?? this.#fresh(world, asked, milliseconds);
  }

  async #prefetchedIfSame(world: World, asked: WalkOptions, milliseconds: number): Promise<TakenWalk | undefined> {
    const prefetched = this.#prefetched;
    const isSame = prefetched?.world === world.uniqueId && prefetched.asked === JSON.stringify(asked);
    const taken = isSame ? await prefetched.taken : undefined;
    if (taken === undefined) {
      await this.#session.updateListeners(world);
      return undefined;
    }
    const [isNew, holds] = await Promise.all([
      this.#session.updateListeners(world),
      this.#session.call(world, 'matchesPrefetched', [], milliseconds),
    ]);
    const { walk } = taken;
    return !isNew && holds === true && isWalk(walk) && walk.stopped === undefined ? taken : undefined;
  }

  async #fresh(world: World, asked: WalkOptions, milliseconds: number): Promise<TakenWalk> {
    const picture = this.#session.picture();
    return { walk: await this.#session.call(world, 'walk', [asked], milliseconds), picture };
  }
}
