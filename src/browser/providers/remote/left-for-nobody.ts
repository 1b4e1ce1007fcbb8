import { livenessOf } from '../../../platform/process-liveness.js';
import type { KeptRecord, KeptSessions, Ownership } from '../../reattach/kept-sessions.js';

/** Sessions are taken over until nobody has used them for so long. Absent: none is. */
type Reattaches = { readonly idleMs: number } | undefined;

/** May a session of the Grid that bears our workspace's mark be deleted? `maker` is the server that made it. */
export function isLeftForNobody(
  store: KeptSessions,
  { id, maker }: { readonly id: string; readonly maker: Ownership },
  reattaches: Reattaches,
): boolean {
  const entry = store.all().find(({ record }) => record.id === id);
  if (entry === undefined) return store.isGone(maker);
  const { record } = entry;
  if (!store.isGone(record)) return false;
  if (reattaches !== undefined && record.spoiled === undefined && !isOver(record, reattaches)) return false;
  store.remove(entry);
  return true;
}

/**
 * Removes the records of sessions that the Grid does not have any more (`present` are those that it has) and whose time is
 * over: until then their callers are told what became of them. One of a living server is that server's own, and one of a
 * server that cannot be seen from here may be, until the session would have ended anyway.
 */
export function forgetEnded(store: KeptSessions, present: readonly string[], reattaches: Reattaches): void {
  if (reattaches === undefined) return;
  for (const entry of store.all()) {
    const { record } = entry;
    if (livenessOf(record.owner) === 'alive' || present.includes(record.id)) continue;
    const isEnded = store.isGone(record) ? isOver(record, reattaches) : Date.now() > record.endsAt;
    if (isEnded) store.remove(entry);
  }
}

function isOver({ endsAt, lastCallAt }: KeptRecord, reattaches: Reattaches): boolean {
  return Date.now() > Math.min(endsAt, lastCallAt + (reattaches?.idleMs ?? 0));
}
