import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numbered, safeName } from './safe-name.js';

describe('a name that a page suggests', () => {
  test.each([
    ['report 2026.pdf', 'report_2026.pdf'],
    ['Übersicht (1).xlsx', 'Übersicht_(1).xlsx'],
    ['../../.bashrc', 'bashrc'],
    ['..\\..\\Start Menu\\run.bat', 'run.bat'],
    ['/etc/cron.d/x', 'x'],
    ['C:evil.exe', 'evil.exe'],
    ['file.txt:stream', 'stream'],
    ['.ssh', 'ssh'],
    ['-rf', 'rf'],
    ['--option=1.txt', 'option_1.txt'],
    ['con', 'file_con'],
    ['CON.txt', 'file_CON.txt'],
    ['com¹.log', 'file_com1.log'],
    ['aux.tar.gz', 'file_aux.tar.gz'],
    ['desktop.ini', 'file_desktop.ini'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['a\u0000b\u001B[31m.txt', 'ab_31m.txt'],
    ['name. . .', 'name'],
    ['', 'file'],
    ['...', 'file'],
    ['///', 'file'],
    ['"; rm -rf ~ #.sh', 'rm_-rf_.sh'],
    ['$(id).txt', '(id).txt'],
    ['\u0301\u0301\u0301.txt', 'txt'],
  ])('%j becomes %j', (suggested, name) => {
    expect(safeName(suggested)).toBe(name);
  });

  test('is short enough for any file system, and keeps its ending', () => {
    const name = safeName(`${'あ'.repeat(500)}.pdf`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(140);
    expect(name.endsWith('.pdf')).toBe(true);
  });

  test('is only ever a plain name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (suggested) => {
        const name = safeName(suggested);
        expect(name).toMatch(/^[^./\\\s-][^/\\:*?"<>|\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$/u);
        expect(name).not.toMatch(/[.\s]$/u);
        expect(Buffer.byteLength(name)).toBeLessThan(200);
      }),
      { numRuns: 2000 },
    );
  });

  test('is numbered before its ending', () => {
    expect([numbered('a.pdf', 1), numbered('a.pdf', 2), numbered('a', 3)]).toEqual(['a.pdf', 'a-2.pdf', 'a-3']);
  });
});
