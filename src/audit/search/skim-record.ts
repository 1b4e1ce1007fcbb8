import type { RecordColumn } from '../../core/index.js';

/** The fields of a call's record that the index needs. */
export interface ScannedRecord {
  readonly kind: 'intent' | 'outcome';
  readonly seq: number;
  readonly time: string;
  readonly call: string;
  readonly columns: { readonly [column in RecordColumn]?: string | undefined };
}

// Plain letters: nothing that is escaped, and nothing that has another length in bytes.
const PLAIN = '[ !#-\\[\\]-~]*';
const start = (kind: string): string =>
  `\\{"seq":(\\d{1,15}),"time":"([\\dTZ:.-]{20,30})","kind":"${kind}","call":"(${PLAIN})"`;
const maybe = (name: string): string => `(?:,"${name}":"(${PLAIN})")?`;

/** In the order in which they are written. */
const INTENT = new RegExp(
  `${start('intent')},"principal":"(${PLAIN})","tool":"(${PLAIN})","session":"(${PLAIN})"${maybe('client')},"transport":"`,
  'uy',
);
// What follows says that none was passed over because there was more in it than plain letters.
const OUTCOME = new RegExp(
  `${start('outcome')},"outcome":"(${PLAIN})"${maybe('code')}${maybe('origin')}${maybe('endedOrigin')}(?:,"url":"${PLAIN}")?(?:,"verdict":"${PLAIN}")?` +
    `${maybe('rule')}(?:,"reason":"${PLAIN}")?${maybe('risk')}${maybe('approver')}${maybe('identity')}(?=,"(?:grant|digest|observed|from|ended|element|durationMs)":)`,
  'uy',
);

/**
 * The two kinds that nearly all records are of, read off the line without parsing it, which is most of the work of an
 * index. Undefined: it is of another kind, or not as plain as that, and has to be parsed.
 */
export function scanRecord(text: string, from: number, to: number): ScannedRecord | undefined {
  // A line that does not end as one does is no record.
  if (text[to - 1] !== '}' || text[to - 2] !== '"') return undefined;
  INTENT.lastIndex = from;
  const intent = INTENT.exec(text);
  if (intent !== null) {
    const [, seq, time = '', call = '', principal, tool, session, client] = intent;
    return { kind: 'intent', seq: Number(seq), time, call, columns: { principal, tool, session, client } };
  }
  OUTCOME.lastIndex = from;
  const ended = OUTCOME.exec(text);
  if (ended === null || OUTCOME.lastIndex > to) return undefined;
  const [, seq, time = '', call = '', outcome, code, origin, endedOrigin, rule, risk, approver, identity] = ended;
  const columns = { outcome, code, origin, endedOrigin, rule, risk, approver, identity };
  return { kind: 'outcome', seq: Number(seq), time, call, columns };
}
