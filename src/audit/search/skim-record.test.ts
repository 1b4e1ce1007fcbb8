import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RECORD_COLUMNS } from '../../core/index.js';
import { CHAIN_START, readRecord, sealRecord } from '../chain/chain.js';
import { columnOf } from './record-filter.js';
import { closingFields, intentFields } from '../record-fields.js';
import { scanRecord } from './skim-record.js';

const END = { next: 7, hash: CHAIN_START };
const TIME = '2026-11-05T10:11:12.345Z';
const word = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('","kind":"event"'), fc.webUrl());

const intent = fc
  .record({ principal: word, tool: word, session: word, transport: word, arguments: fc.dictionary(word, word) })
  .map((given) => sealRecord(END, TIME, 'intent', intentFields({ call: 'c1', ...given })).line);
const optional = fc.record(
  { code: word, origin: word, url: word, rule: word, reason: word, risk: word, approver: word, identity: word },
  { requiredKeys: [] },
);
const outcome = fc
  .tuple(optional, fc.constantFrom('ok', 'denied', 'failed'))
  .map(
    ([given, word]) =>
      sealRecord(END, TIME, 'outcome', closingFields({ call: 'c1', outcome: word, durationMs: 1, bytes: 2, ...given }))
        .line,
  );

/** As the index has the bytes. */
const skim = (line: string) => {
  const text = Buffer.from(`before\n${line}after`, 'utf8').toString('latin1');
  return scanRecord(text, 7, text.length - 'after'.length - 1);
};

it('what is read off a line is what is in it, or nothing', () => {
  fc.assert(
    fc.property(fc.oneof(intent, outcome), (line) => {
      const skimmed = skim(line);
      if (skimmed === undefined) return;
      const record = readRecord(line);
      expect(skimmed).toMatchObject({ kind: record?.kind, seq: 7, time: TIME, call: 'c1' });
      for (const column of RECORD_COLUMNS.filter((name) => name !== 'kind'))
        expect(skimmed.columns[column]).toBe(columnOf({ kind: 'call', fields: record?.fields ?? {} }, column));
    }),
    { numRuns: 500 },
  );
});

it('a plain record is read so, and nothing else is', () => {
  const plain = { principal: 'local', tool: 'browser_click', session: 's', transport: 'stdio', arguments: { a: 'ü"' } };
  const line = sealRecord(END, TIME, 'intent', intentFields({ call: 'c1', ...plain })).line;
  expect(skim(line)).toMatchObject({ columns: { principal: 'local', tool: 'browser_click', session: 's' } });
  expect(skim(line.replace('browser_click', 'ü'))).toBeUndefined();
  expect(skim(line.replace(/"\}\n$/u, '\n'))).toBeUndefined();
  expect(skim(sealRecord(END, TIME, 'event', { event: 'x', facts: { kind: 'intent' } }).line)).toBeUndefined();
});
