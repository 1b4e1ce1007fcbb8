import { randomBytes } from 'node:crypto';
import { isSameSession, sessionKey } from '../core/index.js';
import type { PendingQuestion, Question, SessionName } from '../core/index.js';
import { isHighRisk } from './may-client-answer.js';

/** Longer times overflow a timer, which then fires at once. */
const MAX_MS = 86_400_000;

export function timerMs(ms: number): number {
  return ms > 0 ? Math.min(ms, MAX_MS) : 0;
}

/** The question as a person is shown it: without what the answer is bound to. */
export function shownQuestion(question: Question, askedAt: number, hasCode: boolean): PendingQuestion {
  const { kind, scope, tool, prompt, choices, secret, origin, risk, about, picture, grantable, approvers } = question;
  const openForMs = timerMs(question.openForMs);
  return {
    ...{ kind, scope, tool, prompt, choices, secret, origin, risk, about, picture, openForMs, askedAt },
    id: randomBytes(4).toString('hex'),
    expiresAt: askedAt + openForMs,
    isAwaited: false,
    ...(approvers === undefined ? {} : { approvers }),
    mayGrant: kind === 'approve' && grantable !== undefined && grantable.risk !== 'critical',
    needsCode: isHighRisk(question) && hasCode,
  };
}

/** The session's key is part of it, whatever the digest is over: nobody gets the answer to somebody else's question. */
export function questionKey({ scope, kind, digest }: Pick<Question, 'scope' | 'kind' | 'digest'>): string {
  return JSON.stringify([sessionKey(scope), kind, digest]);
}

/** An approval and a secret are for the session's pages; what else an agent asks a person does not need them. */
export function isBoundTo(session: SessionName, { kind, scope, secret }: PendingQuestion): boolean {
  return (kind === 'approve' || secret !== undefined) && isSameSession(scope, session);
}
