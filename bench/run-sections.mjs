import { measureMemory } from './process-tree.mjs';
import { measureClick } from './sections/measure-click.mjs';
import { measurePages } from './sections/measure-pages.mjs';
import { measureRecall } from './sections/measure-recall.mjs';
import { measureScaling } from './sections/measure-scaling.mjs';
import { measureSecurity } from './sections/measure-security.mjs';
import { countTools, measureStart } from './sections/measure-start.mjs';
import { noteFailure } from './sections/take-turns.mjs';
import { connect } from './servers/connect.mjs';

/**
 * Start first, while no other browser lives; then one long-lived server each. Memory is taken before the giant pages.
 *
 * @param {import('./bench.mjs').Bench} bench
 */
export async function runSections(bench) {
  const { only } = bench.options;
  if (only.has('start')) {
    bench.say('start');
    await measureStart(bench);
  }
  if ([...only].every((section) => section === 'start')) return;
  const connections = await connectAll(bench);
  try {
    await runWarm(bench, connections);
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
  }
}

/**
 * @param {import('./bench.mjs').Bench} bench
 * @param {readonly import('./types.js').Connection[]} connections
 */
async function runWarm(bench, connections) {
  const { only } = bench.options;
  for (const connection of connections) await bench.rest(connection);
  if (only.has('tools')) countTools(bench, connections);
  if (only.has('navigation') || only.has('snapshot') || only.has('screenshot')) {
    bench.say('pages');
    await measurePages(bench, connections);
  }
  if (only.has('click')) {
    bench.say('click');
    await measureClick(bench, connections);
  }
  if (only.has('security')) {
    bench.say('security');
    await measureSecurity(bench, connections);
  }
  if (only.has('recall')) {
    bench.say('recall');
    await measureRecall(bench, connections);
  }
  if (only.has('memory')) {
    for (const { contestant, pid } of connections) {
      bench.figuresOf(contestant).memory = measureMemory(pid, bench.setup.executablePath);
    }
  }
  if (only.has('scaling')) {
    bench.say('scaling');
    await measureScaling(bench, connections);
  }
}

/** @param {import('./bench.mjs').Bench} bench */
async function connectAll(bench) {
  /** @type {import('./types.js').Connection[]} */
  const connections = [];
  for (const contestant of bench.contestants) {
    await noteFailure(bench.figuresOf(contestant), async () => {
      connections.push(await connect(contestant, { ...bench.setup, isLong: true }));
    });
  }
  return connections;
}
