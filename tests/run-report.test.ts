import { describe, expect, it } from 'vitest';
import { judgeRun, problemsOf } from './run-report.js';

const test = (name: string, state: 'passed' | 'failed' | 'skipped' | 'pending' = 'passed', retries = 0) => ({
  name,
  state,
  retries,
});
const problems = (tests: Parameters<typeof judgeRun>[0], promises: string[] = []) =>
  problemsOf(judgeRun(tests, promises));

describe('the report of a run', () => {
  it('finds a promise whose tests were skipped, never began, or are not there', () => {
    const tests = [
      test('held: All. > once'),
      test('skipped: All. > a', 'skipped'),
      test('unstarted: All. > a', 'pending'),
    ];
    expect(judgeRun(tests, ['held', 'skipped', 'unstarted', 'absent']).untested).toEqual([
      'skipped',
      'unstarted',
      'absent',
    ]);
  });

  it('counts a promise as tested when one of its tests ran, whatever came of it', () => {
    const tests = [test('held: All. > a', 'skipped'), test('held: All. > b', 'failed')];
    expect(problems(tests, ['held'])).toEqual([]);
  });

  it('takes no promise for another that begins like it', () => {
    expect(judgeRun([test('held-long: All. > a')], ['held', 'held-long']).untested).toEqual(['held']);
  });

  it('lets three retries pass, and not four', () => {
    const retried = (count: number) => Array.from({ length: count }, (_, i) => test(`test ${i}`, 'passed', 1));
    expect(problems(retried(3))).toEqual([]);
    expect(problems(retried(4))).toEqual([expect.stringContaining('4 tests needed a retry')]);
    expect(judgeRun(retried(2), []).retried).toEqual(['test 0', 'test 1']);
  });
});
