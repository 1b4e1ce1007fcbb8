import { z } from 'zod';
import type { JsonObject } from '../core/index.js';
import { isJsonObject } from './is-json-object.js';

/** Limits cost tokens in every conversation; whoever exceeds one is told so by name. */
const UNLISTED = new Set([
  '$schema',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'propertyNames',
]);

/**
 * JSON Schema as the model sees it: without what costs tokens and says nothing. The build puts a table of its answers
 * in its place, because every client would wait for them at every start.
 */
export function listedSchema(_tool: string, input: () => z.ZodType): JsonObject {
  const schema = z.toJSONSchema(input(), {
    io: 'input',
    override: ({ jsonSchema, path }) => {
      if (jsonSchema.enum !== undefined) delete jsonSchema.type;
      if (path.length > 0) delete jsonSchema.additionalProperties;
      if (jsonSchema.description?.startsWith('target ') === true) delete jsonSchema.properties;
    },
  });
  const listed: unknown = JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (UNLISTED.has(key) ? undefined : value)),
  );
  return isJsonObject(listed) ? listed : {};
}
