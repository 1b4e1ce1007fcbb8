import { Failure, RetryLater } from '../core/index.js';
import type { EndedTakeover, Output, Sessions } from '../core/index.js';
import { ElicitationRequired } from './elicitation-required.js';
import type { Trail } from './path-deps.js';

/** A person drove the session since the agent last called: its next result says so, whatever became of the call. */
export function addTakeoverNotice(
  outcome: Output | Failure,
  sessions: Pick<Sessions, 'takeEndedTakeover'>,
  { tool, scope }: Trail,
): Output | Failure {
  const concerned = tool?.needs.some((port) => port === 'page' || port === 'people') === true;
  // A question on its way to the agent's client is no result yet.
  if (!concerned || scope === undefined || outcome instanceof ElicitationRequired) return outcome;
  const ended = sessions.takeEndedTakeover?.(scope);
  if (ended === undefined) return outcome;
  return withNotice(outcome, noticeOf(ended));
}

function noticeOf({ seconds, origin }: EndedTakeover): string {
  const place = origin === 'null' ? '' : ` It is at ${origin} now.`;
  return `A person did something here: they drove this session for ${String(seconds)} s and gave it back.${place} What you saw before may have changed, and refs from before are stale: take a new snapshot.`;
}

/** The gateway's own words before a result, or after the hint of a failure. */
export function withNotice(outcome: Output | Failure, notice: string): Output | Failure {
  if (!(outcome instanceof Failure)) {
    return { ...outcome, parts: [{ from: 'gateway', text: notice }, ...outcome.parts] };
  }
  // A pending approval already says when to call again; a notice would add nothing.
  if (outcome instanceof RetryLater) return outcome;
  const { code, hint, detail, cause } = outcome;
  return new Failure(code, hint === undefined ? notice : `${hint}; ${notice}`, detail, cause);
}
