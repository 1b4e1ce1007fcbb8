import type { RecordEntry } from './recorded.js';

/** The anchor of an entry: the same on every page that shows it, so that links to it can be shared. */
export function entryId({ file, seq }: Pick<RecordEntry, 'file' | 'seq'>): string {
  return `e-${file.replace(/\.jsonl$/u, '').replace(/[^A-Za-z0-9_-]/gu, '-')}-${String(seq)}`;
}
