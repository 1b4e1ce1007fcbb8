import { z } from 'zod';

export const auditOptions = z.strictObject({
  /** Whole files, counted from their last record. */
  retentionDays: z.int().min(1).max(36_500).default(90),
  /** `batch`: written before the answer, on the disk within a second; `always`: on the disk before the answer. */
  sync: z.enum(['batch', 'always']).default('batch'),
  thumbnails: z
    .boolean()
    .default(false)
    .refine((wanted) => !wanted, {
      error: 'config.not-here-yet: this version takes no thumbnails.',
      params: { code: 'config.not-here-yet' },
    }),
});

export type AuditOptions = z.infer<typeof auditOptions>;
