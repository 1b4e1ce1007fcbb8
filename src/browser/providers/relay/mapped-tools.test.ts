import { expect, it } from 'vitest';
import { TOOLS } from '../../../tools/index.js';
import { missingFor, missingTools } from './mapped-tools.js';

const ALL = new Set(missingTools(new Set()).flatMap(({ needs }) => needs));

it('each mapped tool is one of ours, and none runs script', () => {
  const names = new Set(TOOLS.map(({ name }) => name));
  for (const { tool } of missingTools(new Set())) expect(names.has(tool), tool).toBe(true);
  expect([...ALL].filter((name) => /evaluate|run_code/u.test(name))).toEqual([]);
});

it('a tool that the upstream lacks is named with what it would need', () => {
  expect(missingTools(ALL)).toEqual([]);
  const without = new Set([...ALL].filter((name) => name !== 'browser_drag'));
  expect(missingTools(without)).toEqual([{ tool: 'browser_drag', needs: ['browser_drag'] }]);
  expect(missingFor('browser_click', without)).toBeUndefined();
  expect(missingFor('eval_js', ALL)).toEqual({ tool: 'eval_js', needs: [] });
});
