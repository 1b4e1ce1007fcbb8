import { createHash } from 'node:crypto';
import { Failure, matchesSession, sessionNameOf } from '../../core/index.js';
import type { Call, RecordedEvent, Scope, SessionMatch, Target } from '../../core/index.js';
import type { OpenedSession, SessionSlot } from './session-slot.js';
import { KeptSession } from '../reattach/kept-session.js';
import type { KeptEntry, KeptSessions } from '../reattach/kept-sessions.js';

export interface KeeperDeps {
  readonly store: KeptSessions;
  /** Is one of a server that is gone, on the Grid, to be deleted? Whoever can delete them asks. */
  readonly sweepSoon: () => void;
  /** A server that ends in order leaves its sessions for the next one. */
  readonly leavesAtEnd: boolean;
  /** All by which browsers are started and guarded; a session that began with something else is not taken over. */
  readonly setting: readonly unknown[];
  readonly idleMs: number;
  readonly note: (event: RecordedEvent) => void;
}

/** A connection's own name (`program#1`) is another's after a restart. */
const OF_ONE_CONNECTION = /#\d+$/u;

/** Decides which sessions of browsers elsewhere outlive this server, and which it takes over from the one before. */
export class SessionKeeper {
  readonly #deps: KeeperDeps;
  /** A session that was used after this moment belonged to another server that ran beside this one. */
  readonly #startedAt = Date.now();
  /** Secrets that only this process knows may stand on any page of these. */
  readonly #secretive = new Set<string>();
  /** One that is masked for everybody may stand on any page at all. */
  #isSecretive = false;

  constructor(deps: KeeperDeps) {
    this.#deps = deps;
  }

  /** Before the first call of a session: the server before may have ended since the last sweep, in another container. */
  lookFor(scope: Scope): Promise<void> {
    return this.#deps.store.findGoneFor(sessionNameOf(scope));
  }

  /** For a call that wants to look at a page: there is one, once the session has been taken over. */
  holds(scope: Scope): boolean {
    return this.#leftFor(scope).some(({ record: { spoiled } }) => spoiled === undefined);
  }

  /**
   * The record of a session that begins with this call, or goes on with it. Throws once where there was a session that
   * cannot be taken over.
   */
  claim(call: Call, lifeMs: number): KeptSession | undefined {
    const { store } = this.#deps;
    const [newest, ...older] = this.#leftFor(call.scope);
    for (const entry of older) this.#giveUp(entry, 'a newer one of the same name was left too');
    if (newest === undefined) return this.#isKept(call) ? new KeptSession(store) : undefined;
    const why = this.#whyNot(newest, call, lifeMs);
    const claimed = why === undefined ? store.claim(newest) : undefined;
    if (why !== undefined) {
      this.#giveUp(newest, why);
      throw new Failure('session.expired', `The server was started again, and the session was not taken over: ${why}.`);
    }
    return claimed === undefined ? undefined : new KeptSession(store, claimed);
  }

  /** Nothing of a session can be looked at before it is taken over, which a call that names no element does. */
  refuseUntaken(scope: Scope, targets: readonly Target[]): void {
    if (!targets.some(({ kind }) => kind === 'element') || !this.holds(scope)) return;
    const next = 'browser_snapshot takes the session over; refs from before are stale.';
    throw new Failure('session.none', `The server was started again. ${next}`);
  }

  /** From when its browser has passed its self-test. */
  keep(slot: SessionSlot, opened: OpenedSession, call: Call): void {
    opened.tested
      .then(() => {
        this.#begin(slot, opened, call);
      })
      .catch(() => undefined);
  }

  #begin(slot: SessionSlot, { running, binding }: OpenedSession, call: Call): void {
    const bound = binding?.();
    const { reattachable } = running;
    if (bound === undefined || reattachable === undefined) return;
    if (this.#isSecretive || this.#secretive.has(call.principal.id))
      slot.reattachRecord?.spoil('a secret was kept for its caller');
    slot.reattachRecord?.begin(() => ({
      ...{ version: 1, ...this.#deps.store.ownership(), ...sessionNameOf(slot.scope), ...bound, id: reattachable.id },
      ...(reattachable.folder === undefined ? {} : { folder: reattachable.folder }),
      ...{ setting: this.#settingOf(call), startedAt: slot.startedAt, endsAt: slot.startedAt + slot.limits.lifeMs },
      ...{ lastCallAt: slot.lastCallAt, actions: slot.facts().actions, lastRef: 0 },
    }));
  }

  /** A secret that is in no vault was kept or learned: it is masked by this process alone. Without a principal: for everybody. */
  secretKept(principal: string | undefined, slots: Iterable<SessionSlot> = []): void {
    if (principal === undefined) this.#isSecretive = true;
    else this.#secretive.add(principal);
    for (const slot of slots)
      if (principal === undefined || slot.scope.principal === principal)
        slot.reattachRecord?.spoil('a secret was kept for its caller');
  }

  /** No server shall take these sessions over any more. */
  async drop(match: SessionMatch, why: string): Promise<void> {
    // At once what is known to be left: the next call must not find it.
    this.#dropLeft(match, why);
    await this.#deps.store.findGone();
    this.#dropLeft(match, why);
  }

  #dropLeft(match: SessionMatch, why: string): void {
    for (const entry of this.#deps.store.all())
      if (this.#deps.store.isGone(entry.record) && matchesSession(entry.record, match)) this.#giveUp(entry, why);
  }

  /** The server ends: true for a session whose browser is to live on. */
  leaves({ reattachRecord, opened, isPaused, driver }: SessionSlot): boolean {
    if (!this.#deps.leavesAtEnd || reattachRecord?.canBeLeft !== true || isPaused || driver !== undefined) return false;
    return opened?.running.reattachable !== undefined;
  }

  #leftFor(scope: Scope): readonly KeptEntry[] {
    return this.#deps.store.leftFor(scope).filter(({ record }) => record.lastCallAt < this.#startedAt);
  }

  #isKept({ scope }: Call): boolean {
    return scope.client === undefined || !OF_ONE_CONNECTION.test(scope.client);
  }

  #whyNot({ record }: KeptEntry, call: Call, lifeMs: number): string | undefined {
    const now = Date.now();
    if (record.spoiled !== undefined) return record.spoiled;
    if (!this.#isKept(call)) return 'its name is of one connection alone';
    if (now > Math.min(record.endsAt, record.startedAt + lifeMs)) return 'its time was over';
    if (now > record.lastCallAt + this.#deps.idleMs) return 'nothing was asked of it for a while';
    if (record.setting !== this.#settingOf(call))
      return 'the configuration, the caller’s rights or the version changed';
    return undefined;
  }

  #settingOf({ principal }: Call): string {
    const setting = [
      this.#deps.setting,
      Object.entries(principal.team ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)),
    ];
    return createHash('sha256').update(JSON.stringify(setting)).digest('hex');
  }

  #giveUp(entry: KeptEntry, why: string): void {
    this.#deps.store.remove(entry);
    this.#deps.note({ event: 'session.not-reattached', scope: sessionNameOf(entry.record), facts: { why } });
    this.#deps.sweepSoon();
  }
}
