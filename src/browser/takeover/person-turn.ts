import type { PersonInput, SessionView, Takeover, TakeoverEnd } from '../../core/index.js';
import type { LiveSession } from '../sessions/session.js';
import { succeeds } from '../with-timeout.js';
import type { Driver } from '../sessions/takeover-state.js';
import { PersonDialogs } from './person-dialogs.js';
import { putInput, stepsOf } from './person-input.js';
import type { TypedSecrets } from './typed-secrets.js';

/** A page that takes longer may stand still for a dialog, or for ever; the next input does not wait for it. */
const INPUT_MS = 2_000;
const LET_GO_MS = 500;
/** What the pages said last is still on its way to us. */
const ECHO_MS = 250;

export interface TurnParts {
  readonly by: string;
  readonly session: LiveSession;
  readonly idleMs: number;
  readonly typed: TypedSecrets;
  /** The agent may go on; nothing that happened before is kept. */
  readonly handBack: (seconds: number) => void;
}

/** One person at one session, from the moment it is theirs until the agent may call again. */
export class PersonTurn implements Takeover, Driver {
  readonly by: string;
  readonly since = Date.now();
  readonly ended: Promise<TakeoverEnd>;
  readonly #parts: TurnParts;
  readonly #dialogs = new PersonDialogs();
  readonly #pressed = new Set<'left' | 'right' | 'middle'>();
  #tellEnd: (end: TakeoverEnd) => void = () => undefined;
  #line: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #inputs = 0;
  #isOver = false;

  constructor(parts: TurnParts) {
    this.#parts = parts;
    this.by = parts.by;
    this.ended = new Promise((resolve) => {
      this.#tellEnd = resolve;
    });
    parts.session.setDriven(true);
    parts.session.events.handDialogsTo(this.#dialogs.met);
    this.#stayAwake();
  }

  dialog(): SessionView['dialog'] {
    return this.#dialogs.shown();
  }

  async input(inputs: readonly PersonInput[]): Promise<void> {
    if (this.#isOver || inputs.length === 0) return;
    this.#stayAwake();
    for (const input of inputs) {
      this.#inputs += input.kind === 'move' ? 0 : 1;
      // Not in line: what is in it may be waiting for exactly this answer.
      if (input.kind === 'dialog') this.#dialogs.answer(input.accept, input.text);
      else this.#line = this.#line.then(() => this.#put(input));
    }
    await this.#line;
  }

  giveBack(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#idle);
    void this.#leave(why);
  }

  stop(why: string): void {
    this.giveBack(why);
  }

  async #put(input: Exclude<PersonInput, { kind: 'dialog' }>): Promise<void> {
    if (!this.#goesOn()) return;
    if (input.kind === 'press') this.#pressed.add(input.button);
    if (input.kind === 'release') this.#pressed.delete(input.button);
    const { session, typed } = this.#parts;
    await typed.before(input, session.peek(undefined));
    // Key by key: what comes next must not overtake the rest of a text that the page is slow to take.
    for (const step of stepsOf(input))
      if (!this.#goesOn() || !(await succeeds(INPUT_MS, putInput(session, step)))) return;
  }

  #goesOn(): boolean {
    return !this.#isOver;
  }

  async #leave(why: string): Promise<void> {
    const { session, typed, handBack } = this.#parts;
    typed.flush();
    this.#dialogs.close();
    await succeeds(LET_GO_MS, this.#letGo());
    await new Promise((resolve) => setTimeout(resolve, ECHO_MS));
    this.#dialogs.close();
    session.events.handDialogsTo(undefined);
    // What was noted meanwhile is nobody's business.
    session.events.take();
    session.setDriven(false);
    const seconds = Math.round((Date.now() - this.since) / 1000);
    handBack(seconds);
    this.#tellEnd({ why, seconds, inputs: this.#inputs });
  }

  /** No button stays down for the agent's first click. */
  async #letGo(): Promise<void> {
    const { session } = this.#parts;
    for (const button of this.#pressed) await session.peek(undefined)?.page.mouse.up({ button });
  }

  #stayAwake(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      this.giveBack('the person did nothing for a while');
    }, this.#parts.idleMs).unref();
  }
}
