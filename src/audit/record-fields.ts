import { hash } from 'node:crypto';
import type { Closing, Intent, JsonObject, RecordedEvent, RecordedPicture } from '../core/index.js';
import type { StoredPicture } from './pictures/picture-keeper.js';
import { PICTURE_EVENT } from './chain/picture-files.js';

// Field by field, not spread: nothing that rides along in a caller's object can pose as a number, a time or a hash.
export function intentFields(intent: Intent): object {
  const { call, principal, tool, session, client, transport, program } = intent;
  return { call, principal, tool, session, client, transport, program, arguments: withinSize(intent.arguments) };
}

export function closingFields(closing: Closing): object {
  const { call, outcome, code, origin, endedOrigin, url, verdict, rule, risk, approver, grant, digest } = closing;
  return {
    call,
    outcome,
    code,
    origin,
    endedOrigin,
    url,
    verdict,
    rule,
    reason: closing.reason?.slice(0, MAX_REASON),
    risk,
    approver,
    identity: closing.identity,
    grant,
    digest,
    observed: closing.observed,
    from: closing.from,
    ended: closing.ended,
    element: closing.element?.slice(0, MAX_REASON),
    durationMs: Math.round(closing.durationMs * 10) / 10,
    bytes: Math.round(closing.bytes),
  };
}

export function eventFields(event: RecordedEvent): object {
  return {
    event: event.event,
    principal: event.scope?.principal,
    session: event.scope?.session,
    client: event.scope?.client,
    tab: event.scope?.tab,
    facts: withinSize(event.facts),
  };
}

export function pictureFields(
  { call, scope, skipped }: RecordedPicture,
  kept: StoredPicture | { withheld: string },
): object {
  const { session, client, principal, tab } = scope;
  const left = skipped > 0 ? { skipped } : {};
  if ('withheld' in kept)
    return { event: PICTURE_EVENT, principal, session, client, tab, facts: { call, withheld: kept.withheld, ...left } };
  const { picture, origin, mimeType, bytes, sha256 } = kept;
  return {
    event: PICTURE_EVENT,
    principal,
    session,
    client,
    tab,
    facts: { call, picture, origin: origin.slice(0, MAX_REASON), mimeType, bytes, sha256, ...left },
  };
}

const MAX_REASON = 500;
const MAX_CHARACTERS = 32_768;

/** A flood of arguments must not fill the disk: their digest and length stay. */
function withinSize(value: JsonObject): JsonObject {
  const text = JSON.stringify(value);
  if (text.length <= MAX_CHARACTERS) return value;
  return { leftOut: true, characters: text.length, sha256: hash('sha256', text) };
}
