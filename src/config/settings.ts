import { Failure } from '../core/index.js';
import type { Json } from '../core/index.js';

/** Where a value came from. `name` is the file, the variable or the flag. */
export interface Source {
  readonly from: 'default' | 'file' | 'env' | 'flag';
  readonly name?: string;
}

export type SourceOf = (path: readonly PropertyKey[]) => Source | undefined;

/** One value on its way into the configuration. */
export interface Setting {
  readonly path: readonly string[];
  readonly value: Json;
  readonly source: Source;
}

/** `a, b` in a variable or a flag. Empty is the empty list, which allows nothing; a gap is a mistake, never "all". */
export function readList(name: string, text: string): string[] {
  if (text === '') return [];
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.includes('')) {
    throw new Failure('config.invalid', `${name}: an entry of the list is empty; write ${name}= for the empty list`);
  }
  return entries;
}

export function readSwitch(name: string, text: string): boolean {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new Failure('config.invalid', `${name}: must be true or false`);
}

export function readNumber(name: string, text: string): number {
  if (!/^\d{1,15}$/u.test(text.trim())) throw new Failure('config.invalid', `${name}: must be a whole number`);
  return Number(text);
}

export function readTextSetting(name: string, text: string): string {
  if (text.trim() === '') throw new Failure('config.invalid', `${name}: is set but empty; give a value or unset it`);
  return text;
}

/** A copy of `into` with one value set; what is in the way and is neither mapping nor list is left for the schema to refuse. */
export function withSetting(into: unknown, path: readonly (string | number)[], value: Json): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === 'number') {
    if (!Array.isArray(into)) return into;
    return into.map((item: unknown, i) => (i === key ? withSetting(item, rest, value) : item));
  }
  if (into !== undefined && !isMapping(into)) return into;
  return { ...into, [key]: withSetting(into?.[key], rest, value) };
}

export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(value) && typeof key === 'number') return valueAt(value[key], rest);
  if (isMapping(value) && typeof key === 'string' && Object.hasOwn(value, key)) return valueAt(value[key], rest);
  return undefined;
}

/** `network.allow[2]`. */
export function showPath(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${String(key)}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./u, '');
}

/** The key, and the file, variable or flag that it was set in. */
export function settingPlace(path: readonly PropertyKey[], sourceOf: SourceOf): string {
  const key = showPath(path) || 'the configuration';
  const name = sourceOf(path)?.name;
  return name === undefined ? key : `${key} (${name})`;
}
