import { RECORD_COLUMNS, isJsonObject } from '../../core/index.js';
import type { RecordColumn } from '../../core/index.js';
import type { AuditEntry } from './join-records.js';

/** Events have some of it in their facts. */
export type ExactFilter = { readonly [column in RecordColumn]?: string };

export interface RecordFilter extends ExactFilter {
  /** Milliseconds since the epoch, both ends included. */
  readonly since?: number;
  readonly until?: number;
  /** Anywhere in the entry, whatever the case. */
  readonly text?: string;
  /** The newest so many. */
  readonly limit?: number;
}

/** Undefined where the entry has no such thing. */
export function columnOf(
  { kind, fields }: Pick<AuditEntry, 'kind' | 'fields'>,
  column: RecordColumn,
): string | undefined {
  if (column === 'kind') return kind;
  const { facts } = fields;
  const own = fields[column];
  if (typeof own === 'string') return own;
  const fact = isJsonObject(facts) ? facts[column] : undefined;
  return typeof fact === 'string' ? fact : undefined;
}

export function matchesFilter(entry: AuditEntry, filter: RecordFilter): boolean {
  if (!RECORD_COLUMNS.every((name) => filter[name] === undefined || hasIn(entry, name, filter[name]))) return false;
  const time = Date.parse(entry.time);
  if (filter.since !== undefined && !(time >= filter.since)) return false;
  if (filter.until !== undefined && !(time <= filter.until)) return false;
  return filter.text === undefined || holdsQuoted(entry, quotedText(filter.text));
}

/** A search for an origin also finds the calls that reached it by redirects. */
export function columnsFor(name: RecordColumn): readonly RecordColumn[] {
  return name === 'origin' ? ['origin', 'endedOrigin'] : [name];
}

function hasIn(entry: AuditEntry, name: RecordColumn, text: string): boolean {
  return columnsFor(name).some((column) => columnOf(entry, column) === text);
}

/** The searched text, in lower case and escaped as in JSON. */
export function holdsQuoted({ fields }: Pick<AuditEntry, 'fields'>, quoted: string): boolean {
  return JSON.stringify(fields).toLowerCase().includes(quoted);
}

export function quotedText(text: string): string {
  return JSON.stringify(text).slice(1, -1).toLowerCase();
}
