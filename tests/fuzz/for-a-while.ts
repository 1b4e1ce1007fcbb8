import fc from 'fast-check';
import { beforeAll } from 'vitest';

/** `FUZZ_SECONDS=600` looks longer; `FUZZ_SEED=…` repeats a run that failed. */
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 20);
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);

export const FUZZ_MS = SECONDS * 1000;
/** For a test that fuzzes once, with time for what was begun. */
export const TEST_MS = FUZZ_MS + 40_000;

export function printSeed(): void {
  beforeAll(() => {
    console.log(`FUZZ_SEED=${String(SEED)}`);
  });
}

/** As many generated values as the time allows. A failure is printed with its seed and made small. */
export async function forAWhile<T>(
  values: fc.Arbitrary<T>,
  holds: (value: T) => Promise<void> | void,
  share = 1,
): Promise<void> {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(values, async (value) => {
      runs += 1;
      await holds(value);
    }),
    {
      seed: SEED,
      numRuns: 10_000_000,
      interruptAfterTimeLimit: FUZZ_MS * share,
      markInterruptAsFailure: false,
    },
  );
  console.log(`${String(runs)} runs`);
}
