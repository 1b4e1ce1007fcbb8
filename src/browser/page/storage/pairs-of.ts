import type { Fields } from '../../cdp/message-fields.js';

/** The page answered: it may have answered anything. */
export function pairsOf(answer: Fields, key: string): [string, string][] {
  const value = answer[key];
  if (!Array.isArray(value)) return [];
  return value.filter((pair: unknown) => isPair(pair));
}

function isPair(pair: unknown): pair is [string, string] {
  return Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === 'string');
}
