import type { Pixels } from '../../png.js';
import { CALL_MILLISECONDS, failWhenLate } from './answer-deadline.js';
import { isWalk } from './wire-check.js';
import type { WalkOptions, WireWalk } from './wire.js';
import type { World } from './world.js';

/** A page that takes longer is not looked at before somebody asks; the program is ready then, and twice as fast. */
const AHEAD_MILLISECONDS = 150;

/** A walk, and a picture of the viewport from the same time. */
export interface TakenWalk {
  readonly walk: unknown;
  readonly picture: Promise<Pixels | undefined>;
}

/** What a look needs of the session of its documents. */
interface Session {
  call(world: World, method: string, args: readonly unknown[], milliseconds?: number): Promise<unknown>;
  /** Tells the in-page program what listens for clicks; true: it did not know all of it. */
  hear(world: World): Promise<boolean>;
  picture(): Promise<Pixels | undefined>;
}

interface Ahead {
  readonly world: string;
  readonly asked: string;
  readonly taken: Promise<TakenWalk | undefined>;
}

/** Looks at a page as soon as it has loaded, the way it was looked at last: most agents ask for that next. */
export class LookAhead {
  readonly #session: Session;
  /** How a whole document was looked at last. */
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

  /** What listens for clicks comes first: a look that does not know of it is worth nothing. */
  async #take(world: World, asked: WalkOptions): Promise<TakenWalk> {
    const picture = this.#session.picture();
    await this.#session.hear(world);
    const walk = await this.#session.call(world, 'walkAhead', [{ ...asked, milliseconds: AHEAD_MILLISECONDS }]);
    if (isWalk(walk)) this.onTaken(walk);
    return { walk, picture };
  }

  /** The look that agents ask for most: one that was taken ahead is as good while nothing has happened. */
  async look(world: World, asked: WalkOptions, milliseconds: number): Promise<TakenWalk> {
    this.#usual = asked;
    const kept = await failWhenLate(milliseconds, this.#kept(world, asked, milliseconds));
    return kept ?? this.#fresh(world, asked, milliseconds);
  }

  async #kept(world: World, asked: WalkOptions, milliseconds: number): Promise<TakenWalk | undefined> {
    const ahead = this.#ahead;
    const isSame = ahead?.world === world.uniqueId && ahead.asked === JSON.stringify(asked);
    const taken = isSame ? await ahead.taken : undefined;
    if (taken === undefined) {
      await this.#session.hear(world);
      return undefined;
    }
    const [isNew, holds] = await Promise.all([
      this.#session.hear(world),
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
