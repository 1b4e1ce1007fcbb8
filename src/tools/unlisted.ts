import { z } from 'zod';

/** Key of the mark in the JSON Schema; never shown. */
export const UNLISTED_MARK = 'x-unlisted';

/** An argument that is taken and not shown in tools/list: an older name, or one that another server's clients know. */
export function unlisted<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ [UNLISTED_MARK]: true });
}

export function isUnlisted(schema: z.core.$ZodType): boolean {
  const meta = z.globalRegistry.get(schema);
  return meta !== undefined && UNLISTED_MARK in meta;
}
