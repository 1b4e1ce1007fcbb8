import { connect } from '../servers/connect.mjs';
import { takeTurns } from '../sections/take-turns.mjs';
import { adapterOf } from './adapters/index.mjs';
import { createAgent, GaveUp } from './agent.mjs';
import { createSeeded } from './random.mjs';
import { TASKS } from './tasks/index.mjs';

/** @typedef {Awaited<ReturnType<typeof import('./task-site.mjs').openTaskSite>>} TaskSite */
/** @typedef {import('../types.js').Connection} Connection */
/** @typedef {import('./types.js').Episode} Episode */

/**
 * Every task with every seed, one server after the other in turns, each in one long session.
 *
 * @param {import('./types.js').AgentOptions} options
 * @param {{ contestants: import('../types.js').Contestant[], site: TaskSite, executablePath: string, runFolder: string, trace: (line: string) => void }} parts
 */
export async function runEpisodes(options, { contestants, site, executablePath, runFolder, trace }) {
  /** @type {import('./types.js').AgentResults['servers']} */
  const servers = Object.fromEntries(contestants.map(({ id, label }) => [id, { label, episodes: [] }]));
  /** @type {Connection[]} */
  const connections = [];
  const setup = { executablePath, runFolder, siteHost: site.host, isRoot: process.getuid?.() === 0, isLong: true };
  try {
    for (const contestant of contestants) connections.push(await connect(contestant, setup));
    // The first navigation starts the browser, which is measured elsewhere.
    for (const { ask, contestant } of connections) await ask(contestant.navigate(site.openVisit('start', NOTHING).url));
    for (const task of TASKS.filter(({ name }) => options.tasks.includes(name))) {
      console.error(task.name);
      await takeTurns(connections, options.rounds, async (connection, seed) => {
        trace(`# ${task.name}, seed ${String(seed)}, ${connection.contestant.label}\n`);
        const episode = await runEpisode(connection, site, task, seed, trace);
        trace(episode.isSolved ? '# solved\n' : `# not solved: ${episode.problem ?? ''}\n`);
        servers[connection.contestant.id]?.episodes.push(episode);
      });
    }
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
  }
  return servers;
}

const NOTHING = { body: '<p>waiting</p>', outcome: undefined };

/**
 * @param {Connection} connection
 * @param {TaskSite} site
 * @param {import('./types.js').AnyTask} task
 * @param {number} seed
 * @param {(line: string) => void} trace
 * @returns {Promise<Episode>}
 */
async function runEpisode(connection, site, task, seed, trace) {
  const exercise = task.make(createSeeded(seed), seed);
  const { url, judge } = site.openVisit(task.name, exercise);
  const { agent, steps } = createAgent(connection, adapterOf(connection.contestant.id), url, trace);
  /** @type {string | undefined} */
  let gaveUp;
  try {
    await exercise.solve(agent);
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error;
    gaveUp = error.message;
  }
  const wrong = await judge();
  return { task: task.name, seed, steps, isSolved: wrong === undefined, problem: wrong && (gaveUp ?? wrong) };
}
