import { countTokens } from '../count-tokens.mjs';
import { noteFailure, takeTurns } from './take-turns.mjs';

/**
 * The first snapshot of pages of growing size. The largest one is for us alone: the peers take minutes for it.
 *
 * @param {import('../bench.mjs').Bench} bench
 * @param {readonly import('../types.js').Connection[]} connections
 */
export async function measureScaling(bench, connections) {
  for (const page of bench.scalePages) {
    bench.say(`  ${page.name}`);
    const players =
      page.elements > 20_000 ? connections.filter(({ contestant }) => contestant.id === 'us') : connections;
    await takeTurns(players, Math.min(3, bench.options.rounds), async (connection) => {
      const { contestant, call } = connection;
      const figures = bench.figuresOf(contestant);
      const ofSize = (figures.scaling[page.name] ??= { ms: [], tokens: undefined });
      await noteFailure(figures, async () => {
        await call(contestant.navigate(bench.site.url(page.path)));
        const { ms, text } = await call(contestant.snapshot());
        ofSize.ms.push(ms);
        ofSize.tokens ??= countTokens(text);
      });
      await bench.rest(connection);
    });
  }
}
