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
