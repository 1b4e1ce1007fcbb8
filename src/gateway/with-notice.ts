import { Failure, RetryLater } from '../core/index.js';
import type { Output } from '../core/index.js';

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
