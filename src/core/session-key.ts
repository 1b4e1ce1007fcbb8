import type { SessionName } from './call.js';

/** The one key of a session, for maps. */
export function sessionKey({ principal, client = '', session }: SessionName): string {
  return JSON.stringify([principal, client, session]);
}

/** The session's name without the tab: what is kept longer than a call. */
export function sessionNameOf({ principal, client, session }: SessionName): SessionName {
  return { principal, ...(client === undefined ? {} : { client }), session };
}

export function isSameSession(one: SessionName, other: SessionName): boolean {
  return sessionKey(one) === sessionKey(other);
}

/** For people: `local / claude-code#2 / default`. */
export function sessionLabel({ principal, client, session }: SessionName): string {
  return [principal, client, session].filter((part) => part !== undefined && part !== '').join(' / ');
}

/** The session that is meant: each part that is given must be equal. */
export type SessionMatch = { readonly [part in keyof SessionName]?: SessionName[part] | undefined };

export function matchesSession({ principal, client, session }: SessionName, match: SessionMatch): boolean {
  return (
    (match.principal === undefined || match.principal === principal) &&
    (match.client === undefined || match.client === client) &&
    (match.session === undefined || match.session === session)
  );
}
