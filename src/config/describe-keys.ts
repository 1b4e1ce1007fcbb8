import { z } from 'zod';
import { isCapability, isCapabilityHere, isSettingHere } from '../core/index.js';
import type { Json, JsonObject } from '../core/index.js';
import { KEY_EXAMPLES } from './key-examples.js';
import { configSchema } from './schema.js';
import { isMapping } from './settings.js';

/** One key of the configuration, as the handbook shows it. */
export interface KeyRow {
  readonly key: string;
  readonly type: string;
  /** Undefined: absent. */
  readonly standard: Json | undefined;
  readonly says: string;
  /** A configuration that sets it and is taken. */
  readonly example: JsonObject;
}

/** Every key that this version takes, with those of its values that it takes. */
export function describeKeys(): readonly KeyRow[] {
  const schema: unknown = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' });
  return rowsOf(schema, []);
}

function rowsOf(schema: unknown, path: readonly string[]): readonly KeyRow[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, inner]) => {
    const key = [...path, name];
    if (!isMapping(inner)) return [];
    if (Object.keys(propertiesOf(inner)).length > 0) return rowsOf(inner, key);
    const row = rowOf(key.join('.'), inner);
    return row === undefined ? [] : [row];
  });
}

/** The properties of an object, or of all members of a union of objects: the name of the kind takes every member's value. */
function propertiesOf(schema: unknown): Record<string, unknown> {
  if (!isMapping(schema)) return {};
  if (isMapping(schema['properties'])) return schema['properties'];
  const all: Record<string, unknown> = {};
  for (const member of Array.isArray(schema['oneOf']) ? schema['oneOf'] : []) {
    for (const [name, property] of Object.entries(propertiesOf(member))) {
      const known = all[name];
      if (isMapping(known) && isMapping(property) && hasConstants(known) && property['const'] !== undefined) {
        all[name] = { ...known, const: undefined, enum: [...constants(known), property['const']] };
      } else all[name] ??= property;
    }
  }
  return all;
}

function hasConstants({ const: one, enum: several }: Record<string, unknown>): boolean {
  return one !== undefined || Array.isArray(several);
}

function constants({ const: one, enum: several }: Record<string, unknown>): readonly unknown[] {
  return Array.isArray(several) ? several : [one];
}

function rowOf(key: string, schema: Record<string, unknown>): KeyRow | undefined {
  const says = schema['description'];
  if (typeof says !== 'string') throw new Error(`${key} has no description`);
  const standard = asJson(schema['default']);
  const values = valuesOf(schema).filter((value) => isHere(key, value));
  const example = KEY_EXAMPLES[key] ?? nested(key, otherThan(standard, values, schema));
  // A key that takes nothing but what it is by itself is none that anybody can use.
  if (KEY_EXAMPLES[key] === undefined && !isTaken(example)) return undefined;
  if (values.length === 1 && valuesOf(schema).length > 1 && schema['type'] !== 'array') return undefined;
  return { key, type: typeWords(schema, values), standard, says, example };
}

/** The values that are named one by one, of the key itself or of its list. */
function valuesOf(schema: Record<string, unknown>): readonly Json[] {
  const items = isMapping(schema['items']) ? schema['items'] : undefined;
  const list = schema['enum'] ?? items?.['enum'];
  return Array.isArray(list) ? list.map(asJson).filter((value) => value !== undefined) : [];
}

function isHere(key: string, value: Json): boolean {
  if (key === 'capabilities') return typeof value === 'string' && isCapability(value) && isCapabilityHere(value);
  return isSettingHere(key, value);
}

function isTaken(example: JsonObject): boolean {
  return configSchema.safeParse(example).success;
}

/** A value that is worth showing: another one than it has anyway. */
function otherThan(standard: Json | undefined, values: readonly Json[], schema: Record<string, unknown>): Json {
  if (schema['type'] === 'boolean') return standard !== true;
  if (schema['type'] === 'array') return values.slice(-1);
  return values.find((value) => value !== standard) ?? standard ?? '';
}

function nested(key: string, value: Json): JsonObject {
  const [first = '', ...rest] = key.split('.');
  return { [first]: rest.length === 0 ? value : nested(rest.join('.'), value) };
}

function typeWords(schema: Record<string, unknown>, values: readonly Json[]): string {
  if (values.length > 0) {
    const named = values.map((value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``).join(', ');
    return schema['type'] === 'array' ? `list of ${named}` : named;
  }
  if (schema['type'] === 'array')
    return `list of ${isMapping(schema['items']) ? typeWords(schema['items'], []) : 'values'}`;
  const forms = schema['anyOf'];
  if (Array.isArray(forms))
    return forms.flatMap((form: unknown) => (isMapping(form) ? [typeWords(form, valuesOf(form))] : [])).join(' or ');
  if (schema['const'] !== undefined) return `\`${JSON.stringify(schema['const'])}\``;
  return typeof schema['type'] === 'string' ? schema['type'] : 'value';
}

function asJson(value: unknown): Json | undefined {
  if (value === undefined) return undefined;
  return z.json().parse(value);
}
