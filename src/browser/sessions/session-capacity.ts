import { Failure, sessionLabel } from '../../core/index.js';
import type { SessionName } from '../../core/index.js';
import type { SessionSlot } from './session-slot.js';

const MAX_NAMED = 5;

/** What of a session says whether its place can be had. */
interface Place {
  readonly scope: SessionName;
  readonly queue: { readonly isBusy: boolean };
  readonly driver: unknown;
  readonly isPaused: boolean;
  readonly lastCallAt: number;
}

/**
 * A place for one more session. One whose client has gone is dropped first, the longest unused of them; then one of a caller
 * who holds more than an equal share, for one who holds less: nobody can keep the others out. If there is none, the caller
 * is told who holds the places. Other callers' sessions are counted and not named.
 */
export function makeCapacity(
  slots: readonly SessionSlot[],
  maxSessions: number,
  caller: SessionName,
  isAbandoned: ((session: SessionName) => boolean) | undefined,
): void {
  if (slots.length < maxSessions) return;
  const [abandoned] = slots
    .filter((slot) => isAbandoned?.(slot.scope) === true && isFree(slot))
    .sort((one, other) => one.lastCallAt - other.lastCallAt);
  if (abandoned !== undefined) {
    void abandoned.end({ code: 'session.expired', why: 'its client had gone, and its place was needed' });
    return;
  }
  const spare = spareOf(slots, maxSessions, caller);
  if (spare === undefined) throw new Failure('session.limit', whoHolds(slots, maxSessions, caller));
  void spare.end({ code: 'session.expired', why: 'another caller had less than an equal share of the places' });
}

/** The longest unused session of whoever holds the most, where that is more than an equal share and this caller has less. */
export function spareOf<Slot extends Place>(
  slots: readonly Slot[],
  maxSessions: number,
  { principal }: SessionName,
): Slot | undefined {
  const held = new Map<string, number>([[principal, 0]]);
  for (const { scope } of slots) held.set(scope.principal, (held.get(scope.principal) ?? 0) + 1);
  const share = Math.max(1, Math.floor(maxSessions / held.size));
  const most = Math.max(...held.values());
  if ((held.get(principal) ?? 0) >= share || most <= share) return undefined;
  const [spare] = slots
    .filter((slot) => held.get(slot.scope.principal) === most && isFree(slot))
    .sort((one, other) => one.lastCallAt - other.lastCallAt);
  return spare;
}

/** Nobody works with it now, no person either. */
function isFree({ queue, driver, isPaused }: Place): boolean {
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
