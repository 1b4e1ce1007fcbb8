import { describe, expect, it } from 'vitest';
import { reportOf } from './make-report.js';
import { scriptBucket } from './script-bucket.js';

const call = (tool: string, ms: number, more: Record<string, string | boolean | object> = {}) => ({
  kind: 'call',
  tool,
  ms,
  ok: true,
  ...more,
});

describe('what a script is for', () => {
  it.each([
    ['document.querySelectorAll("h2").length', 'dom-query'],
    ['localStorage.getItem("a")', 'storage-access'],
    ['getComputedStyle(document.body).color', 'computed-style'],
    ['document.querySelector("button").click()', 'callback-trigger'],
    ['"serviceWorker" in navigator', 'feature-detect'],
    ['1 + 1', 'custom'],
  ])('%s', (expression, bucket) => {
    expect(scriptBucket(expression)).toBe(bucket);
  });
});

describe('the report', () => {
  it('has the times of each tool by nearest rank', () => {
    const calls = Array.from({ length: 20 }, (_, i) => call('browser_click', i + 1));
    const { tools } = reportOf([...calls, call('browser_find', 7, { ok: false, code: 'browser.no-match' })], false);
    expect(tools).toEqual({
      browser_click: { calls: 20, failed: 0, p50: 10, p95: 19 },
      browser_find: { calls: 1, failed: 1, p50: 7, p95: 7 },
    });
  });

  it('names a bucket that recurs, and none that does not', () => {
    const script = (bucket: string) => call('eval_js', 1, { script: { bucket } });
    const { missingPrimitiveHypotheses } = reportOf(
      [script('dom-query'), script('dom-query'), script('dom-query'), script('custom')],
      false,
    );
    expect(missingPrimitiveHypotheses).toMatchObject([{ bucket: 'dom-query', count: 3 }]);
  });

  it('lists notes and calls only when all of it is wanted', () => {
    const entries = [call('browser_find', 1), { kind: 'note', insight: 'slow' }];
    expect(reportOf(entries, false)).not.toHaveProperty('noted');
    expect(reportOf(entries, true)).toMatchObject({ noted: [{ insight: 'slow' }], notes: 1 });
  });
});
