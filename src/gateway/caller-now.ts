import { Failure, stricterTeam } from '../core/index.js';
import type { Call, Principal, Team } from '../core/index.js';
import { authorizeTool } from './authorize-tool.js';
import type { CallRequest } from './gateway.js';
import type { PathDeps } from './path-deps.js';

/** The caller as the configuration has it now: the connection may be older than its token or its team. */
export function callerNow({ callers }: Pick<PathDeps, 'callers'>, principal: Principal): Principal {
  const now = callers === undefined ? principal : callers.current(principal);
  if (now === undefined) throw new Failure('call.token-revoked');
  return now;
}

/** The caller with what both its team and the program around the gateway leave it. */
export function narrowedBy(principal: Principal, narrows: Team | undefined): Principal {
  if (narrows === undefined) return principal;
  return { ...principal, team: principal.team === undefined ? narrows : stricterTeam(principal.team, narrows) };
}

/**
 * A session that was open when its team changed keeps what was closed to it, and one that its program narrowed stays so
 * for everybody who uses it: the tool is authorized once more, with all of it.
 */
export function inItsSession(
  { access, sessionPolicy, egress }: Pick<PathDeps, 'access' | 'sessionPolicy' | 'egress'>,
  call: Call,
  { narrows }: Pick<CallRequest, 'narrows'>,
): Call {
  const { principal, scope } = call;
  sessionPolicy.noteTeam(scope, principal.team);
  if (narrows !== undefined && sessionPolicy.narrow(scope, narrows)) egress.recheck(scope);
  const team = sessionPolicy.teamOf(scope);
  if (team === undefined || team === principal.team) return call;
  const narrowed = { ...principal, team };
  authorizeTool(access, narrowed, call.tool);
  return { ...call, principal: narrowed };
}
