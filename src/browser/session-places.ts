import { Failure, sessionLabel } from '../core/index.js';
import type { SessionName } from '../core/index.js';
import type { SessionSlot } from './session-slot.js';

const MAX_NAMED = 5;

/**
 * A place for one more session. One whose client has gone is dropped first, the longest unused of them; if there is none,
 * the caller is told who holds the places. Other callers' sessions are counted and not named.
 */
export function makePlace(
  slots: readonly SessionSlot[],
  maxSessions: number,
  caller: SessionName,
  isAbandoned: ((session: SessionName) => boolean) | undefined,
): void {
  if (slots.length < maxSessions) return;
  const [abandoned] = slots
    .filter((slot) => isAbandoned?.(slot.scope) === true && isFree(slot))
    .sort((one, other) => one.lastCallAt - other.lastCallAt);
  if (abandoned === undefined) throw new Failure('session.limit', whoHolds(slots, maxSessions, caller));
  void abandoned.end({ code: 'session.expired', why: 'its client had gone, and its place was needed' });
}

/** Nobody works with it now, no person either. */
function isFree({ queue, driver, isPaused }: SessionSlot): boolean {
  return !queue.isBusy && driver === undefined && !isPaused;
}

function whoHolds(slots: readonly SessionSlot[], maxSessions: number, { principal }: SessionName): string {
  const own = slots.filter(({ scope }) => scope.principal === principal);
  const named = own.slice(0, MAX_NAMED).map((slot) => `${sessionLabel(slot.scope)} (unused for ${ageOf(slot)})`);
  const more = own.length - named.length;
  const others = slots.length - own.length;
  const holders = [
    ...named,
    ...(more > 0 ? [`${String(more)} more of yours`] : []),
    ...(others > 0 ? [`${String(others)} of other callers`] : []),
  ];
  return `At most ${String(maxSessions)} at a time (sessions.maxConcurrent). Open now: ${holders.join(', ')}. The user can end them with: gatewright stop --once`;
}

function ageOf({ lastCallAt }: SessionSlot): string {
  const seconds = Math.max(0, Math.round((Date.now() - lastCallAt) / 1000));
  return seconds < 120 ? `${String(seconds)} s` : `${String(Math.round(seconds / 60))} min`;
}
