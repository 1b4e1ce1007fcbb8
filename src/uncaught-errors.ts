/** What an error that nobody caught leads to. */
export interface LastResort {
  /** Onto the record, masked. */
  readonly note: (text: string) => void;
  /** Ends every session: what a throw left half done may belong to any of them. */
  readonly endSessions: () => Promise<unknown>;
  readonly log: (line: string) => void;
  /** Ends the server and its browsers, which takes a while. Called once. */
  readonly exit: () => void;
  /** Ends the process at once. What it started ends with it. */
  readonly exitNow: () => void;
}

const MAX_THROWS = 3;
/** A server that throws without pause never comes to its timers and signals, so that nothing else could end it. */
const MAX_THROWS_WHILE_ENDING = 50;
const WITHIN_MS = 60_000;
const MAX_TEXT = 2000;

/**
 * A server of many sessions does not end by one mistake. A rejection that nobody waited for left its own work undone and
 * nothing else. After a throw no session is trusted to be whole, and after several the server itself is not.
 */
export class FaultWatch {
  readonly #deps: LastResort;
  #throws: number[] = [];
  /** Counted from when the server was told to end. */
  #throwsWhileEnding: number | undefined;

  constructor(deps: LastResort) {
    this.#deps = deps;
  }

  rejected(reason: unknown): void {
    this.#tell('a promise failed, and nobody waited for it', reason);
  }

  thrown(error: unknown, now: number): void {
    if (this.#throwsWhileEnding !== undefined) {
      this.#throwsWhileEnding += 1;
      if (this.#throwsWhileEnding > MAX_THROWS_WHILE_ENDING) this.#deps.exitNow();
      return;
    }
    this.#tell('an error was thrown, and nobody caught it; all sessions are ended', error);
    this.#throws = [...this.#throws.filter((at) => now - at < WITHIN_MS), now];
    if (this.#throws.length >= MAX_THROWS) {
      this.#throwsWhileEnding = 0;
      this.#log('fault: too many of them; the server ends');
      this.#deps.exit();
      return;
    }
    this.#deps.endSessions().catch(() => undefined);
  }

  /** What was thrown may quote a page, so that the log, which nobody masks, gets its kind alone. */
  #tell(what: string, error: unknown): void {
    const kind = error instanceof Error ? error.name : typeof error;
    this.#log(`fault: ${what} (${kind})`);
    try {
      const text = error instanceof Error ? (error.stack ?? error.message) : 'a value that is no Error';
      this.#deps.note(`${what}: ${text.slice(0, MAX_TEXT)}`);
    } catch {
      // The record is broken: the next call finds that out and is refused.
    }
  }

  /** A log that throws would make a new fault of each one that it is told. */
  #log(line: string): void {
    try {
      this.#deps.log(line);
    } catch {
      // Nowhere is left to say it.
    }
  }
}

/** For the life of the process. */
export function watchFaults(deps: LastResort): void {
  const watch = new FaultWatch(deps);
  process.on('unhandledRejection', (reason) => {
    watch.rejected(reason);
  });
  process.on('uncaughtException', (error) => {
    watch.thrown(error, performance.now());
  });
}
