import type { LimitName } from '../../core/index.js';
import type { ProcessUsage } from '../providers/process-usage.js';
import { CPU_WINDOW_SECONDS } from '../session-options.js';
import type { SetLimit, SetLimits } from './limits-for.js';

/** How far a session has come towards one of its limits. */
export interface LimitFigure {
  readonly name: LimitName;
  readonly used: number;
  readonly limit: SetLimit;
}

/** What a session is known to use now, for those of its limits that somebody watches. */
export type WatchedUse = Readonly<Partial<Record<LimitName, number>>>;

/** Those that end a session; tabs and downloads beyond theirs are refused instead. */
const ENDING: readonly LimitName[] = ['memoryBytes', 'cpuSeconds', 'frames', 'responseBytes'];
const NEAR_SHARE = 0.8;

/** What the processes of one session use. */
export class SessionUsage {
  /** The processor time that each had when it was last looked at. */
  readonly #seen = new Map<string, number>();
  #spent: { readonly at: number; readonly ms: number }[] = [];
  #isBegun = false;
  memoryBytes = 0;

  /** A browser may have worked before the session got it: what it did until then does not count. */
  update(processes: readonly ProcessUsage[], now: number, isWholeBrowser: boolean): void {
    this.memoryBytes = processes.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
    let ms = 0;
    for (const { key, cpuMs, isRenderer } of processes) {
      // What the browser itself does is its start and the agent's own calls, and no page's.
      if (!isRenderer) continue;
      const before = this.#seen.get(key) ?? (isWholeBrowser && !this.#isBegun ? cpuMs : 0);
      ms += Math.max(0, cpuMs - before);
      this.#seen.set(key, cpuMs);
    }
    this.#isBegun = true;
    const living = new Set(processes.map(({ key }) => key));
    for (const key of this.#seen.keys()) if (!living.has(key)) this.#seen.delete(key);
    this.#spent = this.#spent.filter(({ at }) => now - at < CPU_WINDOW_SECONDS * 1000);
    if (ms > 0) this.#spent.push({ at: now, ms });
  }

  get cpuSeconds(): number {
    return this.#spent.reduce((sum, { ms }) => sum + ms, 0) / 1000;
  }
}

/** The first limit that is exceeded, of those that end a session. */
export function exceeded(limits: SetLimits, use: WatchedUse): LimitFigure | undefined {
  return figuresOf(limits, use).find(({ name, used, limit }) => ENDING.includes(name) && used > limit.max);
}

/** Those that have little left. */
export function nearLimits(limits: SetLimits, use: WatchedUse): readonly LimitFigure[] {
  return figuresOf(limits, use).filter(({ used, limit }) => used >= limit.max * NEAR_SHARE);
}

function figuresOf(limits: SetLimits, use: WatchedUse): readonly LimitFigure[] {
  const names: readonly LimitName[] = [
    'memoryBytes',
    'cpuSeconds',
    'tabs',
    'frames',
    'downloads',
    'downloadBytes',
    'responseBytes',
  ];
  return names.flatMap((name) => {
    const [used, limit] = [use[name], limits[name]];
    return used === undefined || limit === undefined ? [] : [{ name, used, limit }];
  });
}
