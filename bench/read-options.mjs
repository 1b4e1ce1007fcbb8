import { parseArgs } from 'node:util';

/** @type {import('./types.js').Section[]} */
const SECTIONS = [
  'start',
  'tools',
  'navigation',
  'snapshot',
  'screenshot',
  'click',
  'security',
  'recall',
  'memory',
  'scaling',
];
export const CONTESTANTS = ['us', 'playwright', 'devtools'];

export const USAGE = `npm run bench -- [options]

  --pages FOLDER           saved pages, one subfolder each with an .html file; default: pages made here
  --rounds N               rounds, interleaved between the servers; default 5
  --only A,B               of: ${SECTIONS.join(', ')}
  --peers A,B              of: ${CONTESTANTS.join(', ')}
  --json FILE              every sample, for later comparison
  --executable-path FILE   the Chromium that all of them use; found by itself
  --server FILE            our built server; default dist/gatewright.js
  --settings YAML          a line of our server's gatewright.yaml, such as 'browser: { startAhead: true }'`;

/**
 * @param {string[]} argv
 * @returns {import('./types.js').Options}
 */
export function readOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      pages: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', default: SECTIONS.join(',') },
      peers: { type: 'string', default: CONTESTANTS.join(',') },
      json: { type: 'string' },
      'executable-path': { type: 'string' },
      server: { type: 'string', default: 'dist/gatewright.js' },
      settings: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) throw new Error(USAGE);
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1 on.');
  return {
    rounds,
    pages: values.pages,
    only: new Set(pick('--only', values.only, SECTIONS)),
    peers: pick('--peers', values.peers, CONTESTANTS),
    json: values.json,
    executablePath: values['executable-path'],
    server: values.server,
    settings: values.settings,
  };
}

/**
 * @template {string} T
 * @param {string} flag
 * @param {string} given
 * @param {T[]} known
 * @returns {T[]} in the known order, so that tables look alike whatever was typed
 */
export function pick(flag, given, known) {
  const names = given.split(',').map((name) => name.trim());
  const strange = names.filter((name) => !known.some((one) => one === name));
  if (strange.length > 0) throw new Error(`${flag}: unknown ${strange.join(', ')}; known: ${known.join(', ')}`);
  return known.filter((one) => names.includes(one));
}
