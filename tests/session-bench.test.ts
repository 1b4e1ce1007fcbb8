import { expect, it } from 'vitest';
import { judgeSlopes } from '../bench/sessions/slopes.mjs';

/** Forty looks at a server whose memory goes up and down by 30 MB, as rubbish is collected. */
const looks = (leaked: number, every = 25): Record<string, number>[] =>
  Array.from({ length: 40 }, (_, i) => ({
    sessions: (i + 1) * every,
    serverMb: 160 + ((i * 7) % 4) * 10 + leaked * (i + 1) * every,
    descriptors: 27,
  }));
const judged = (samples: Record<string, number>[], name: string): boolean | undefined =>
  judgeSlopes(samples).find((one) => one.name === name)?.isFlat;

it('memory that comes and goes is flat, and what does not change is', () => {
  expect(judged(looks(0), 'serverMb')).toBe(true);
  expect(judged(looks(0), 'descriptors')).toBe(true);
});

it('three megabytes of each hundred sessions grow, however much comes and goes', () => {
  expect(judged(looks(0.03), 'serverMb')).toBe(false);
});

it('one process that is left of each hundred sessions grows', () => {
  const samples = looks(0).map((look) => ({ ...look, processes: 13 + Math.floor((look['sessions'] ?? 0) / 100) }));
  expect(judged(samples, 'processes')).toBe(false);
});

it('a figure that grew only while caches filled is flat', () => {
  const samples = looks(0).map((look) => ({ ...look, treeMb: Math.min(look['sessions'] ?? 0, 400) }));
  expect(judged(samples, 'treeMb')).toBe(true);
});
