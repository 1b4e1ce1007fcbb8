import { isJsonObject } from '../core/index.js';
import { z } from 'zod';

/**
 * What models and client libraries send, in the form that the strict schema takes: `null` and an optional `""` are
 * absent, numbers and switches may be strings, a list of one may be its only value, `[ref=e1]` is `e1`. Nothing is
 * removed that has a meaning, and no key is: unknown ones are for the schema to refuse.
 */
export function forgive(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodOptional) return forgive(schema.unwrap(), value);
  if (schema instanceof z.ZodUnion) return forgive(optionFor(schema.options, value), value);
  if (schema instanceof z.ZodObject) return forgiveObject(schema.shape, parsedJson(value));
  if (schema instanceof z.ZodArray) return forgiveArray(schema.element, value);
  if (schema instanceof z.ZodRecord) return recordIn(value);
  if (schema instanceof z.ZodNumber) return numberIn(value);
  if (schema instanceof z.ZodBoolean) return switchIn(value);
  return value;
}

function forgiveObject(shape: z.core.$ZodShape, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, given]): [string, unknown][] => {
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (schema === undefined) return given === null ? [] : [[key, given]];
    const read = forgive(schema, key === 'ref' ? refIn(given) : given);
    return read === null || (schema instanceof z.ZodOptional && isEmpty(schema.unwrap(), read)) ? [] : [[key, read]];
  });
  // Own keys only, also one that is called __proto__: the schema has to see and refuse it.
  return Object.fromEntries(entries);
}

function forgiveArray(element: z.core.$ZodType, value: unknown): unknown {
  const list = parsedJson(value);
  if (Array.isArray(list)) return list.map((item: unknown) => forgive(element, item));
  const isOne = element instanceof z.ZodObject ? isJsonObject(list) : typeof list === 'string' && list !== '';
  return isOne ? [forgive(element, list)] : list;
}

/** A list in a list's place, an object in an object's, and else what the argument is listed as. */
function optionFor(options: readonly z.core.$ZodType[], value: unknown): z.core.$ZodType {
  const [listed] = options;
  const fits = options.find((option) => {
    if (Array.isArray(value)) return option instanceof z.ZodArray;
    if (isJsonObject(value)) return option instanceof z.ZodObject || option instanceof z.ZodRecord;
    return false;
  });
  return fits ?? listed ?? z.unknown();
}

function isEmpty(schema: z.core.$ZodType, value: unknown): boolean {
  if (value === '') return true;
  // What clients with strict schemas send for a number that they have no use for, where 0 means nothing.
  if (schema instanceof z.ZodNumber && value === 0) return (schema.minValue ?? 0) > 0;
  if (Array.isArray(value)) return value.length === 0;
  return (
    (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) &&
    isJsonObject(value) &&
    Object.keys(value).length === 0
  );
}

/** `["Accept: text/html"]` is `{"Accept": "text/html"}`; a name that comes twice leaves it a list, which is refused. */
function recordIn(value: unknown): unknown {
  const read = parsedJson(value);
  if (!Array.isArray(read)) return read;
  const entries = read.map((line: unknown) => {
    const parts = typeof line === 'string' ? /^([^:\s]+):[ \t]*([^]*)$/u.exec(line) : null;
    return parts === null ? undefined : ([parts[1] ?? '', parts[2] ?? ''] as const);
  });
  const known = entries.filter((entry) => entry !== undefined);
  const isWhole = known.length === read.length && new Set(known.map(([name]) => name)).size === known.length;
  return isWhole ? Object.fromEntries(known) : read;
}

const REF = /^\s*\[?(?:ref=)?(?<ref>e\d{1,9})\]?\s*$/u;

/** `e10`, `[ref=e10]` and `{ref: "e10"}` are the same; what is none of them is left as it is. */
export function refIn(value: unknown): unknown {
  if (isJsonObject(value)) {
    const given = Object.entries(value).filter(([, item]) => item !== null && item !== '');
    const [only] = given;
    return given.length === 1 && only?.[0] === 'ref' ? refIn(only[1]) : value;
  }
  return typeof value === 'string' ? (REF.exec(value)?.groups?.['ref'] ?? value) : value;
}

export function isRef(text: string): boolean {
  return /^e\d{1,9}$/u.test(text);
}

function numberIn(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[-+]?\d{1,15}(?:\.\d{1,15})?\s*$/u.test(value) ? Number(value) : value;
}

function switchIn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : value;
}

/** Models write a list or an object as JSON inside a string now and then. */
function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/u.test(value)) return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null ? parsed : value;
  } catch {
    return value;
  }
}
