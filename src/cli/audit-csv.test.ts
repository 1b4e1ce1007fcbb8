import { describe, expect, it } from 'vitest';
import { CSV_HEAD, csvCell, csvLine } from './audit-csv.js';

describe('a cell that a page chose', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =cmd|x', '\t=1', '\r=1', '\u0000=1', '＝1', '＠x', '|calc', '\n@x'])(
    'is never a formula: %j',
    (text) => {
      expect(csvCell(text).replace(/^"/u, '')).toMatch(/^'/u);
    },
  );

  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
    ['\u001b[31mred\u009b0m\u007f', '\\u001b[31mred\\u009b0m\\u007f'],
    ['\u202eevil', '\\u202eevil'],
    ['größe 中文 🚀', 'größe 中文 🚀'],
    [-5, '-5'],
    [{ a: '=1' }, '"{""a"":""=1""}"'],
    [undefined, ''],
  ])('%j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });
});

it('a line has as many cells as the head', () => {
  const fields = { tool: 't', arguments: { url: 'x' } };
  const line = csvLine({ file: 'f', seq: 1, time: '2026', kind: 'call', fields });
  expect(line.split(',')).toHaveLength(CSV_HEAD.split(',').length);
});
