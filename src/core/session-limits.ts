/** What a session may use. Tabs and downloads beyond the limit are refused; every other limit ends the session. */
export const LIMIT_NAMES = [
  'memoryBytes',
  'cpuSeconds',
  'tabs',
  'frames',
  'downloads',
  'downloadBytes',
  'responseBytes',
  'sessionSeconds',
  'actions',
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** Absent: no limit. */
export type SessionLimits = Readonly<Partial<Record<LimitName, number>>>;

export function stricterLimits(one: SessionLimits, other: SessionLimits): SessionLimits {
  return Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => {
      const both = [one[name], other[name]].filter((max) => max !== undefined);
      return both.length === 0 ? [] : [[name, Math.min(...both)]];
    }),
  );
}
