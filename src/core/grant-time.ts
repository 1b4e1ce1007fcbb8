const MIN_GRANT_SECONDS = 60;
const MAX_GRANT_SECONDS = 8 * 3600;

/**
 * How long a grant may last. The grants enforce it, for every way to an answer ends there; the control socket and the
 * command line, which may not import them, ask here too and refuse earlier.
 */
export function isGrantTime(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= MIN_GRANT_SECONDS && seconds <= MAX_GRANT_SECONDS;
}
