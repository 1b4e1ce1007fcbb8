/** For a refinement of a room's slice: the key is known, and this version cannot honour any value but the default. */
export function notHereYet(key: string, error: string) {
  return { path: [key], error, params: { code: 'config.not-here-yet' } };
}
