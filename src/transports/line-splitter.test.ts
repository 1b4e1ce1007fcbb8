import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IdScanner } from './id-scanner.js';
import { LineSplitter, type InputLine } from './line-splitter.js';

const LIMIT = 40;

function chunked(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0, i = 0; at < bytes.length; i += 1) {
    const size = sizes[i % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 });
const anyJson = fc.jsonValue({ maxDepth: 3 });

it('finds the id that a parser would find, however the bytes arrive', () => {
  const id = fc.oneof(fc.string({ maxLength: 20 }), fc.integer());
  fc.assert(
    fc.property(fc.dictionary(fc.string(), anyJson), id, anyJson, sizes, (before, rpcId, after, cut) => {
      const text = JSON.stringify({ ...before, id: rpcId, after });
      const skimmer = new IdScanner();
      for (const chunk of chunked(Buffer.from(text), cut)) skimmer.feed(chunk);
      expect(skimmer.id).toEqual((JSON.parse(text) as { id: unknown }).id);
    }),
  );
});

it('takes no id from a deeper level, from a batch or from text', () => {
  for (const text of [
    '{"params":{"id":1}}',
    '[{"id":1}]',
    '"{\\"id\\":1}"',
    '{"a":"\\",\\"id\\":1"}',
    '{"id":{"id":1}}',
    '{"id":null}',
  ]) {
    const skimmer = new IdScanner();
    skimmer.feed(Buffer.from(text));
    expect([text, skimmer.id]).toEqual([text, undefined]);
  }
});

it('cuts lines in the same places however the bytes arrive, and keeps none over the limit', () => {
  const line = fc.string({ maxLength: 60, unit: fc.constantFrom('a', '"', '{', ' ', 'ü', '😀', '\\') });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), sizes, (lines, cut) => {
      const splitter = new LineSplitter(LIMIT);
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
      const got: InputLine[] = chunked(bytes, cut).flatMap((chunk) => splitter.push(chunk));
      expect(got.map((each) => (each.kind === 'whole' ? Buffer.from(each.bytes).toString() : 'oversize'))).toEqual(
        lines.map((text) => (Buffer.byteLength(text) > LIMIT ? 'oversize' : Buffer.from(text).toString())),
      );
    }),
  );
});
