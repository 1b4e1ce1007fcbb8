import type { JsonObject } from '../../core/index.js';

/** A call or an event of the record; its fields were masked before they were written. */
export interface RecordEntry {
  /** Where it is on the record. */
  readonly file: string;
  readonly seq: number;
  readonly time: string;
  readonly kind: 'call' | 'event' | 'start' | 'end';
  readonly fields: JsonObject;
}

/** The anchor of an entry: the same on every page that shows it, so that links to it can be shared. */
export function entryId({ file, seq }: Pick<RecordEntry, 'file' | 'seq'>): string {
  return `e-${file.replace(/\.jsonl$/u, '').replace(/[^A-Za-z0-9_-]/gu, '-')}-${String(seq)}`;
}
