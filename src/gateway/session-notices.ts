import type { Failure } from '../core/index.js';
import type { Output, Scope, Sessions } from '../core/index.js';
import { ElicitationRequired } from './elicitation-required.js';
import type { Conversations } from './conversations.js';
import { addTakeoverNotice } from './takeover-notice.js';
import type { Trail } from './path-deps.js';
import { withNotice } from './with-notice.js';

export interface NoticeDeps {
  readonly sessions: Pick<Sessions, 'handedBack' | 'takeLimitNotice' | 'stateOf' | 'dropEnding'>;
  readonly conversations?: Conversations | undefined;
}

/**
 * A conversation that meets its program's session for the first time. It does not hear how that session ended before;
 * that it shares one which is open, its first answer says.
 */
export function meetSession(
  { sessions, conversations }: NoticeDeps,
  scope: Scope,
  conversation: string | undefined,
): string | undefined {
  if (conversations === undefined || conversations.hasUsed(scope, conversation)) return undefined;
  conversations.enter(scope, conversation);
  const state = sessions.stateOf?.(scope) ?? 'none';
  if (state !== 'none') return SHARED;
  sessions.dropEnding?.(scope);
  return undefined;
}

const SHARED =
  'This session was open already: another conversation of your program uses or used it, and its page may change under you. For a browser of your own, pass another session name.';

/** What the agent must know beside its result: shared session, a person's drive, a limit that comes near. */
export function addNotices(outcome: Output | Failure, { sessions }: NoticeDeps, trail: Trail): Output | Failure {
  const told = addTakeoverNotice(outcome, sessions, trail);
  const { scope, notice } = trail;
  // A question on its way to the agent's client is no result yet.
  if (scope === undefined || told instanceof ElicitationRequired) return told;
  const limit = trail.tool?.needs.includes('page') === true ? sessions.takeLimitNotice?.(scope) : undefined;
  return [limit, notice].reduce<Output | Failure>(
    (sum, text) => (text === undefined ? sum : withNotice(sum, text)),
    told,
  );
}
