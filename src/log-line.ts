/**
 * Writes a line to stderr, and never throws. Whoever read it may be gone and its disk may be full: that is no fault of
 * the server, and to report it would be one more line for the same place.
 */
export function logLine(line: string): void {
  try {
    process.stderr.write(`${line}\n`);
  } catch {
    // A file that cannot be written to throws here; a pipe tells its stream later.
  }
}

/**
 * For the life of the process: a write to stderr that failed ends there. Without a listener its error would be an uncaught
 * one, whose report fails in the same way, for ever.
 */
export function ignoreLogFailures(): void {
  process.stderr.on('error', () => undefined);
}
