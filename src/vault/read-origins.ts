import { parseJson } from '../core/index.js';
import { keyFromText, originOfKey } from './identity-key.js';
import { identityRecord } from './identity-record.js';

/** Of a record that was not asked for: only where it belongs. Undefined for what cannot be read. */
export function readOrigins(raw: string): { readonly domain: string; readonly origins: readonly string[] } | undefined {
  const parsed = identityRecord.safeParse(parseJson(raw));
  const domain = parsed.success ? keyFromText(parsed.data.domain) : undefined;
  if (!parsed.success || domain === undefined) return undefined;
  return { domain, origins: parsed.data.origins ?? [originOfKey(domain)] };
}
