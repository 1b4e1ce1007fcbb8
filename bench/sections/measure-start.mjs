import { connect } from '../servers/connect.mjs';
import { countToolTokens } from '../count-tokens.mjs';
import { noteFailure, takeTurns } from './take-turns.mjs';

/**
 * A fresh process each time: spawn to tools listed, then the first navigation with the start of the browser in it.
 *
 * @param {import('../bench.mjs').Bench} bench
 */
export async function measureStart(bench) {
  const url = bench.site.url(bench.stations.click.path);
  // The first round brings everything into the disk cache and is not counted.
  await takeTurns(bench.contestants, 2 * bench.options.rounds + 1, async (contestant, round) => {
    const figures = bench.figuresOf(contestant);
    await noteFailure(figures, async () => {
      const connection = await connect(contestant, { ...bench.setup, isLong: false });
      try {
        const call = contestant.navigateAndLook?.(url) ?? contestant.navigate(url);
        const { ms } = await connection.call(call);
        if (round === 0) return;
        figures.start.push(connection.msToTools);
        figures.firstNavigation.push(ms);
      } finally {
        await connection.close();
      }
    });
  });
}

/**
 * @param {import('../bench.mjs').Bench} bench
 * @param {readonly import('../types.js').Connection[]} connections
 */
export function countTools(bench, connections) {
  for (const { contestant, tools } of connections) {
    const figures = bench.figuresOf(contestant);
    figures.toolCount = tools.length;
    figures.toolTokens = countToolTokens(tools);
  }
}
