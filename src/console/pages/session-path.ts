import type { SessionName } from '../../core/index.js';

export interface SessionPlace extends SessionName {
  readonly server: string;
}

/** Where a session's own page is. */
export function sessionPath(place: SessionPlace): string {
  return `/session?${sessionQuery(place)}`;
}

export function sessionQuery({ server, ...name }: SessionPlace): string {
  return new URLSearchParams({ server, ...nameQuery(name) }).toString();
}

/** What happened in it. */
export function replayPath(name: SessionName): string {
  return `/record/session?${new URLSearchParams(nameQuery(name)).toString()}`;
}

export function nameQuery({ principal, client, session }: SessionName): Record<string, string> {
  return { principal, ...(client !== undefined && { client }), session };
}
