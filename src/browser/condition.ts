/** Wakes whoever waits, each time something happened. */
export class Condition {
  readonly #waiters = new Set<() => void>();

  ring(): void {
    for (const wake of [...this.#waiters]) wake();
  }

  /** True as soon as it holds, false when time is up first. */
  until(holds: () => boolean, ms: number): Promise<boolean> {
    if (holds()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const finish = (result: boolean): void => {
        clearTimeout(timer);
        this.#waiters.delete(wake);
        resolve(result);
      };
      const wake = (): void => {
        if (holds()) finish(true);
      };
      const timer = setTimeout(finish, Math.max(0, ms), false);
      this.#waiters.add(wake);
    });
  }
}
