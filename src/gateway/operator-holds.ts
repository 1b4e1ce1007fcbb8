import { matchesSession, sessionNameOf } from '../core/index.js';
import type { JsonObject, SessionMatch } from '../core/index.js';
import type { OperatorPort, StopHow } from './gateway.js';
import type { PathDeps } from './path-deps.js';

type HoldDeps = Pick<PathDeps, 'sessions' | 'record' | 'stops'>;
type Holds = Required<Pick<OperatorPort, 'stop' | 'pause' | 'resume' | 'stopped'>>;

const SOMEBODY = 'a person';

/** Stop, pause and resume: a person's, on the record. Nothing of it can be reached by a call. */
export function operatorHolds(deps: HoldDeps): Holds {
  const { sessions, stops } = deps;
  return {
    stop: (match, how = {}) => stop(deps, match, how),
    pause: (match, by) => {
      const paused = sessions.pause?.(match, by) ?? [];
      for (const scope of paused) tryNote(deps, { event: 'session.paused', scope, facts: { by } });
      return paused.length;
    },
    resume: (match, by) => {
      // On the record before it counts: what an agent may do again must not be unknown.
      deps.record.note({ event: 'sessions.resumed', facts: { by, ...asFacts(match) } });
      const resumed = sessions.resume?.(match) ?? [];
      for (const scope of resumed) tryNote(deps, { event: 'session.resumed', scope, facts: { by } });
      const isOneSession = match.session !== undefined || match.client !== undefined;
      const callers = isOneSession && match.principal === undefined ? 0 : (stops?.resume(match.principal) ?? 0);
      return { sessions: resumed.length, callers };
    },
    stopped: () => stops?.list() ?? [],
  };
}

async function stop(
  deps: HoldDeps,
  match: SessionMatch,
  { by = SOMEBODY, once = false, who = 'a person' }: StopHow,
): Promise<number> {
  const { sessions, stops } = deps;
  if (!once) {
    // New sessions are refused before the open ones are ended: a call in between must not open a new one.
    const matching = sessions.list().filter((facts) => matchesSession(facts, match));
    if (match.principal !== undefined) stops?.stop(match.principal, by);
    else if (match.session === undefined && match.client === undefined) stops?.stopEverybody(by);
    else for (const { principal } of matching.map(sessionNameOf)) stops?.stop(principal, by);
  }
  const ended = await sessions.end(match, `${who} ${once ? 'ended' : 'stopped'} it`);
  // Stopping does not wait for the record: it must work when the disk is full.
  tryNote(deps, { event: 'sessions.stopped', facts: { by, once, ended, ...asFacts(match) } });
  return ended;
}

function asFacts({ principal, client, session }: SessionMatch): JsonObject {
  return {
    ...(principal !== undefined && { principal }),
    ...(client !== undefined && { client }),
    ...(session !== undefined && { session }),
  };
}

function tryNote({ record }: HoldDeps, event: Parameters<HoldDeps['record']['note']>[0]): void {
  try {
    record.note(event);
  } catch {
    // The next call finds out that the record is broken, and is refused.
  }
}
