import { Failure } from '../core/index.js';

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `2h` ago, or a date and time. Milliseconds since the epoch. */
export function momentOf(flag: string, text: string, now: number): number {
  const ago = /^(?<count>\d{1,6})(?<unit>[smhd])$/u.exec(text)?.groups;
  if (ago !== undefined) return now - Number(ago['count']) * (UNITS[ago['unit'] ?? ''] ?? 0);
  // Only what every system reads alike.
  const moment = /^\d{4}-\d\d-\d\d/u.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment))
    throw new Failure('config.invalid', `${flag}: expected e.g. 10m, 2h, 3d or 2026-01-31T10:00`);
  return moment;
}
