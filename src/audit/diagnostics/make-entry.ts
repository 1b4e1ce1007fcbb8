import { createHash } from 'node:crypto';
import type { Closing, Intent, Json, JsonObject } from '../../core/index.js';
import { scriptBucket } from './script-bucket.js';

const SHOWN_SCRIPT = 80;
const MAX_KEYS = 20;

/** One call: how it went, and the shape of its arguments. Both halves were masked before they came here. */
export function callEntry(intent: Intent, closing: Closing): JsonObject {
  const { tool, arguments: given, transport } = intent;
  const { outcome, code, durationMs, bytes } = closing;
  const { expr } = given;
  return {
    time: new Date().toISOString(),
    kind: 'call',
    call: intent.call,
    tool,
    transport,
    ok: outcome === 'ok',
    outcome,
    ...(code === undefined ? {} : { code }),
    ms: Math.round(durationMs),
    bytes,
    arguments: shapeOf(given, 0),
    ...(tool === 'eval_js' && typeof expr === 'string' ? { script: scriptFacts(expr) } : {}),
  };
}

/** The digest is of the masked text: one of the whole could be compared with guesses at a secret. */
function scriptFacts(expr: string): JsonObject {
  return {
    sha256: createHash('sha256').update(expr).digest('hex'),
    begins: expr.slice(0, SHOWN_SCRIPT),
    bucket: scriptBucket(expr),
  };
}

/** Types and lengths in place of what was written. */
function shapeOf(value: Json, depth: number): Json {
  if (typeof value === 'string') return `string(${String(value.length)})`;
  if (Array.isArray(value)) return `list(${String(value.length)})`;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 1) return 'object';
  const entries = Object.entries(value).slice(0, MAX_KEYS);
  return Object.fromEntries(entries.map(([key, inner]) => [key.slice(0, 40), shapeOf(inner, depth + 1)]));
}
