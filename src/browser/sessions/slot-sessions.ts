import { matchesSession, sessionKey } from '../../core/index.js';
import type {
  Egress,
  Failure,
  RecordedEvent,
  Scope,
  SecretRegistry,
  SessionFacts,
  SessionMatch,
  SessionName,
} from '../../core/index.js';
import { remember } from './remember.js';
import type { SessionEnding, SessionSlot } from './session-slot.js';
import type { SlotContent } from './slot-content.js';

export interface SlotSessionsDeps {
  readonly secrets: SecretRegistry;
  readonly egress?: Egress | undefined;
  readonly note: (event: RecordedEvent) => void;
  /** The client of the session has no connection open any more. */
  readonly isAbandoned?: ((session: SessionName) => boolean) | undefined;
}

/** Sessions under their owners' names for them, whoever drives their browsers. */
export class SlotSessions<Opened extends SlotContent> {
  protected readonly slots = new Map<string, SessionSlot<Opened>>();
  /** Endings that nobody has been told of yet. */
  readonly #undelivered = new Map<string, Failure>();
  readonly #deps: SlotSessionsDeps;

  constructor(deps: SlotSessionsDeps) {
    this.#deps = deps;
  }

  list(): readonly SessionFacts[] {
    const { isAbandoned } = this.#deps;
    return [...this.slots.values()].map((slot) => ({
      ...slot.facts(),
      ...(isAbandoned?.(slot.scope) === true && { isAbandoned: true }),
    }));
  }

  stateOf(scope: Scope): 'none' | 'open' | 'paused' {
    const slot = this.slots.get(sessionKey(scope));
    if (slot === undefined) return 'none';
    return slot.isPaused ? 'paused' : 'open';
  }

  dropEnding(scope: Scope): void {
    this.#undelivered.delete(sessionKey(scope));
  }

  takeLimitNotice(scope: Scope): string | undefined {
    return this.slots.get(sessionKey(scope))?.takeLimitNotice();
  }

  pause(match: SessionMatch, by: string): readonly SessionName[] {
    return this.#matching(match).flatMap((slot) => (slot.pause(by) ? [slot.scope] : []));
  }

  resume(match: SessionMatch): readonly SessionName[] {
    return this.#matching(match).flatMap((slot) => (slot.resume() ? [slot.scope] : []));
  }

  async end(match: SessionMatch, why: string): Promise<number> {
    const matching = this.#matching(match);
    await Promise.all(matching.map((slot) => slot.end({ code: 'session.expired', why })));
    return matching.length;
  }

  protected throwEnding(scope: Scope): void {
    const failure = this.#undelivered.get(sessionKey(scope));
    this.dropEnding(scope);
    if (failure !== undefined) throw failure;
  }

  protected ended(slot: SessionSlot<Opened>, { code, why }: SessionEnding, undelivered: Failure | undefined): void {
    const { scope } = slot;
    const key = sessionKey(scope);
    if (this.slots.get(key) === slot) this.slots.delete(key);
    if (undelivered !== undefined) remember(this.#undelivered, key, undelivered);
    this.#deps.secrets.forget(scope.principal, scope.session, scope.client);
    this.#deps.egress?.dismiss(scope);
    this.#deps.note({ event: 'session.ended', scope, facts: { code, why, actions: slot.facts().actions } });
  }

  #matching(match: SessionMatch): SessionSlot<Opened>[] {
    return [...this.slots.values()].filter(({ scope }) => matchesSession(scope, match));
  }
}
