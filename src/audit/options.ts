import { z } from 'zod';

const pathOnDisk = z.string().min(1, { error: 'is empty' });

export const auditOptions = z.strictObject({
  retentionDays: z
    .int()
    .min(1)
    .max(36_500)
    .default(90)
    .describe('Files of the record are deleted so long after their last line.'),
  sync: z
    .enum(['batch', 'always'])
    .default('batch')
    .describe('`batch`: on the disk within a second of the answer; `always`: before it.'),
  maxFileMb: z.int().min(1).max(1024).default(64).describe('A new file is begun when one is so large, and every day.'),
  keyFile: pathOnDisk
    .optional()
    .describe('The key that signs the record; `keys/audit.key` in the workspace if absent. Made at the first run.'),
  sinks: z
    .array(z.enum(['file', 'stderr']))
    .refine((sinks) => sinks.includes('file'), { error: 'must have file in it: the others are copies of it' })
    .default(['file'])
    .describe('The file is always written; the others get a copy.'),
  /** A copy for teams. The URL has a password in it, so it stands in a file of its own. */
  postgres: z
    .strictObject({
      urlFile: pathOnDisk.describe('A file with the URL, and so the password, of a database that gets a copy.'),
      table: z
        .string()
        .regex(/^[a-z_][a-z0-9_]{0,62}(?:\.[a-z_][a-z0-9_]{0,62})?$/u, {
          error: 'must be a plain name, or schema.name',
        })
        .default('gatewright_audit')
        .describe('The table for it, as `name` or `schema.name`.'),
    })
    .optional(),
  thumbnails: z
    .boolean()
    .default(false)
    .describe(
      'Keeps a small picture of the page after each call that may have changed it; none while it shows a secret.',
    ),
  thumbnailsMb: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(256)
    .describe('The oldest pictures go when there are more than this.'),
});

export type AuditOptions = z.infer<typeof auditOptions>;

export const diagnosticsOptions = z.strictObject({
  retentionDays: z
    .int()
    .min(1)
    .max(36_500)
    .default(30)
    .describe('With the capability `diagnostics`: what was kept of a session is deleted so long after its last call.'),
});
