import type { Json, JsonObject } from '../core/index.js';

interface Entry {
  readonly file: string;
  readonly seq: number;
  readonly time: string;
  readonly kind: string;
  readonly fields: JsonObject;
}

const OWN = ['time', 'kind', 'file', 'seq'] as const;
const FIELDS = [
  'call',
  'principal',
  'session',
  'tool',
  'event',
  'outcome',
  'code',
  'verdict',
  'rule',
  'reason',
  'risk',
  'approver',
  'identity',
  'grant',
  'digest',
  'origin',
  'endedOrigin',
  'url',
  'from',
  'ended',
  'element',
  'durationMs',
  'bytes',
  'finishedAt',
  'transport',
  'client',
  'arguments',
  'facts',
] as const;

export const CSV_HEAD = [...OWN, ...FIELDS].join(',');

export function csvLine(entry: Entry): string {
  return [...OWN.map((name) => entry[name]), ...FIELDS.map((name) => entry.fields[name])].map(csvCell).join(',');
}

/** What a spreadsheet takes for a formula, also after blanks and in the wide forms that some of them read alike. */
const FORMULA = /^[\s\0]*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** What steers a terminal or turns text around (CWE-150), as JSON escapes it. */
const CONTROLS = /[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/gu;
const escaped = (control: string): string => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A page may have chosen this text: opened in a spreadsheet or shown by a terminal it must stay a text. */
export function csvCell(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  const text = written.replaceAll('\0', '').replace(CONTROLS, escaped);
  const safe = FORMULA.test(text) || /^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return /[",\r\n;\t']/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
