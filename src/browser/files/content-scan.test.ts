import { expect, test } from 'vitest';
import { mintSecret } from '../../core/seals/secret-mint.js';
import { ContentScan } from './content-scan.js';

const VALUE = 'correct-Horse7battery';
const secret = mintSecret('PASSWORD', { value: VALUE, origins: [] });
const find = (text: string) => (text.includes(VALUE) || text.includes('IN-ANOTHER-FORM') ? 'PASSWORD' : undefined);

function scanned(chunks: readonly Buffer[]): string | undefined {
  const scan = new ContentScan(find, [secret]);
  for (const chunk of chunks) scan.feed(chunk);
  return scan.found;
}

test('a secret that lies across two chunks is found', () => {
  for (let cut = 1; cut < VALUE.length; cut += 1)
    expect(scanned([Buffer.from(`x${VALUE.slice(0, cut)}`), Buffer.from(`${VALUE.slice(cut)}y`)])).toBe('PASSWORD');
});

test('so is one that comes a letter at a time, in UTF-16, or far behind', () => {
  expect(scanned(Array.from(VALUE, (letter) => Buffer.from(letter)))).toBe('PASSWORD');
  expect(scanned([Buffer.from(VALUE, 'utf16le')])).toBe('PASSWORD');
  expect(scanned([...Array.from({ length: 10 }, () => Buffer.alloc(1024 * 1024)), Buffer.from(VALUE)])).toBe(
    'PASSWORD',
  );
});

test('other forms are looked for where files of text end', () => {
  expect(scanned([Buffer.from('IN-ANOTHER-FORM')])).toBe('PASSWORD');
  expect(scanned([Buffer.from('correct horse battery')])).toBeUndefined();
});
