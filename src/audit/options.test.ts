import { expect, test } from 'vitest';
import { auditOptions } from './options.js';

test('defaults are the documented ones', () => {
  expect(auditOptions.parse({})).toEqual({
    retentionDays: 90,
    sync: 'batch',
    maxFileMb: 64,
    sinks: ['file'],
    thumbnails: false,
    thumbnailsMb: 256,
  });
});

test.each([
  { retentionDays: 0 },
  { retentionDays: 1.5 },
  { sync: 'never' },
  { keep: true },
  { sinks: ['stderr'] },
  { sinks: [] },
  { postgres: { url: 'postgres://u:p@h/db' } },
  { postgres: { urlFile: 'f', table: 'a; drop' } },
  { thumbnailsMb: 0 },
])('%j is a mistake', (options) => {
  expect(auditOptions.safeParse(options).success).toBe(false);
});
