import type { Failure, Output, Scope, Sessions } from '../core/index.js';
import { ElicitationRequired } from './elicitation-required.js';
import type { ClientNames } from './client-names.js';
import type { Conversations } from './conversations.js';
import type { CallRequest } from './gateway.js';
import type { SharedSessions } from './shared-sessions.js';
import { addTakeoverNotice, withNotice } from './takeover-notice.js';
import type { Trail } from './path-deps.js';

export interface NoticeDeps {
  readonly sessions: Pick<Sessions, 'takeEndedTakeover' | 'takeLimitNotice' | 'stateOf' | 'dropEnding'>;
  readonly conversations?: Conversations | undefined;
  readonly clients?: ClientNames | undefined;
  readonly shared?: SharedSessions | undefined;
}

/**
 * Notes that a conversation uses its program's session for the first time. Its first answer says that the session was open
 * already; how an earlier one ended it is not told, because it did not use it.
 */
export function noteSharedSession(
  deps: NoticeDeps,
  scope: Scope,
  request: CallRequest,
  trail: Trail,
): string | undefined {
  const { sessions, conversations } = deps;
  const { conversation } = request;
  const notice = noteOtherPrograms(deps, scope, request, trail);
  if (conversations === undefined || conversations.hasUsed(scope, conversation)) return notice;
  conversations.enter(scope, conversation);
  const state = sessions.stateOf?.(scope) ?? 'none';
  if (state !== 'none') return notice ?? SHARED;
  sessions.dropEnding?.(scope);
  return notice;
}

/** A notice for each other program that uses the session, once per program. */
function noteOtherPrograms(
  { clients, shared }: NoticeDeps,
  scope: Scope,
  request: CallRequest,
  trail: Trail,
): string | undefined {
  const client = clients?.nameOf(request);
  if (client === undefined || shared === undefined) return undefined;
  const { principal, session } = scope;
  const { others, done } = shared.use({ principal, client, session });
  trail.done = done;
  if (others.length === 0) return undefined;
  return `Another program (${others.slice(0, 5).join(', ')}) uses or used this session, and its page may change under you. For a browser of your own, pass another session name.`;
}

const SHARED =
  'This session was open already: another conversation of your program uses or used it, and its page may change under you. For a browser of your own, pass another session name.';

/** Notices beside a result: the session is shared, a person took over, a limit is near. */
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
