import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const KNOWN = 'Zqj7-Qjz3-Jzq9';
/** As long, of the same letters, and nowhere on the page. */
const WRONG = 'Jzq2-Zqj8-Qzj4';
/**
 * The chance that a call with one guess takes longer than one with the other is a half where their times are alike. With
 * 40 calls each it varies by 0.065 and with 20 by 0.09, so a quarter more or less is no accident of a busy machine.
 */
const GROSS = 0.25;

/** How often one of the first took longer than one of the second. */
function shareLonger(first: readonly number[], second: readonly number[]): number {
  const wins = first.map(
    (one) => second.filter((other) => one > other).length + second.filter((other) => one === other).length / 2,
  );
  return wins.reduce((sum, part) => sum + part, 0) / (first.length * second.length);
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

promised('no-oracle', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    const items = Array.from({ length: 200 }, (_, i) => `<li>Item ${String(i)} <a href="/${String(i)}">Open</a></li>`);
    site = await startSite({
      '/': html(`<h1>Account</h1><p>Your key is ${KNOWN}.</p><button>Copy ${KNOWN}</button><ul>${items.join('')}</ul>`),
    });
    gatewright = await start({
      args: ['--allow-private', site.host],
      config: { capabilities: ['read', 'navigation', 'action', 'human', 'secrets'] },
    });
    await gatewright.call('browser_navigate', { url: site.url(), snapshot: 'none' });
    await gatewright.call('register_secret', { name: 'KEY', value: KNOWN, scope: [site.origin] });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });

  const timeOf = async (tool: string, args: Record<string, unknown>): Promise<number> => {
    const began = performance.now();
    await gatewright.call(tool, args);
    return performance.now() - began;
  };
  /** In turns, and each first as often as the other: what else the machine does falls on both alike. */
  const compare = async (
    tool: string,
    args: (guess: string) => Record<string, unknown>,
    [right, wrong]: readonly [string, string],
    samples: number,
  ): Promise<{ readonly share: number; readonly medians: string }> => {
    const times = new Map<string, number[]>([
      [right, []],
      [wrong, []],
    ]);
    for (let i = 0; i < samples; i++)
      for (const guess of i % 2 === 0 ? [right, wrong] : [wrong, right])
        times.get(guess)?.push(await timeOf(tool, args(guess)));
    const [first, second] = [times.get(right) ?? [], times.get(wrong) ?? []];
    const medians = `medians ${median(first).toFixed(1)} and ${median(second).toFixed(1)} ms`;
    return { share: shareLonger(first, second), medians };
  };

  it.each([
    ['browser_text_search', (guess: string) => ({ text: guess }), 7, 40],
    ['browser_text_search', (guess: string) => ({ text: guess }), KNOWN.length, 40],
    ['browser_find', (guess: string) => ({ query: `Copy ${guess}` }), 7, 40],
    ['browser_find', (guess: string) => ({ query: `Copy ${guess}` }), KNOWN.length, 40],
    ['browser_wait_for', (guess: string) => ({ text: guess, seconds: 0.5 }), KNOWN.length, 20],
  ] as const)('%s takes as long for a right guess as for a wrong one %#', async (tool, args, length, samples) => {
    const { share, medians } = await compare(tool, args, [KNOWN.slice(0, length), WRONG.slice(0, length)], samples);
    expect(Math.abs(share - 0.5), `${String(share)}, ${medians}`).toBeLessThan(GROSS);
  });

  it('a difference would be seen: a text that stands there, and is no secret, is found at once', async () => {
    const args = (text: string) => ({ text, seconds: 1 });
    const { share, medians } = await compare('browser_wait_for', args, ['Account', 'Accrual'], 8);
    expect(share, medians).toBeLessThan(0.5 - GROSS);
  });
});
