import { z } from 'zod';

const UNITS: Readonly<Record<string, number>> = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 };
/** Chromium with one page needs about 200 MB. */
const MIN_MEMORY_MB = 192;

/** `512m` in bytes; undefined: not a size. */
export function bytesOf(size: string): number | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,12})([kmg])$/u.exec(size) ?? [];
  const factor = UNITS[unit];
  return factor === undefined ? undefined : Number(digits) * factor;
}

export const memorySize = z
  .string()
  .regex(/^\d{1,9}[kmg]$/u, 'expected a size such as 512m')
  .refine((size) => (bytesOf(size) ?? Infinity) >= MIN_MEMORY_MB * 1024 ** 2, {
    error: `expected at least ${MIN_MEMORY_MB}m`,
  });

/** Processor time is counted within this many seconds, so that a long session may work now and then. */
export const CPU_WINDOW_SECONDS = 120;

export const sessionsOptions = z.strictObject({
  timeoutSeconds: z
    .int()
    .min(1)
    .max(86_400)
    .optional()
    .describe("A session's whole life. Absent: 300 for a team, else 28,800 (8 h)."),
  maxActions: z
    .int()
    .min(1)
    .optional()
    .describe('Actions and navigations that a session may do; reads are free. Absent: 100 for a team, else no limit.'),
  maxConcurrent: z
    .int()
    .min(1)
    .max(100)
    .default(20)
    .describe(
      'Sessions at the same time. At this number a new one replaces an unused one whose client is gone, else one of a caller with more than an equal share.',
    ),
  idleSeconds: z
    .int()
    .min(1)
    .max(86_400)
    .default(900)
    .describe('A session ends so long after its last call of any kind.'),
  memory: memorySize
    .default('1500m')
    .describe('Memory that the pages of a session may use together; a page that takes more ends its own session.'),
  cpuSeconds: z
    .number()
    .min(1)
    .max(100_000)
    .default(90)
    .describe(
      `Processor seconds that the pages of a session may use within ${CPU_WINDOW_SECONDS} s. A page that never stops working ends its own session.`,
    ),
  maxTabs: z
    .int()
    .min(1)
    .max(100)
    .default(20)
    .describe('Tabs of a session. The agent is refused another one; those that pages open are closed before they run.'),
  maxFrames: z
    .int()
    .min(10)
    .max(10_000)
    .default(1000)
    .describe('Frames in all tabs of a session; more of them end it.'),
  maxDownloads: z.int().min(1).max(10_000).default(200).describe('Files that a session may keep.'),
  downloadMb: z.int().min(1).max(100_000).default(1024).describe('Megabytes of all files that a session keeps.'),
  responseMb: z
    .int()
    .min(1)
    .max(10_000_000)
    .optional()
    .describe('Megabytes that the sites may send to a session. Absent: 2,000 for a team, else no limit.'),
});
