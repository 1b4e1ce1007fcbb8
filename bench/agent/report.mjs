import { asCount, asMs, asRatio, drawTable } from '../report/draw-table.mjs';
import { median } from '../statistics.mjs';

/** @typedef {import('./types.js').AgentResults} AgentResults */
/** @typedef {import('./types.js').Episode} Episode */

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
      const { solved, calls, textTokens, hostTokens } = summarize(mine);
      return `${String(solved)} of ${String(mine.length)}; ${calls.toFixed(1)}; ${asCount(textTokens)} / ${asCount(hostTokens)}`;
    }),
  ]);
  return drawTable(['task', ...labels(servers)], rows);
}

/** @param {AgentResults} results */
function totals({ servers }) {
  const sums = Object.values(servers).map(({ episodes }) => summarize(episodes));
  const ours = servers['us'] && summarize(servers['us'].episodes);
  const others = Object.entries(servers).flatMap(([id, { episodes }]) => (id === 'us' ? [] : [summarize(episodes)]));
  /** @type {(name: string, of: (one: ReturnType<typeof summarize>) => number, write: (value: number) => string) => string[]} */
  const row = (name, of, write) => {
    const best = others.length === 0 ? undefined : Math.min(...others.map(of));
    return [name, ...sums.map((one) => write(of(one))), asRatio(ours && of(ours), best)];
  };
  const solved = ['solved', ...sums.map((one) => `${String(one.solved)} of ${String(one.episodes)}`), '—'];
  return drawTable(
    ['', ...labels(servers), 'us / best'],
    [
      solved,
      row(
        'calls per task',
        ({ calls }) => calls,
        (value) => value.toFixed(1),
      ),
      row(
        'refused calls per task',
        ({ refused }) => refused,
        (value) => value.toFixed(2),
      ),
      row('tokens per task, text', ({ textTokens }) => textTokens, asCount),
      row('tokens per task, structured where there is any', ({ hostTokens }) => hostTokens, asCount),
      row('tool time per call, ms p50', ({ msPerCall }) => msPerCall, asMs),
      row('tool time per task, ms', ({ msPerTask }) => msPerTask, asMs),
    ],
  );
}

/** @param {AgentResults} results */
function goals({ servers }) {
  if (servers['us'] === undefined) return '';
  const { solved, episodes, calls, textTokens, hostTokens } = summarize(servers['us'].episodes);
  const atMost = (/** @type {number} */ value, /** @type {number} */ limit) => (value <= limit ? 'met' : 'not met');
  const rows = [
    ['solved', String(solved), `all ${String(episodes)}`, solved === episodes ? 'met' : 'not met'],
    ['calls per task', calls.toFixed(1), `≤ ${String(MAX_CALLS)}`, atMost(calls, MAX_CALLS)],
    ['tokens per task, text', asCount(textTokens), `≤ ${String(MAX_TOKENS)}`, atMost(textTokens, MAX_TOKENS)],
    ['tokens per task, structured', asCount(hostTokens), `≤ ${String(MAX_TOKENS)}`, atMost(hostTokens, MAX_TOKENS)],
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
