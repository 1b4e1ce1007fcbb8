import { expect, test } from 'vitest';
import { acceptsFile } from './accepts-file.js';
import { sniffType } from './sniff-type.js';

test.each([
  ['', 'a.exe', 'application/x-msdownload', true],
  ['.pdf', 'a.PDF', 'application/pdf', true],
  ['.pdf', 'a.pdf.exe', 'application/x-msdownload', false],
  ['image/*', 'a.png', 'image/png', true],
  ['image/*', 'a.txt', 'text/plain', false],
  ['image/*, .csv', 'a.csv', 'text/plain', true],
  ['image/png', 'noending', 'image/png', true],
  ['application/pdf;version=1', 'a.pdf', 'application/pdf', true],
  ['*/*', 'a', 'application/octet-stream', true],
  [' , ', 'a.txt', 'text/plain', true],
  ['text/plain', 'constructor', 'text/plain', true],
] as const)('accept=%j of %s (%s): %s', (accept, name, sniffed, wanted) => {
  expect(acceptsFile(accept, name, sniffed)).toBe(wanted);
});

test.each([
  ['%PDF-1.7', 'application/pdf'],
  ['\u007fELF\u0002', 'application/x-executable'],
  ['MZ\u0090', 'application/x-msdownload'],
  ['#!/bin/sh\nrm', 'text/x-script'],
  ['PK\u0003\u0004', 'application/zip'],
  ['  <!DOCTYPE html><p>', 'text/html'],
  ['{"a":1}', 'application/json'],
  ['plain words', 'text/plain'],
  ['\u0000\u0001\u0002', 'application/octet-stream'],
  ['', 'application/x-empty'],
])('%j is %s', (text, type) => {
  expect(sniffType(Buffer.from(text, 'latin1'))).toBe(type);
});
