import type { Pixels } from '../../png.js';
import { CALL_MILLISECONDS, failWhenLate } from './answer-deadline.js';
import { judgeAhead } from './doubtful-ink.js';
import { isWalk } from './wire-check.js';
import type { WalkOptions, WireWalk } from './wire.js';
import type { World } from './world.js';

/** A page that takes longer is walked only when a call asks; the program is ready then, and twice as fast. */
const AHEAD_MILLISECONDS = 150;

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

interface Ahead {
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
    ink: true,
    milliseconds: 0.7 * CALL_MILLISECONDS,
  };
  #ahead: Ahead | undefined;
  /** Told what was seen of a page before anybody asked. */
  onTaken: (walk: WireWalk) => void = () => undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  begin(world: World): void {
    const asked = this.#usual;
    const taken = this.#take(world, asked).catch(() => undefined);
    this.#ahead = { world: world.uniqueId, asked: JSON.stringify(asked), taken };
  }

  async #take(world: World, asked: WalkOptions): Promise<TakenWalk> {
    const picture = this.#session.picture();
    const walk = await this.#walk(world, { ...asked, milliseconds: AHEAD_MILLISECONDS });
    if (isWalk(walk)) {
      this.onTaken(walk);
      void picture.then((pixels) => {
        if (pixels !== undefined) judgeAhead(walk, pixels);
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
      this.#session.call(world, 'walkAheadIfPlain', [asked]),
    ]);
    return isNew || early === null ? this.#session.call(world, 'walkAhead', [asked]) : early;
  }

  /** The walk that agents ask for most: the prefetched one is as good while nothing has changed. */
  async take(world: World, asked: WalkOptions, milliseconds: number): Promise<TakenWalk> {
    this.#usual = asked;
    const kept = await failWhenLate(milliseconds, this.#kept(world, asked, milliseconds));
    return kept ?? this.#fresh(world, asked, milliseconds);
  }

  async #kept(world: World, asked: WalkOptions, milliseconds: number): Promise<TakenWalk | undefined> {
    const ahead = this.#ahead;
    const isSame = ahead?.world === world.uniqueId && ahead.asked === JSON.stringify(asked);
    const taken = isSame ? await ahead.taken : undefined;
    if (taken === undefined) {
      await this.#session.updateListeners(world);
      return undefined;
    }
    const [isNew, holds] = await Promise.all([
      this.#session.updateListeners(world),
      this.#session.call(world, 'isAsAhead', [], milliseconds),
    ]);
    const { walk } = taken;
    return !isNew && holds === true && isWalk(walk) && walk.stopped === undefined ? taken : undefined;
  }

  async #fresh(world: World, asked: WalkOptions, milliseconds: number): Promise<TakenWalk> {
    const picture = this.#session.picture();
    return { walk: await this.#session.call(world, 'walk', [asked], milliseconds), picture };
  }
}
