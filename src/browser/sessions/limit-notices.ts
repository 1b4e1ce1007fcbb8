import { figureWords } from './limit-words.js';
import type { LimitFigure } from './session-usage.js';

/** How near a session is to the ends that it has. */
export interface LimitState {
  readonly actions: number;
  /** Absent: no limit. */
  readonly maxActions: number | undefined;
  readonly leftMs: number;
  readonly lifeMs: number;
  /** Limits of what it may use that are nearly reached. */
  readonly near?: readonly LimitFigure[];
}

const WARN_ACTIONS = 10;
const WARN_LIFE_SHARE = 0.1;
const REFUSED: ReadonlySet<string> = new Set(['tabs', 'downloads', 'downloadBytes']);

/** Says before a limit ends a session: each of the last actions counts down, the end of its life is told once. */
export class LimitNotices {
  #toldActions = 0;
  #hasToldLife = false;
  /** Said already, and not far from it since. */
  #toldNear = new Set<string>();

  take({ actions, maxActions, leftMs, lifeMs, near = [] }: LimitState): string | undefined {
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
    const ends =
      said.length === 0
        ? []
        : [
            `This session ends soon: ${said.join(', and ')}. Then its pages, cookies and what was typed are gone; the next call starts a new one.`,
          ];
    const both = [...ends, ...this.#nearWords(near)];
    return both.length === 0 ? undefined : both.join(' ');
  }

  #nearWords(near: readonly LimitFigure[]): readonly string[] {
    const fresh = near.filter(({ name }) => !this.#toldNear.has(name));
    this.#toldNear = new Set(near.map(({ name }) => name));
    if (fresh.length === 0) return [];
    const refused = fresh.filter(({ name }) => REFUSED.has(name));
    const ending = fresh.filter(({ name }) => !REFUSED.has(name));
    return [
      ...(ending.length === 0
        ? []
        : [
            `This session uses ${ending.map(figureWords).join(', and ')}. Beyond that it is ended: close tabs, or leave the page.`,
          ]),
      ...(refused.length === 0
        ? []
        : [`This session has ${refused.map(figureWords).join(', and ')}. More of them are refused.`]),
    ];
  }
}

function spanOf(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds < 120 ? `${String(seconds)} s` : `${String(Math.round(seconds / 60))} min`;
}
