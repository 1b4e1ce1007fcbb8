import { keyFromText, originOfKey } from './identity-key.js';
import { identityRecord } from './identity-record.js';

/** Of a record that was not asked for: only where it belongs. Undefined for what cannot be read. */
export function readOrigins(raw: string): { readonly domain: string; readonly origins: readonly string[] } | undefined {
  const parsed = identityRecord.safeParse(fromJson(raw));
  const domain = parsed.success ? keyFromText(parsed.data.domain) : undefined;
  if (!parsed.success || domain === undefined) return undefined;
  return { domain, origins: parsed.data.origins ?? [originOfKey(domain)] };
}

/** Undefined for what is no JSON: the parser's own words repeat what they could not read. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
