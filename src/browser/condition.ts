/** Wakes whoever waits, each time something happened. */
export class Bell {
  readonly #sleepers = new Set<() => void>();

  ring(): void {
    for (const wake of [...this.#sleepers]) wake();
  }

  /** True as soon as it holds, false when time is up first. */
  until(holds: () => boolean, ms: number): Promise<boolean> {
    if (holds()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const finish = (result: boolean): void => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        resolve(result);
      };
      const wake = (): void => {
        if (holds()) finish(true);
      };
      const timer = setTimeout(finish, Math.max(0, ms), false);
      this.#sleepers.add(wake);
    });
  }
}
