import { Failure } from '../../core/index.js';
import type { Row } from './rows.js';

/** A place in the one order of all entries: by time, then by file, then by number. */
export interface EntryPosition {
  readonly time: number;
  readonly file: string;
  readonly seq: number;
}

export interface FoundEntry extends EntryPosition, Row {}

export function showCursor({ time, file, seq }: EntryPosition): string {
  return `${time}~${seq}~${file}`;
}

export function parseCursor(text: string | undefined): EntryPosition | undefined {
  if (text === undefined) return undefined;
  const parts = /^(?<time>\d{1,16}(?:\.\d+)?)~(?<seq>\d{1,16})~(?<file>[\w.-]{1,120})$/u.exec(text)?.groups;
  if (parts === undefined)
    throw new Failure('config.invalid', 'the place in the record cannot be read; begin again with its newest entries');
  return { time: Number(parts['time']), seq: Number(parts['seq']), file: parts['file'] ?? '' };
}

/** Negative: `a` is older. */
export function comparePositions(a: EntryPosition, b: EntryPosition): number {
  if (a.time !== b.time) return a.time - b.time;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.seq - b.seq;
}
