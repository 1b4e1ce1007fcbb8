import { parseArgs } from 'node:util';
import { CONTESTANTS, pick } from '../read-options.mjs';
import { TASKS } from './tasks/index.mjs';

const NAMES = TASKS.map(({ name }) => name);

const USAGE = `npm run bench:agent -- [options]

  --rounds N               seeds per task, interleaved between the servers; default 4
  --tasks A,B              of: ${NAMES.join(', ')}
  --peers A,B              of: ${CONTESTANTS.join(', ')}
  --json FILE              every call of every episode
  --trace FILE             every call with its answer, to read what the agent saw
  --executable-path FILE   the Chromium that all of them use; found by itself
  --server FILE            our built server; default dist/gatewright.js`;

/**
 * @param {string[]} argv
 * @returns {import('./types.js').AgentOptions}
 */
export function readAgentOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      rounds: { type: 'string', default: '4' },
      tasks: { type: 'string', default: NAMES.join(',') },
      peers: { type: 'string', default: CONTESTANTS.join(',') },
      json: { type: 'string' },
      trace: { type: 'string' },
      'executable-path': { type: 'string' },
      server: { type: 'string', default: 'dist/gatewright.js' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) throw new Error(USAGE);
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1 on.');
  return {
    rounds,
    tasks: pick('--tasks', values.tasks, NAMES),
    peers: pick('--peers', values.peers, CONTESTANTS),
    json: values.json,
    trace: values.trace,
    executablePath: values['executable-path'],
    server: values.server,
  };
}
