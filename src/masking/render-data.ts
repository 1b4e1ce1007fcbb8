import { PageText, dropInvisible } from '../core/index.js';
import type { Data, DataObject, Json, JsonObject } from '../core/index.js';

/** Facts as JSON: a string that a page wrote becomes `{ untrusted, origin }`, whatever field it stands in. */
export function renderData(data: DataObject, mask: (text: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) =>
      value === undefined ? [] : [[mask(key), renderValue(value, mask)]],
    ),
  );
}

function renderValue(value: Data, mask: (text: string) => string): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'string') return mask(value);
  if (value instanceof PageText) return { untrusted: mask(dropInvisible(value.text)), origin: mask(value.origin) };
  if (isList(value)) return value.map((item) => renderValue(item, mask));
  return renderData(value, mask);
}

function isList(value: readonly Data[] | DataObject): value is readonly Data[] {
  return Array.isArray(value);
}
