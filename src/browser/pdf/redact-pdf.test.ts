import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { FindSecrets } from '../dom/host/tab-view.js';
import { PdfTextReader } from './pdf-text-reader.js';
import { PdfFile } from './pdf-file.js';
import { redactPdf } from './redact-pdf.js';

const findWord = (text: string) => {
  const found: { start: number; end: number }[] = [];
  for (let at = text.indexOf('SECRET'); at !== -1; at = text.indexOf('SECRET', at + 1))
    found.push({ start: at, end: at + 6 });
  return found;
};
const find: FindSecrets = Object.assign(findWord, { inPieces: () => new Set<number>() });

/** Letters by their own code, in two bytes each. */
const FORM = '/Type /XObject\n/Subtype /Form\n/Resources <</Font <</F4 4 0 R>>>>\n';
const CMAP = 'begincmap 1 beginbfrange <0020> <007E> <0020> endbfrange endcmap';
const hex = (text: string): string => Array.from(text, (c) => c.charCodeAt(0).toString(16).padStart(4, '0')).join('');

function pdf(content: string, more: Readonly<Record<number, string>> = {}, title = 'A page'): Buffer {
  const stream = (text: string, entries = ''): string => {
    const raw = deflateSync(Buffer.from(text, 'latin1')).toString('latin1');
    return `<<${entries}/Filter /FlateDecode\n/Length ${String(raw.length)}>> stream\n${raw}\nendstream`;
  };
  const objects: Record<number, string | undefined> = {
    1: `<</Title (${title})\n/Producer (Skia/PDF)>>`,
    2: '<</Type /Page\n/Resources <</Font <</F4 4 0 R>>\n/ExtGState <</G3 3 0 R>>\n/XObject <</X8 8 0 R>>>>\n/Contents 5 0 R\n/Parent 6 0 R>>',
    3: '<</ca 0\n/BM /Normal>>',
    4: '<</Type /Font\n/Subtype /Type0\n/Encoding /Identity-H\n/ToUnicode 7 0 R>>',
    5: stream(content),
    6: '<</Type /Pages\n/Count 1\n/Kids [2 0 R]>>',
    7: stream(CMAP),
    9: '<</Type /Catalog\n/Pages 6 0 R>>',
    ...(content.includes('/X8 Do') ? { 8: stream(`BT /F4 12 Tf <${hex('RET')}> Tj ET`, FORM) } : {}),
    ...more,
  };
  const body = Object.entries(objects).map(([id, text = '']) => `${id} 0 obj\n${text}\nendobj\n`);
  return Buffer.from(
    `%PDF-1.4\n%\u00d3\u00eb\u00e9\u00e1\n${body.join('')}xref\n0 1\ntrailer\n<</Size 10\n/Root 9 0 R\n/Info 1 0 R>>\nstartxref\n9\n%%EOF\n`,
    'latin1',
  );
}

const textIn = async (bytes: Buffer): Promise<string> =>
  (await PdfTextReader.read(PdfFile.parse(bytes))).runs.map(({ text }) => text).join('');
const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'ok';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
  }
};
const show = (text: string): string => `BT /F4 12 Tf 1 0 0 -1 0 0 Tm <${hex(text)}> Tj ET\n`;

