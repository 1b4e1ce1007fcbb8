import type { JsonObject } from '../../core/index.js';
import type { ChainedRecord } from '../chain/chain.js';

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
  /** An intent gives an entry; its outcome gives the same entry, completed. What only keeps the books gives none. */
  add(record: ChainedRecord): AuditEntry | undefined;
  unfinished(): AuditEntry[];
  /** The file in which the unfinished ones are written down again, if this one ended so. */
  continuedIn(): string | undefined;
}

/** For the records of one file, in order. */
export function createJoiner(file: string): Joiner {
  const open = new Map<string, AuditEntry>();
  let next: string | undefined;
  function add(record: ChainedRecord): AuditEntry | undefined {
    next = nextFileOf(record);
    const call = callIdOf(record);
    switch (record.kind) {
      case 'intent': {
        const entry = joinEntry(file, record);
        open.set(call, entry);
        return entry;
      }
      case 'outcome': {
        const intent = open.get(call);
        open.delete(call);
        return intent === undefined ? joinEntry(file, record) : completeEntry(intent, record);
      }
      case 'event':
      case 'end':
      case 'start':
        return isContinuation(record) ? undefined : joinEntry(file, record);
      case 'checkpoint':
        return undefined;
    }
  }
  return { add, unfinished: () => [...open.values()], continuedIn: () => next };
}

export function callIdOf({ fields: { call } }: ChainedRecord): string {
  return typeof call === 'string' ? call : '';
}

/** A start that only says that the former file was full. */
export function isContinuation({ kind, seq }: ChainedRecord): boolean {
  return kind === 'start' && seq > 0;
}

export function nextFileOf({ kind, fields: { next } }: ChainedRecord): string | undefined {
  return kind === 'checkpoint' && typeof next === 'string' ? next : undefined;
}

/** One record as an entry. */
export function joinEntry(file: string, record: ChainedRecord): AuditEntry {
  const { seq, time, kind } = record;
  const { asked } = record.fields;
  const fields = Object.fromEntries(Object.entries(record.fields).filter(([name]) => !BOOKKEEPING.has(name)));
  if (kind !== 'intent') return { file, seq, time, kind: kind === 'outcome' ? 'call' : entryKind(kind), fields };
  const began = typeof asked === 'string' ? asked : time;
  return { file, seq, time: began, kind: 'call', fields: { ...fields, outcome: 'unfinished' } };
}

/** Fields for signatures, which are not shown to people. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['sig', 'key', 'heads', 'checkpoints', 'asked']);

export function completeEntry(intent: AuditEntry, outcome: ChainedRecord): AuditEntry {
  return { ...intent, fields: { ...intent.fields, ...outcome.fields, finishedAt: outcome.time } };
}

function entryKind(kind: ChainedRecord['kind']): 'event' | 'start' | 'end' {
  return kind === 'start' || kind === 'end' ? kind : 'event';
}
