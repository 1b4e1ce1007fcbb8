import type { Question } from '../core/index.js';

export interface ClientTrust {
  /** `approval.channels` has elicitation. */
  readonly on: boolean;
  readonly trustClient: boolean;
  readonly hasCode: () => boolean;
}

/**
 * What the agent's client says is the client's word: it may have been answered by the agent itself. So nothing critical
 * goes there, high only where the operator trusts the client, and not where a person has set a code, which must not be
 * typed there. A secret would pass through the very program that must not see it.
 */
export function mayClientAnswer(
  trust: ClientTrust,
  question: Pick<Question, 'kind' | 'risk' | 'secret' | 'approvers'>,
): boolean {
  if (!trust.on || question.secret !== undefined) return false;
  if (question.approvers?.includes('elicitation') === false) return false;
  if (question.kind !== 'approve') return true;
  switch (question.risk) {
    case 'low':
    case 'medium':
      return true;
    case 'high':
      return trust.trustClient && !trust.hasCode();
    case 'critical':
    case undefined:
      return false;
  }
}

/** Of an approval whose risk nobody knows the worst is assumed. */
export function isHighRisk({ kind, risk }: Pick<Question, 'kind' | 'risk'>): boolean {
  return kind === 'approve' && risk !== 'low' && risk !== 'medium';
}
