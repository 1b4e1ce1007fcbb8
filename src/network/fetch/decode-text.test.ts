import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.js';

const MAX_BYTES = 1000;
const text = (bytes: Buffer | string, type = '', most = MAX_BYTES) => decodeText(Buffer.from(bytes), type, most)?.text;

describe('the charset', () => {
  it.each([
    ['utf-8 without a word', Buffer.from('grün'), 'text/plain'],
    ['the header', Buffer.from('grün', 'latin1'), 'text/plain; charset=ISO-8859-1'],
    ['a quoted label', Buffer.from('grün', 'latin1'), 'text/html;charset="windows-1252"'],
    ['the document', Buffer.from('<meta charset=iso-8859-1>grün', 'latin1'), 'text/html'],
    [
      'its old way',
      Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=latin1">grün', 'latin1'),
      'text/html',
    ],
    ['XML', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?>grün', 'latin1'), 'application/xml'],
    ['a mark before the header', Buffer.from('\uFEFFgrün'), 'text/plain; charset=iso-8859-1'],
    ['two bytes, little end first', Buffer.from('\uFEFFgrün', 'utf16le'), 'text/plain'],
    ['two bytes, big end first', Buffer.from('\uFEFFgrün', 'utf16le').swap16(), 'application/json'],
    ['a document that cannot mean what it says', Buffer.from('<meta charset=utf-16>grün'), 'text/html'],
    ['a label that nobody knows', Buffer.from('grün'), 'text/plain; charset=klingon'],
    ['a label that is refused', Buffer.from('grün'), 'text/plain; charset=utf-7'],
    ['a label that goes on for ever', Buffer.from('grün'), `text/plain; charset=${'x'.repeat(10_000)}`],
  ])('%s', (_, bytes, type) => {
    expect(text(bytes, type)).toMatch(/grün$/u);
  });

  it('UTF-7 hides nothing', () => {
    expect(text('+ADw-script+AD4-', 'text/html; charset=utf-7')).toBe('+ADw-script+AD4-');
  });

  it('bytes that are none of its characters are marked', () => {
    expect(text(Buffer.from([0x61, 0xff, 0x62]), 'text/plain; charset=utf-8')).toBe('a\uFFFDb');
  });
});

describe('what is text', () => {
  it.each([
    ['application/json', true],
    ['application/vnd.api+json; charset=utf-8', true],
    ['image/svg+xml', true],
    ['application/javascript', true],
    ['', true],
    ['application/octet-stream', true],
    ['image/png', false],
    ['application/pdf', false],
    ['application/zip', false],
    ['video/mp4', false],
    ['application/notjson', false],
  ])('%s: %s', (type, isText) => {
    expect(text('{"a":1}', type) !== undefined).toBe(isText);
  });

  it.each([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), Buffer.from([0xff, 0xd8, 0xff, 0xe0])])(
    'without a type the bytes say so: %j',
    (bytes) => {
      expect(text(bytes)).toBeUndefined();
    },
  );
});

describe('the cut', () => {
  it('is between characters, and nothing of it is lost', () => {
    for (const most of [1, 2, 3, 4, 5, 6, 7]) {
      const decoded = decodeText(Buffer.from('aü€😀b'), 'text/plain', most);
      expect(`${decoded?.text ?? ''}${decoded?.beyond ?? ''}`).toMatch(/^aü€😀b$/u);
      expect(decoded?.text).not.toContain('\uFFFD');
    }
  });

  it('is not there when the text just fits', () => {
    expect(decodeText(Buffer.from('abc'), 'text/plain', 3)).toEqual({ text: 'abc', beyond: '' });
  });
});
