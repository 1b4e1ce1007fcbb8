export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** As `Array.isArray`, which does not know that a list may be readonly. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Undefined for what is no JSON: the parser's own words repeat what they could not read. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
