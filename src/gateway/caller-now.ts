import { Failure } from '../core/index.js';
import type { Call, Principal } from '../core/index.js';
import { passGate } from './gate.js';
import type { PathDeps } from './path-deps.js';

/** The caller as the configuration has it now: the connection may be older than its token or its team. */
export function callerNow({ callers }: Pick<PathDeps, 'callers'>, principal: Principal): Principal {
  const now = callers === undefined ? principal : callers.current(principal);
  if (now === undefined) throw new Failure('call.token-revoked');
  return now;
}

/** A session that was open when its team changed keeps what was closed to it: the gate is passed once more, with both. */
export function inItsSession({ gate, sessionPolicy }: Pick<PathDeps, 'gate' | 'sessionPolicy'>, call: Call): Call {
  const { principal, scope } = call;
  const team = sessionPolicy.meet(scope, principal.team);
  if (team === undefined || team === principal.team) return call;
  const narrowed = { ...principal, team };
  passGate(gate, narrowed, call.tool);
  return { ...call, principal: narrowed };
}
