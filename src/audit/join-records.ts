import type { JsonObject } from '../core/index.js';
import type { ChainedRecord } from './chain.js';

/** A call (its intent and, once it is there, its outcome) or an event, as people want to read it. */
export interface AuditEntry {
  readonly file: string;
  readonly seq: number;
  readonly time: string;
  readonly kind: 'call' | 'event' | 'start' | 'end';
  /** A call without an outcome has `outcome: "unfinished"`: it is still running, or the server was killed in it. */
  readonly fields: JsonObject;
}

export interface Joiner {
  /** An intent gives an entry; its outcome gives the same entry, completed. */
  add(record: ChainedRecord): AuditEntry;
  unfinished(): AuditEntry[];
}

/** For the records of one file, in order. */
export function createJoiner(file: string): Joiner {
  const open = new Map<string, AuditEntry>();
  function add(record: ChainedRecord): AuditEntry {
    const { seq, time, fields } = record;
    const call = typeof fields['call'] === 'string' ? fields['call'] : '';
    switch (record.kind) {
      case 'intent': {
        const entry: AuditEntry = { file, seq, time, kind: 'call', fields: { ...fields, outcome: 'unfinished' } };
        open.set(call, entry);
        return entry;
      }
      case 'outcome': {
        const intent = open.get(call);
        open.delete(call);
        if (intent === undefined) return { file, seq, time, kind: 'call', fields };
        return { ...intent, fields: { ...intent.fields, ...fields, finishedAt: time } };
      }
      case 'event':
      case 'start':
      case 'end':
        return { file, seq, time, kind: record.kind, fields };
    }
  }
  return { add, unfinished: () => [...open.values()] };
}

export interface RecordFilter {
  readonly tool?: string;
  readonly principal?: string;
  readonly session?: string;
  /** `ok`, `denied`, `failed`, `unknown`, `asked` or `unfinished`. */
  readonly outcome?: string;
  readonly code?: string;
  /** Milliseconds since the epoch, both ends included. */
  readonly since?: number;
  readonly until?: number;
  /** Anywhere in the entry, whatever the case. */
  readonly text?: string;
  /** The newest so many. */
  readonly limit?: number;
}

const EXACT = ['tool', 'principal', 'session', 'outcome', 'code'] as const;

export function matches(entry: AuditEntry, filter: RecordFilter): boolean {
  if (EXACT.some((name) => filter[name] !== undefined && entry.fields[name] !== filter[name])) return false;
  const time = Date.parse(entry.time);
  if (filter.since !== undefined && !(time >= filter.since)) return false;
  if (filter.until !== undefined && !(time <= filter.until)) return false;
  if (filter.text === undefined) return true;
  return JSON.stringify(entry.fields).toLowerCase().includes(filter.text.toLowerCase());
}
