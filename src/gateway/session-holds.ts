import { Failure } from '../core/index.js';
import type { Scope, Sessions } from '../core/index.js';
import type { Stops } from './stops.js';

export interface HoldDeps {
  readonly sessions: Pick<Sessions, 'stateOf'>;
  readonly stops?: Stops | undefined;
}

/**
 * A person's stop and pause, before anything of the call happens and again before it acts: while the call waited for an
 * answer or for its turn, somebody may have pressed the button. A stop leaves the caller's other open sessions alone.
 */
export function refuseIfHeld({ sessions, stops }: HoldDeps, scope: Scope): void {
  const state = sessions.stateOf?.(scope) ?? 'none';
  if (state === 'paused') throw new Failure('session.paused');
  if (state === 'none' && stops?.isStopped(scope.principal) === true) throw new Failure('session.stopped');
}
