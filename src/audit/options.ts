import { z } from 'zod';

const pathOnDisk = z.string().min(1, { error: 'is empty' });

export const auditOptions = z.strictObject({
  /** Whole files, counted from their last record. */
  retentionDays: z.int().min(1).max(36_500).default(90),
  /** `batch`: written before the answer, on the disk within a second; `always`: on the disk before the answer. */
  sync: z.enum(['batch', 'always']).default('batch'),
  /** A new file is begun when this one is so large, and every day. */
  maxFileMb: z.int().min(1).max(1024).default(64),
  /** The key that signs the record; `keys/audit.key` in the workspace if absent. Made at the first run. */
  keyFile: pathOnDisk.optional(),
  /** The file is the truth and always written; the others get a copy. */
  sinks: z
    .array(z.enum(['file', 'stderr']))
    .refine((sinks) => sinks.includes('file'), { error: 'must have file in it: the others are copies of it' })
    .default(['file']),
  /** A copy for teams. The URL has a password in it, so it stands in a file of its own. */
  postgres: z
    .strictObject({
      urlFile: pathOnDisk,
      table: z
        .string()
        .regex(/^[a-z_][a-z0-9_]{0,62}(?:\.[a-z_][a-z0-9_]{0,62})?$/u, {
          error: 'must be a plain name, or schema.name',
        })
        .default('gatewright_audit'),
    })
    .optional(),
  /** Keeps a small picture of the page after each call that may have changed it; none while a secret is live in it. */
  thumbnails: z.boolean().default(false),
  /** The oldest pictures go when there are more than this; each file of the record has at most so many. */
  thumbnailsMb: z.int().min(1).max(1_000_000).default(256),
});

export type AuditOptions = z.infer<typeof auditOptions>;
