import { defineConfig } from 'vitest/config';

// A real browser on a shared machine: one second chance, which the report names as a retry.
const withBrowser = { testTimeout: 60_000, hookTimeout: 60_000, fileParallelism: false, retry: 1 } as const;

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'tests/*.test.ts'], exclude: ['node_modules'] } },
      { test: { name: 'contracts', include: ['tests/contracts/**/*.test.ts'], ...withBrowser } },
      { test: { name: 'e2e', include: ['tests/e2e/**/*.test.ts'], ...withBrowser } },
      { test: { name: 'attacks', include: ['tests/attacks/**/*.test.ts'], ...withBrowser } },
    ],
  },
});
