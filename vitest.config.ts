import { defineConfig } from 'vitest/config';

// A real browser on a shared machine: one second chance, which the report names as a retry.
const withBrowser = { testTimeout: 60_000, hookTimeout: 60_000, retry: 1 } as const;
// Waiting is most of what they do: three files at a time, when the quick ones are done.
const inThrees = { ...withBrowser, maxWorkers: 3, sequence: { groupOrder: 1 } } as const;

// These lay a false way out for the whole machine of the tests, and count what takes it: nobody else may be about.
const ALONE = ['tests/attacks/no-route.test.ts', 'tests/contracts/browser/self-test.test.ts'];
const alone = { ...withBrowser, maxWorkers: 1, sequence: { groupOrder: 2 } } as const;

// Generated input, for a while each. What fails once fails: there is no second chance.
const fuzz = { ...inThrees, retry: 0 } as const;

export default defineConfig({
  test: {
    reporters: ['default', './tests/run-report.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'tests/*.test.ts'],
          exclude: ['node_modules'],
          // Generated input on a busy machine takes longer than five seconds.
          testTimeout: 30_000,
        },
      },
      { test: { name: 'contracts', include: ['tests/contracts/**/*.test.ts'], exclude: ALONE, ...inThrees } },
      { test: { name: 'e2e', include: ['tests/e2e/**/*.test.ts'], ...inThrees } },
      { test: { name: 'attacks', include: ['tests/attacks/**/*.test.ts'], exclude: ALONE, ...inThrees } },
      { test: { name: 'fuzz', include: ['tests/fuzz/**/*.test.ts'], ...fuzz } },
      { test: { name: 'alone', include: ALONE, ...alone } },
    ],
  },
});
