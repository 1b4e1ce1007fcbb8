import type { Failure, HandedBack, Output, Sessions } from '../core/index.js';
import { ElicitationRequired } from './elicitation-required.js';
import type { Trail } from './path-deps.js';
import { withNotice } from './with-notice.js';

/** A person drove the session since the agent last called: its next result says so, whatever became of the call. */
export function addTakeoverNotice(
  outcome: Output | Failure,
  sessions: Pick<Sessions, 'handedBack'>,
  { tool, scope }: Trail,
): Output | Failure {
  const concerned = tool?.needs.some((port) => port === 'page' || port === 'people') === true;
  // A question on its way to the agent's client is no result yet.
  if (!concerned || scope === undefined || outcome instanceof ElicitationRequired) return outcome;
  const handedBack = sessions.handedBack?.(scope);
  if (handedBack === undefined) return outcome;
  return withNotice(outcome, noticeOf(handedBack));
}

function noticeOf({ seconds, origin }: HandedBack): string {
  const place = origin === 'null' ? '' : ` It is at ${origin} now.`;
  return `A person did something here: they drove this session for ${String(seconds)} s and gave it back.${place} What you saw before may have changed, and refs from before are stale: take a new snapshot.`;
}
