/** Where a session's own page is. */
export function sessionPath(place: {
  readonly server: string;
  readonly principal: string;
  readonly session: string;
}): string {
  return `/session?${sessionQuery(place)}`;
}

export function sessionQuery({
  server,
  principal,
  session,
}: {
  readonly server: string;
  readonly principal: string;
  readonly session: string;
}): string {
  return new URLSearchParams({ server, principal, session }).toString();
}
