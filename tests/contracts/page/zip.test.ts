import { expect, it } from 'vitest';
import { unzip } from '../../fixtures/recorded-files.js';
import { zipOf } from '../../../src/browser/zip.js';

it('what is packed comes out again, pictures as they are', () => {
  const files = [
    { name: 'a.txt', bytes: Buffer.from('words '.repeat(1_000)) },
    { name: 'folder/é.png', bytes: Buffer.from([1, 2, 3]) },
    { name: 'empty.json', bytes: Buffer.alloc(0) },
  ];
  const archive = zipOf(files);
  expect(archive.length).toBeLessThan(1_000);
  expect([...unzip(archive)]).toEqual(files.map(({ name, bytes }) => [name, bytes]));
  expect([...unzip(zipOf([]))]).toEqual([]);
});
