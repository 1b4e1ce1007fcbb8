import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Sha256 } from '../agent/sha256.js';

function ours(...texts: string[]): string {
  const digest = new Sha256();
  for (const text of texts) digest.update(text);
  return digest.hex();
}

function nodes(text: string): string {
  return createHash('sha256').update(Buffer.from(text, 'utf16le').swap16()).digest('hex');
}

test('the digest is SHA-256, at every length around a block', () => {
  for (let length = 0; length < 140; length += 1) expect(ours('é'.repeat(length))).toBe(nodes('é'.repeat(length)));
  const long = Array.from({ length: 5_000 }, (_, i) => String.fromCharCode((i * 7919) % 65_536)).join('');
  expect(ours(long)).toBe(nodes(long));
  expect(ours(long.slice(0, 777), long.slice(777))).toBe(nodes(long));
});
