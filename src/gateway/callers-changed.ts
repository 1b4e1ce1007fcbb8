import type { ApprovalQueue, CallersChange, Record, SessionFacts, Team } from '../core/index.js';
import type { PathDeps } from './path-deps.js';

export type ChangeDeps = Pick<PathDeps, 'sessions' | 'sessionPolicy' | 'egress'> & {
  readonly record: Pick<Record, 'note'>;
  readonly approvals: Pick<ApprovalQueue, 'grants' | 'revoke'>;
  readonly log: (line: string) => void;
};

/**
 * Tokens or teams are others now. Whoever lost their token loses their sessions and what a person allowed them; for the
 * sessions of a team that changed, the stricter of both holds, also for what their pages already have open.
 */
export function onCallersChanged(deps: ChangeDeps): (change: CallersChange) => void {
  return (change) => {
    takeChange(deps, change);
  };
}

function takeChange(deps: ChangeDeps, change: CallersChange): void {
  const { sessions, sessionPolicy, egress } = deps;
  const { before, after, added, revoked, rotated, restart } = change;
  try {
    const teams = change.teams.map(({ name }) => name);
    deps.record.note({ event: 'config.changed', facts: { before, after, teams, added, revoked, rotated, restart } });
  } catch {
    // The narrower policy applies all the same; while the record cannot be written, no call is done either.
    deps.log('configuration: the change could not be recorded');
  }
  for (const principal of revoked) {
    void sessions.end({ principal }, 'its token was revoked').catch(() => undefined);
    for (const grant of deps.approvals.grants())
      if (grant.principal === principal) deps.approvals.revoke(grant.id, 'gatewright');
  }
  for (const team of change.teams) {
    const open = sessions.list().filter(({ principal }) => principal === team.name);
    sessionPolicy.changeTeam(team.name, team, open);
    for (const session of open) {
      const why = whyItEnds(deps, session, team.after);
      if (why === undefined) egress.recheck(session);
      else void sessions.end({ ...session }, why).catch(() => undefined);
    }
  }
}

function whyItEnds({ sessionPolicy }: ChangeDeps, session: SessionFacts, team: Team): string | undefined {
  if (!team.hasBrowser) return 'its team has no browser any more';
  const { identities } = team;
  const lost = identities && sessionPolicy.identitiesOf(session).find((name) => !identities.includes(name));
  return lost === undefined ? undefined : 'its team may not use the identity any more that it was signed in with';
}
