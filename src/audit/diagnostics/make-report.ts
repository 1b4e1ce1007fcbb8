import { isJsonObject } from '../../core/index.js';
import type { Json, JsonObject } from '../../core/index.js';
import { BUCKET_HINTS } from './script-bucket.js';
import type { ScriptBucket } from './script-bucket.js';

/** So many scripts of one kind are no accident. */
const MIN_RECURRENCE = 3;
const MAX_LISTED = 50;

interface ToolTimes {
  failed: number;
  readonly ms: number[];
}

export function reportOf(entries: readonly JsonObject[], isFull: boolean): JsonObject {
  const calls = entries.filter(({ kind }) => kind === 'call');
  const notes = entries.filter(({ kind }) => kind === 'note');
  const buckets = countBy(calls, ({ script }) => (isJsonObject(script) ? textOf(script['bucket']) : undefined));
  return {
    calls: calls.length,
    failed: calls.filter(({ ok }) => ok !== true).length,
    notes: notes.length,
    tools: toolRows(calls),
    codes: Object.fromEntries(countBy(calls, ({ code }) => textOf(code))),
    scripts: Object.fromEntries(buckets),
    missingPrimitiveHypotheses: [...buckets]
      .filter(([, count]) => count >= MIN_RECURRENCE)
      .map(([bucket, count]) => ({ bucket, count, hint: hintFor(bucket) })),
    ...(isFull ? { noted: notes.slice(-MAX_LISTED), last: calls.slice(-MAX_LISTED) } : {}),
  };
}

function toolRows(calls: readonly JsonObject[]): JsonObject {
  const tools = new Map<string, ToolTimes>();
  for (const { tool, ms, ok } of calls) {
    if (typeof tool !== 'string' || typeof ms !== 'number') continue;
    const times = tools.get(tool) ?? { failed: 0, ms: [] };
    times.ms.push(ms);
    if (ok !== true) times.failed += 1;
    tools.set(tool, times);
  }
  const row = ({ failed, ms }: ToolTimes): JsonObject => {
    const sorted = ms.toSorted((a, b) => a - b);
    return { calls: ms.length, failed, p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
  };
  return Object.fromEntries([...tools].sort(([a], [b]) => (a < b ? -1 : 1)).map(([tool, times]) => [tool, row(times)]));
}

/** Nearest rank. */
function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}

function countBy(entries: readonly JsonObject[], key: (entry: JsonObject) => string | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const name = key(entry);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function hintFor(bucket: string): string {
  return isBucket(bucket) ? BUCKET_HINTS[bucket] : BUCKET_HINTS.custom;
}

function isBucket(name: string): name is ScriptBucket {
  return Object.hasOwn(BUCKET_HINTS, name);
}

const textOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
