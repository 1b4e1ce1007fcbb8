/**
 * The secrets inside a value: a page can echo the token of `Bearer …`, the password of `Basic …` or one field of a
 * stored JSON text, and none of these would be found by looking for the whole.
 */
export function partsOf(value: string): readonly string[] {
  return [...authorizationParts(value), ...jsonLeaves(value)];
}

function authorizationParts(value: string): readonly string[] {
  const [, scheme = '', rest = ''] = /^([A-Za-z][\w-]*)\s+(\S{6,})\s*$/u.exec(value) ?? [];
  if (rest === '') return [];
  if (scheme.toLowerCase() !== 'basic') return [rest];
  const [user = '', ...password] = Buffer.from(rest, 'base64').toString('utf8').split(':');
  return [rest, `${user}:${password.join(':')}`, password.join(':')];
}

function jsonLeaves(value: string): readonly string[] {
  if (!/^\s*[[{]/u.test(value) || value.length > MAX_CHARACTERS) return [];
  try {
    return leavesOf(JSON.parse(value), MAX_DEPTH).filter(looksLikeToken);
  } catch {
    return [];
  }
}

function leavesOf(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value).flatMap((inner) => leavesOf(inner, depth - 1));
}

/** Long, of one piece, letters and digits: a page's ordinary words, dates and addresses stay readable. */
function looksLikeToken(text: string): boolean {
  return /^[\w.~+/=:|-]{16,}$/u.test(text) && /\d/u.test(text) && /[A-Za-z]/u.test(text) && !/^\w+:\/\//u.test(text);
}

const MAX_CHARACTERS = 1_000_000;
const MAX_DEPTH = 20;