describe('letters of a secret', () => {
  test('are gone, and those around them stay', async () => {
    const { bytes, hidden, pages } = await redactPdf(pdf(show('the SECRET is out')), find, 1);
    expect([await textIn(bytes), hidden, pages]).toEqual(['the  is out', 1, 1]);
    expect(bytes.toString('latin1')).not.toContain(hex('SECRET'));
  });

  test.each([
    ['over several strings', `${show('SEC')}${show('RET')}`],
    [
      'one by one, moved apart',
      `BT /F4 12 Tf [<${hex('S')}> -20 <${hex('EC')}> 3 <${hex('RE')}>] TJ <${hex('T')}> Tj ET`,
    ],
    ['in a literal string', `BT /F4 12 Tf (${Array.from('SECRET', (c) => `\\000${c}`).join('')}) Tj ET`],
    ['partly in a form', `${show('SEC')}/X8 Do`],
    ['as what the letters mean', `/Span <</ActualText <feff${hex('SECRET')}>>> BDC BT /F4 12 Tf <00010002> Tj ET EMC`],
  ])('%s', async (_, content) => {
    const { bytes, hidden } = await redactPdf(pdf(content), find, 1);
    expect(hidden).toBe(1);
    expect(await textIn(bytes)).not.toMatch(/[SECRT]/u);
  });

  test('are taken out of titles and addresses of links too', async () => {
    const link = '<</Type /Annot\n/Subtype /Link\n/A <</S /URI\n/URI (http://a/?k=SECRET)>>>>';
    const { bytes, hidden } = await redactPdf(pdf(show('x'), { 10: link }, 'my SECRET'), find);
    expect(hidden).toBe(2);
    expect(bytes.toString('latin1')).not.toContain('SECRET');
    expect(await textIn(bytes)).toBe('x');
  });

  test('in a title of wide letters are found as well', async () => {
    const title = '<</Title <feff005300450043005200450054>>>';
    expect((await redactPdf(pdf(show('x'), { 1: title }), find)).hidden).toBe(1);
  });
});

describe('there is no file', () => {
  test.each([
    ['of text that is copied but not seen, because shapes are seen in its place', `q /G3 gs ${show('SECRET')} Q`, 1],
    ['of invisible text', `3 Tr ${show('SECRET')}`, 1],
    ['when the page shows more than was found', show('SECRET'), 2],
    ['when what the page shows was printed as a picture', show('x'), 1],
  ])('%s', async (_, content, shown) => {
    expect(await codeOf(redactPdf(pdf(content), find, shown))).toBe('page.secret-shown');
  });

  test('with a secret in a name', async () => {
    expect(await codeOf(redactPdf(pdf('', { 10: '<</Dest /SEC#52ET>>' }), find))).toBe('page.secret-shown');
  });

  test.each([
    ['with packed objects', pdf('', { 10: '<</Type /ObjStm\n/Length 1>> stream\nx\nendstream' })],
    ['with a stream of another length', pdf('', { 10: '<</Length 2>> stream\nxyz\nendstream' })],
    ['with a length that stands elsewhere', pdf('', { 10: '<</Length 3 0 R>> stream\nxyz\nendstream' })],
    ['with a picture in the middle of text', pdf('BI /W 1 ID xx EI')],
    ['that is none', Buffer.from('<html>')],
    ['that is cut off', pdf(show('x')).subarray(0, 300)],
  ])('%s', async (_, bytes) => {
    expect(await codeOf(redactPdf(bytes, find))).toBe('unreadable');
  });
});

test('what shows nothing stays as it was, byte by byte', async () => {
  const bytes = pdf(show('nothing here'));
  expect((await redactPdf(bytes, find)).bytes.equals(bytes)).toBe(true);
  expect(await redactPdf(bytes, undefined)).toMatchObject({ pages: 1, hidden: 0 });
});

test('the table of a changed file points at its objects', async () => {
  const text = (await redactPdf(pdf(show('a SECRET')), find)).bytes.toString('latin1');
  const start = Number(/startxref\s+(\d+)/u.exec(text)?.[1]);
  const rows = text.slice(start).split('\n').slice(2, 12);
  rows.slice(1, 8).forEach((row, i) => {
    expect(text.slice(Number(row.slice(0, 10)))).toMatch(new RegExp(`^${String(i + 1)} 0 obj`, 'u'));
  });
  expect(
    inflateSync(PdfFile.parse(Buffer.from(text, 'latin1')).objects.get(7)?.raw ?? Buffer.alloc(0)).toString(),
  ).toBe(CMAP);
});
