import { defineConfig } from 'vitest/config';

// A real browser on a shared machine: one second chance, which the report names as a retry.
const withBrowser = { testTimeout: 60_000, hookTimeout: 60_000, retry: 1 } as const;
// Waiting is most of what they do: two files at a time. Where whole servers start, or an attack is timed, one.
const inPairs = { ...withBrowser, maxWorkers: 2 } as const;
const alone = { ...withBrowser, maxWorkers: 1 } as const;
const after = (groupOrder: number) => ({ sequence: { groupOrder } });

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'tests/*.test.ts'], exclude: ['node_modules'] } },
      { test: { name: 'contracts', include: ['tests/contracts/**/*.test.ts'], ...inPairs, ...after(1) } },
      { test: { name: 'e2e', include: ['tests/e2e/**/*.test.ts'], ...alone, ...after(2) } },
      { test: { name: 'attacks', include: ['tests/attacks/**/*.test.ts'], ...alone, ...after(3) } },
    ],
  },
});
