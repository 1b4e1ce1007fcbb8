import { asCount, asMs, asRatio, drawTable } from '../report/draw-table.mjs';
import { median } from '../statistics.mjs';

/** @typedef {import('./types.js').AgentResults} AgentResults */
/** @typedef {import('./types.js').Episode} Episode */
/** @typedef {ReturnType<typeof summarize>} Summary */

const MAX_TOKENS = 800;
const MAX_CALLS = 5.7;

/** @param {AgentResults} results */
export function printAgentReport(results) {
  const { loadAverage, network, rounds } = results;
  const head = [
    `Network: ${network}.`,
    `Seeds: ${String(rounds)} per task, in turns. Load average ${loadAverage.before.toFixed(2)} before, ${loadAverage.after.toFixed(2)} after.`,
  ];
  return [
    head.join('\n'),
    `Tasks: solved; calls; tokens in text / in what a host passes on that prefers structuredContent\n\n${perTask(results)}`,
    `All\n\n${totals(results)}`,
    goals(results),
    problems(results),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** @param {AgentResults} results */
function perTask({ tasks, servers }) {
  const rows = tasks.map((task) => [
    task,
    ...Object.values(servers).map(({ episodes }) => {
      const mine = episodes.filter((episode) => episode.task === task);
      const sum = summarize(mine);
      return `${String(sum.solved)} of ${String(sum.episodes)}; ${asTenths(sum.calls)}; ${asCount(sum.textTokens)} / ${asCount(sum.hostTokens)}`;
    }),
  ]);
  return drawTable(['task', ...labels(servers)], rows);
}

/** @param {AgentResults} results */
function totals({ servers }) {
  const all = Object.values(servers).map(({ episodes }) => summarize(episodes));
  // A server that gives up early pays little: costs are compared where every server solved the task.
  const isShared = solvedByAll(servers);
  const shared = Object.values(servers).map(({ episodes }) => summarize(episodes.filter(isShared)));
  const where = `where all solved (${String(shared[0]?.episodes ?? 0)})`;
  const first = Object.keys(servers).indexOf('us');
  /** @type {(name: string, sums: Summary[], of: (one: Summary) => number, write: (value: number) => string) => string[]} */
  const row = (name, sums, of, write) => {
    const values = sums.map(of);
    const others = values.filter((_, i) => i !== first);
    const best = others.length === 0 ? undefined : Math.min(...others);
    return [name, ...values.map(write), asRatio(values[first], best)];
  };
  const solved = ['solved', ...all.map((one) => `${String(one.solved)} of ${String(one.episodes)}`), '—'];
  return drawTable(
    ['', ...labels(servers), 'us / best'],
    [
      solved,
      row('calls per task', all, calls, asTenths),
      row(`calls per task, ${where}`, shared, calls, asTenths),
      row('refused calls per task', all, ({ refused }) => refused, asTenths),
      row('tokens per task, text', all, textTokens, asCount),
      row(`tokens per task, text, ${where}`, shared, textTokens, asCount),
      row('tokens per task, structured', all, hostTokens, asCount),
      row(`tokens per task, structured, ${where}`, shared, hostTokens, asCount),
      row('tool time per call, ms p50', all, ({ msPerCall }) => msPerCall, asMs),
      row(`tool time per task, ms, ${where}`, shared, ({ msPerTask }) => msPerTask, asMs),
    ],
  );
}

/** @param {Summary} one */
const calls = (one) => one.calls;
/** @param {Summary} one */
const textTokens = (one) => one.textTokens;
/** @param {Summary} one */
const hostTokens = (one) => one.hostTokens;
/** @param {number} value */
const asTenths = (value) => value.toFixed(1);

/**
 * @param {AgentResults['servers']} servers
 * @returns {(episode: Episode) => boolean}
 */
function solvedByAll(servers) {
  const keyOf = (/** @type {Episode} */ { task, seed }) => `${task} ${String(seed)}`;
  const unsolved = Object.values(servers).flatMap(({ episodes }) => episodes.filter(({ isSolved }) => !isSolved));
  const keys = new Set(unsolved.map(keyOf));
  return (episode) => !keys.has(keyOf(episode));
}

/** @param {AgentResults} results */
function goals({ servers }) {
  if (servers['us'] === undefined) return '';
  const ours = summarize(servers['us'].episodes);
  // A server that gives up early pays little: only solved tasks count.
  const done = summarize(servers['us'].episodes.filter(({ isSolved }) => isSolved));
  const atMost = (/** @type {number} */ value, /** @type {number} */ limit) => (value <= limit ? 'met' : 'not met');
  const rows = [
    ['solved', String(ours.solved), `all ${String(ours.episodes)}`, ours.solved === ours.episodes ? 'met' : 'not met'],
    ['calls per solved task', asTenths(done.calls), `≤ ${String(MAX_CALLS)}`, atMost(done.calls, MAX_CALLS)],
    ...[
      { name: 'tokens per solved task, text', tokens: done.textTokens },
      { name: 'tokens per solved task, structured', tokens: done.hostTokens },
    ].map(({ name, tokens }) => [name, asCount(tokens), `≤ ${String(MAX_TOKENS)}`, atMost(tokens, MAX_TOKENS)]),
  ];
  return `Goals\n\n${drawTable(['goal', 'measured', 'limit', ''], rows)}`;
}

/** @param {AgentResults} results */
function problems({ servers }) {
  const lines = Object.values(servers).flatMap(({ label, episodes }) =>
    episodes.flatMap(({ task, seed, problem }) =>
      problem === undefined
        ? []
        : [`  ${label}, ${task}, seed ${String(seed)}: ${problem.replaceAll('\n', ' ').slice(0, 200)}`],
    ),
  );
  return lines.length === 0 ? '' : `Not solved\n\n${lines.join('\n')}`;
}

/** @param {readonly Episode[]} episodes */
function summarize(episodes) {
  const steps = episodes.flatMap((episode) => episode.steps);
  /** @type {(of: (step: import('./types.js').Step) => number) => number} */
  const perTask = (of) => steps.reduce((sum, step) => sum + of(step), 0) / Math.max(1, episodes.length);
  return {
    episodes: episodes.length,
    solved: episodes.filter(({ isSolved }) => isSolved).length,
    calls: perTask(() => 1),
    refused: perTask(({ isFailed }) => (isFailed ? 1 : 0)),
    textTokens: perTask(({ textTokens }) => textTokens),
    hostTokens: perTask(({ hostTokens }) => hostTokens),
    msPerTask: perTask(({ ms }) => ms),
    msPerCall: median(steps.map(({ ms }) => ms)) ?? 0,
  };
}

/** @param {AgentResults['servers']} servers */
function labels(servers) {
  return Object.values(servers).map(({ label }) => label);
}
