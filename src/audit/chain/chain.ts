import { createHash, hash } from 'node:crypto';
import { isJsonObject, parseJson } from '../../core/index.js';
import type { JsonObject } from '../../core/index.js';

export const RECORD_KINDS = ['start', 'intent', 'outcome', 'event', 'checkpoint', 'end'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** One line of the record, read back. */
export interface ChainedRecord {
  readonly seq: number;
  readonly time: string;
  readonly kind: RecordKind;
  readonly prev: string;
  readonly hash: string;
  readonly fields: JsonObject;
}

export const CHAIN_START = '0'.repeat(64);

export interface ChainEnd {
  /** The number that the next record gets. */
  readonly next: number;
  readonly hash: string;
}

/**
 * The hash is over the bytes of the line as written, without the hash itself: a reader needs no canonical form to
 * check it, and a changed space counts as much as a changed word. A signature is over the line without both.
 */
export function sealRecord(
  end: ChainEnd,
  time: string,
  kind: RecordKind,
  fields: object,
  sign?: (body: string) => string,
): { line: string; end: ChainEnd } {
  const unsigned = JSON.stringify({ seq: end.next, time, kind, ...fields, prev: end.hash });
  const body = sign === undefined ? unsigned : `${unsigned.slice(0, -1)},"sig":"${sign(unsigned)}"}`;
  const digest = hash('sha256', body);
  return { line: `${body.slice(0, -1)},"hash":"${digest}"}\n`, end: { next: end.next + 1, hash: digest } };
}

const TAIL = /^,"hash":"([0-9a-f]{64})"\}$/u;
const TAIL_BYTES = 75;

/** The hash that the line claims, and whether its bytes have it. */
export function checkSeal(line: Buffer): { readonly claimed: string; readonly holds: boolean } | undefined {
  const cut = line.length - TAIL_BYTES;
  if (cut < 2) return undefined;
  const claimed = TAIL.exec(line.toString('latin1', cut))?.[1];
  if (claimed === undefined) return undefined;
  const actual = createHash('sha256').update(line.subarray(0, cut)).update('}').digest('hex');
  return { claimed, holds: actual === claimed };
}

const SIGNATURE = /^,"sig":"([\w-]{86})"$/u;
const SIGNATURE_BYTES = 95;

/** What was signed and the signature, for a line that ends with `hash` (records) or not (heads). */
export function splitSigned(
  line: Buffer,
  isHashed: boolean,
): { readonly body: string; readonly signature: string } | undefined {
  const close = line.length - (isHashed ? TAIL_BYTES : 1);
  const cut = close - SIGNATURE_BYTES;
  if (cut < 2) return undefined;
  const signature = SIGNATURE.exec(line.toString('latin1', cut, close))?.[1];
  return signature === undefined ? undefined : { body: `${line.toString('utf8', 0, cut)}}`, signature };
}

/** Reads a line without judging its place in the chain. */
export function readRecord(line: string): ChainedRecord | undefined {
  const value = parseJson(line);
  if (!isJsonObject(value)) return undefined;
  const { seq, time, kind, prev, hash: own, ...fields } = value;
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0) return undefined;
  if (typeof time !== 'string' || typeof prev !== 'string' || typeof own !== 'string') return undefined;
  const known = RECORD_KINDS.find((name) => name === kind);
  return known === undefined ? undefined : { seq, time, kind: known, prev, hash: own, fields };
}

/**
 * Could a crash have left this? Only what is the beginning of the very next record, and not all of it: a whole record
 * without its newline, bytes after one, or a record of another number were put there by somebody else.
 */
export function isTornRecord(end: ChainEnd, rest: Buffer): boolean {
  const text = rest.toString('utf8');
  const head = `{"seq":${end.next},"time":"`;
  if (!text.startsWith(head.slice(0, text.length))) return false;
  return !isWholeObject(text);
}

function isWholeObject(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (quoted) {
      if (char === '\\') i++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{' || char === '[') depth++;
    else if ((char === '}' || char === ']') && --depth === 0) return true;
  }
  return false;
}
