import { countTokens } from '../count-tokens.mjs';
import { BUTTON } from '../pages/made-pages.mjs';
import { noteFailure, takeTurns } from './take-turns.mjs';

/**
 * @param {import('../bench.mjs').Bench} bench
 * @param {readonly import('../types.js').Connection[]} connections
 */
export async function measureClick(bench, connections) {
  const url = bench.site.url(bench.stations.click.path);
  await takeTurns(connections, 2 * bench.options.rounds, async ({ contestant, call }) => {
    const figures = bench.figuresOf(contestant);
    await noteFailure(figures, async () => {
      await call(contestant.navigate(url));
      const before = await call(contestant.snapshot());
      const ref = contestant.refOfButton(before.text, BUTTON);
      if (ref === undefined) throw new Error(`${contestant.label}: no ref for the button`);
      const click = await call(contestant.click(ref));
      const after = await call(contestant.snapshot());
      // A quick answer to a click that never came is worth nothing.
      if (!after.text.includes('pressed 1 times')) throw new Error(`${contestant.label}: the click did not arrive`);
      figures.click.push(click.ms);
      figures.clickTokens ??= countTokens(click.text);
    });
  });
}
