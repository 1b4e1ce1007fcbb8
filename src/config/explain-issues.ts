import { z } from 'zod';
import { Failure, nearestWord } from '../core/index.js';
import { NOT_HERE_YET } from './later-settings.js';
import { settingPlace, valueAt } from './settings.js';
import type { SourceOf } from './settings.js';

type Issue = z.core.$ZodIssue;

const MAX_SHOWN = 5;
const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  string: 'text',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
};

export interface Rejected {
  readonly schema: z.core.$ZodType;
  readonly issues: readonly Issue[];
  readonly input: unknown;
  readonly sourceOf: SourceOf;
}

/** What is wrong, where, and what would be valid. Values are never repeated: one of them may be a secret in the wrong place. */
export function configRefusal(rejected: Rejected): Failure {
  const later = rejected.issues.find(isNotHereYet);
  if (later !== undefined) {
    return new Failure(NOT_HERE_YET, `${settingPlace(later.path, rejected.sourceOf)}: ${later.message}`);
  }
  const lines = rejected.issues.map((issue) => describeIssue(rejected, issue));
  const more = lines.length > MAX_SHOWN ? `; and ${String(lines.length - MAX_SHOWN)} more` : '';
  return new Failure('config.invalid', lines.slice(0, MAX_SHOWN).join('; ') + more);
}

function describeIssue(rejected: Rejected, issue: Issue): string {
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.map((key) => settingPlace([...issue.path, key], rejected.sourceOf)).join(', ');
    const valid = keysAt(rejected.schema, issue.path, rejected.input);
    return `${unknown}: there is no such key${meant(issue.keys, valid)}${valid.length > 0 ? `; valid here: ${valid.join(', ')}` : ''}`;
  }
  return `${settingPlace(issue.path, rejected.sourceOf)}: ${demand(rejected, issue)}`;
}

/** One key alone: of several it would not be clear which is meant. */
function meant([typed, ...others]: readonly string[], valid: readonly string[]): string {
  const near = typed === undefined || others.length > 0 ? undefined : nearestWord(typed, valid);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

function demand(rejected: Rejected, issue: Issue): string {
  if (valueAt(rejected.input, issue.path) === null) {
    const isList = 'expected' in issue && issue.expected === 'array';
    return `has no value; ${isList ? 'write [] for an empty list' : 'give it one'}, or leave the key out`;
  }
  if (issue.code === 'invalid_type') {
    const isMissing = valueAt(rejected.input, issue.path) === undefined && issue.path.length > 1;
    return `${isMissing ? 'is missing; it ' : ''}must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_value') return `must be ${alternatives(issue.values.map(String))}`;
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => message).join(', ');
  if (issue.code === 'too_small') return `must ${sizeWords(issue.origin, 'at least', issue.minimum)}`;
  if (issue.code === 'too_big') return `must ${sizeWords(issue.origin, 'at most', issue.maximum)}`;
  if (issue.code !== 'invalid_union') return issue.message;
  // The member of a union that names its kind, such as vault.backend.
  if ('options' in issue && Array.isArray(issue.options)) {
    return `must be ${alternatives(issue.options.filter((option) => typeof option === 'string'))}`;
  }
  return [...new Set(issue.errors.flat().map((inner) => demand(rejected, { ...inner, path: [''] })))].join(', or ');
}

function sizeWords(origin: string, limit: string, count: number | bigint): string {
  const size = `${limit} ${String(count)}`;
  if (origin === 'string') return `have ${size} characters`;
  return origin === 'array' || origin === 'set' ? `have ${size} entries` : `be ${size}`;
}

function alternatives(values: readonly string[]): string {
  return values.length > 1 ? `one of ${values.join(', ')}` : values.join('');
}

function isNotHereYet(issue: Issue): boolean {
  return issue.code === 'custom' && issue.params?.['code'] === NOT_HERE_YET;
}

function keysAt(schema: z.core.$ZodType, path: readonly PropertyKey[], input: unknown): string[] {
  const here = memberFor(unwrap(schema), input);
  const [key, ...rest] = path;
  if (key === undefined) return here instanceof z.core.$ZodObject ? Object.keys(here._zod.def.shape) : [];
  const inner = innerOf(here, key);
  return inner === undefined ? [] : keysAt(inner, rest, valueAt(input, [key]));
}

/** Of a discriminated union the member that the input names. */
function memberFor(schema: z.core.$ZodType, input: unknown): z.core.$ZodType {
  if (!(schema instanceof z.core.$ZodDiscriminatedUnion)) return schema;
  const { discriminator, options } = schema._zod.def;
  const named = valueAt(input, [discriminator]);
  const isNamed = (option: z.core.$ZodType) =>
    [...(option._zod.propValues?.[discriminator] ?? [])].some((value) => value === named);
  return unwrap(options.find(isNamed) ?? schema);
}

function innerOf(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType | undefined {
  if (schema instanceof z.core.$ZodObject) return typeof key === 'string' ? schema._zod.def.shape[key] : undefined;
  if (schema instanceof z.core.$ZodRecord) return schema._zod.def.valueType;
  return schema instanceof z.core.$ZodArray ? schema._zod.def.element : undefined;
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodPrefault ||
    schema instanceof z.core.$ZodOptional
  ) {
    return unwrap(schema._zod.def.innerType);
  }
  return schema instanceof z.core.$ZodPipe ? unwrap(schema._zod.def.in) : schema;
}
