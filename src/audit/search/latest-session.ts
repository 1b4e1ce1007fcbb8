import type { AuditEntry } from './join-records.js';

/**
 * The newest life of a session, out of all entries of that name, oldest first: names are used again and again. It begins
 * with the call that opened it, which began before the session was there.
 */
export function latestSession(entries: readonly AuditEntry[]): AuditEntry[] {
  const chain = (entry: AuditEntry | undefined): string => entry?.file.split('.')[0] ?? '';
  const own = entries.filter((entry) => chain(entry) === chain(entries.at(-1)));
  const opened = own.findLastIndex(({ fields }) => fields['event'] === 'session.opened');
  if (opened < 0) return own;
  const moment = own[opened]?.time ?? '';
  const wasGoingOn = ({ kind, fields: { finishedAt } }: AuditEntry): boolean =>
    kind === 'call' && (typeof finishedAt !== 'string' || finishedAt >= moment);
  return own.filter((entry, i) => i >= opened || wasGoingOn(entry));
}
