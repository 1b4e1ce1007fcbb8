import { expect, it } from 'vitest';
import { TOOLS } from '../../src/tools/index.js';
import { hugePages } from '../fixtures/matrix-pages.js';
import { matrixCalls, openMatrix } from '../fixtures/matrix-world.js';
import { promised } from '../fixtures/promised.js';

const MAX_CALL_MS = 30_000;
/** 100,000 characters of a page and our own words. A body comes in parts of its own size. */
const MAX_ANSWER = 110_000;
const MAX_BODY = 270_000;
const COLUMN_MS = 300_000;

promised('bounded-calls', () => {
  it(
    'a page with far too much: every call ends in time, and no answer is longer than it may be',
    async () => {
      const world = await openMatrix(hugePages());
      const wrong: string[] = [];
      try {
        let isThere = false;
        for (const call of matrixCalls(world.site.origin, true)) {
          const { tool, reply, ms } = await world.run(call, isThere);
          isThere = TOOLS.find(({ name }) => name === tool)?.capability !== 'navigation';
          const length = reply.text.length + JSON.stringify(reply.meta ?? {}).length;
          if (ms > MAX_CALL_MS || length > (tool === 'network_body' ? MAX_BODY : MAX_ANSWER))
            wrong.push(`${tool}: ${ms.toFixed(0)} ms, ${String(length)} characters`);
        }
      } finally {
        await world.close();
      }
      expect(wrong).toEqual([]);
    },
    COLUMN_MS,
  );
});
