import { performance } from 'node:perf_hooks';
import { GUARDED_CALL } from '../servers/gatewright.mjs';
import { noteFailure } from './take-turns.mjs';

/**
 * Gate, judgement, record and release of a call that asks nothing of the browser, against a bare ping on the same pipe:
 * the difference is an upper bound on what safety costs a call.
 *
 * @param {import('../bench.mjs').Bench} bench
 * @param {readonly import('../types.js').Connection[]} connections
 */
export async function measureSecurity(bench, connections) {
  const us = connections.find(({ contestant }) => contestant.id === 'us');
  if (us === undefined) return;
  const figures = bench.figuresOf(us.contestant);
  await noteFailure(figures, async () => {
    for (let pair = -20; pair < 40 * bench.options.rounds; pair += 1) {
      const started = performance.now();
      await us.client.ping();
      const ping = performance.now() - started;
      const { ms } = await us.call(GUARDED_CALL);
      if (pair < 0) continue;
      figures.ping.push(ping);
      figures.guardedCall.push(ms);
    }
  });
}
