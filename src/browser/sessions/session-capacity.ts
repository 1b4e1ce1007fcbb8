import { RetryLater, sessionLabel } from '../../core/index.js';
import type { SessionName } from '../../core/index.js';
import type { SessionEnding } from './session-slot.js';

const MAX_NAMED = 5;
/** When one of the others ends nobody can tell a caller; this is soon enough to ask again. */
const ASK_AGAIN_MS = 5000;

export interface CapacityLimits {
  readonly maxSessions: number;
  /** What the caller's team may have of them. */
  readonly ofTeam?: number | undefined;
}

/** What of a session says whether its place can be had. */
interface Place {
  readonly scope: SessionName;
  readonly queue: { readonly isBusy: boolean };
  readonly driver: unknown;
  readonly isPaused: boolean;
  readonly lastCallAt: number;
}

interface TakenPlace extends Place {
  end(ending: SessionEnding): Promise<void>;
}

/**
 * A place for one more session. One whose client has gone is dropped first, the longest unused of them; then one of a caller
 * who holds more than an equal share, for one who holds less: nobody can keep the others out. If there is none, the caller
 * is told who holds the places. Other callers' sessions are counted and not named.
 */
export function makeCapacity(
  slots: readonly TakenPlace[],
  limits: CapacityLimits,
  caller: SessionName,
  isAbandoned: ((session: SessionName) => boolean) | undefined,
): void {
  const { maxSessions, ofTeam } = limits;
  const own = slots.filter(({ scope }) => scope.principal === caller.principal);
  if (ofTeam !== undefined && own.length >= ofTeam) {
    makeCapacityWithin(own, ofTeam, isAbandoned);
    return;
  }
  if (slots.length < maxSessions) return;
  const [abandoned] = slots
    .filter((slot) => isAbandoned?.(slot.scope) === true && isFree(slot))
    .sort((one, other) => one.lastCallAt - other.lastCallAt);
  if (abandoned !== undefined) {
    void abandoned.end({ code: 'session.expired', why: 'its client had gone, and its place was needed' });
    return;
  }
  const spare = spareOf(slots, maxSessions, caller);
  if (spare === undefined)
    throw new RetryLater(
      'session.too-many',
      whoHolds(own, `At most ${String(maxSessions)} at a time (sessions.maxConcurrent)`),
      ASK_AGAIN_MS,
    );
  void spare.end({ code: 'session.expired', why: 'another caller had less than an equal share of the places' });
}

/** A team that has all the sessions that it may have gives up one of its own, or gets no other. */
function makeCapacityWithin(
  own: readonly TakenPlace[],
  ofTeam: number,
  isAbandoned: ((session: SessionName) => boolean) | undefined,
): void {
  const [abandoned] = own
    .filter((slot) => isAbandoned?.(slot.scope) === true && isFree(slot))
    .sort((one, other) => one.lastCallAt - other.lastCallAt);
  if (abandoned === undefined)
    throw new RetryLater(
      'session.too-many',
      whoHolds(own, `At most ${String(ofTeam)} of this team at a time (its max_sessions)`),
      ASK_AGAIN_MS,
    );
  void abandoned.end({ code: 'session.expired', why: 'its client had gone, and its place was needed' });
}

/** The longest unused session of the caller with the most, if that is more than an equal share and this caller has less. */
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

/** No call and no person uses the session now. */
function isFree({ queue, driver, isPaused }: Place): boolean {
  return !queue.isBusy && driver === undefined && !isPaused;
}

/** How many of the places are others' is nobody else's business. */
function whoHolds(own: readonly TakenPlace[], limit: string): string {
  const named = own.slice(0, MAX_NAMED).map((slot) => `${sessionLabel(slot.scope)} (unused for ${ageOf(slot)})`);
  const more = own.length - named.length;
  const holders = [...named, ...(more > 0 ? [`${String(more)} more`] : [])];
  const yours = holders.length === 0 ? 'None of them is yours' : `Yours: ${holders.join(', ')}`;
  return `${limit}. ${yours}. The user can end them with: gatewright stop --once`;
}

function ageOf({ lastCallAt }: Place): string {
  const seconds = Math.max(0, Math.round((Date.now() - lastCallAt) / 1000));
  return seconds < 120 ? `${String(seconds)} s` : `${String(Math.round(seconds / 60))} min`;
}
