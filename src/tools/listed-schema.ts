import { z } from 'zod';
import { isJsonObject } from '../core/index.js';
import type { JsonObject } from '../core/index.js';
import { UNLISTED_MARK } from './unlisted.js';

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
 * JSON Schema as the model sees it: without what costs tokens and says nothing. Every property has a type, and every
 * object its properties, because several providers refuse a tool list without. The build puts a table of its answers
 * in its place, because every client would wait for them at every start.
 */
export function listedSchema(_tool: string, input: () => z.ZodType): JsonObject {
  const schema = z.toJSONSchema(input(), {
    io: 'input',
    override: ({ jsonSchema, path }) => {
      if (path.length > 0) delete jsonSchema.additionalProperties;
      listFirstForm(jsonSchema);
      dropUnlisted(jsonSchema);
    },
  });
  const listed: unknown = JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (UNLISTED.has(key) ? undefined : value)),
  );
  return isJsonObject(listed) ? listed : {};
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** An argument that may come in several forms is listed in the first: converters have no common way to say "or". */
function listFirstForm(schema: JsonSchema): void {
  const [first] = schema.anyOf ?? [];
  if (first === undefined) return;
  delete schema.anyOf;
  Object.assign(schema, { ...first, ...schema });
}

function dropUnlisted(schema: JsonSchema): void {
  const { properties } = schema;
  if (properties === undefined) return;
  schema.properties = Object.fromEntries(
    Object.entries(properties).filter(([, property]) => typeof property !== 'object' || !(UNLISTED_MARK in property)),
  );
}
