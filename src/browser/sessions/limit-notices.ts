/** How near a session is to the ends that it has. */
export interface SessionLimits {
  readonly actions: number;
  /** Absent: no limit. */
  readonly maxActions: number | undefined;
  readonly leftMs: number;
  readonly lifeMs: number;
}

const WARN_ACTIONS = 10;
const WARN_LIFE_SHARE = 0.1;

/** Says before a limit ends a session: each of the last actions counts down, the end of its life is told once. */
export class LimitNotices {
  #toldActions = 0;
  #hasToldLife = false;

  take({ actions, maxActions, leftMs, lifeMs }: SessionLimits): string | undefined {
    const said: string[] = [];
    const left = (maxActions ?? Number.POSITIVE_INFINITY) - actions;
    // Reads are free: what was said of the same action is not said again.
    if (left <= WARN_ACTIONS && actions > this.#toldActions) {
      this.#toldActions = actions;
      said.push(left === 1 ? '1 action is left' : `${String(left)} actions are left`);
    }
    if (leftMs <= lifeMs * WARN_LIFE_SHARE && !this.#hasToldLife) {
      this.#hasToldLife = true;
      said.push(`${spanOf(leftMs)} of its time ${leftMs < 1500 ? 'is' : 'are'} left`);
    }
    if (said.length === 0) return undefined;
    return `This session ends soon: ${said.join(', and ')}. Then its pages, cookies and what was typed are gone; the next call starts a new one.`;
  }
}

function spanOf(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds < 120 ? `${String(seconds)} s` : `${String(Math.round(seconds / 60))} min`;
}
