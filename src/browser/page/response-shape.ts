import { onePageLine, parseJson } from '../../core/index.js';

const MAX_SHAPE = { depth: 4, keys: 20, length: 400 } as const;

/** Keys and types of a JSON body, never its values. */
export function responseShape(body: string): string | undefined {
  const value = parseJson(body);
  if (value === undefined) return undefined;
  const shape = shapeOf(value, 0);
  return shape.length > MAX_SHAPE.length ? `${shape.slice(0, MAX_SHAPE.length)}…` : shape;
}

function shapeOf(value: unknown, depth: number): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return arrayShape(value, depth);
  if (typeof value !== 'object') return typeof value;
  if (depth >= MAX_SHAPE.depth) return '{…}';
  const entries = Object.entries(value);
  const shown = entries
    .slice(0, MAX_SHAPE.keys)
    .map(([key, inner]) => `${shownKey(key)}: ${shapeOf(inner, depth + 1)}`);
  if (entries.length > MAX_SHAPE.keys) shown.push(`… ${String(entries.length - MAX_SHAPE.keys)} more`);
  return `{${shown.join(', ')}}`;
}

function arrayShape(items: readonly unknown[], depth: number): string {
  if (items.length === 0) return '[]';
  if (depth >= MAX_SHAPE.depth) return '[…]';
  const kinds = new Set(items.slice(0, MAX_SHAPE.keys).map((item) => shapeOf(item, depth + 1)));
  const [first = ''] = kinds;
  return kinds.size === 1 ? `[${first}]` : `[${[...kinds].slice(0, 3).join(' | ')}]`;
}

/** A key that is no plain word is quoted: it may hold anything. */
function shownKey(key: string): string {
  return /^[\w$-]{1,40}$/u.test(key) ? key : JSON.stringify(onePageLine(key, 40));
}
