import { PageText, dropInvisible, isJsonObject, isList } from '../core/index.js';
import type { Data, DataObject, Json, JsonObject } from '../core/index.js';
import type { Mask } from './create-mask.js';

/** Facts as JSON: a string that a page wrote becomes `{ untrusted, origin }`, whatever field it stands in. */
export function renderData(data: DataObject, mask: Mask): JsonObject {
  const rendered = renderObject(data, mask);
  return maskAcross(rendered, mask.butCodes) ?? { masked: true };
}

/** Masks secrets that are split over several strings. Undefined when the result is no object any more. */
export function maskAcross<T extends Json>(rendered: T, mask: (text: string) => string): T | JsonObject | undefined {
  const text = JSON.stringify(rendered);
  const masked = mask(text);
  if (masked === text) return rendered;
  const parsed: unknown = JSON.parse(masked);
  return isJsonObject(parsed) ? parsed : undefined;
}

function renderObject(data: DataObject, mask: Mask): JsonObject {
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) =>
      value === undefined ? [] : [[mask(key), renderValue(value, mask)]],
    ),
  );
}

function renderValue(value: Data, mask: Mask): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'string') return mask(value);
  if (value instanceof PageText)
    return { untrusted: mask(dropInvisible(value.text), value.origin), origin: mask(value.origin) };
  if (isList(value)) return value.map((item) => renderValue(item, mask));
  return renderObject(value, mask);
}
