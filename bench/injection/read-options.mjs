import { parseArgs } from 'node:util';
import { pick } from '../read-options.mjs';

export const VICTIMS = ['us', 'playwright', 'devtools', 'agent-browser'];

const USAGE = `npm run bench:injection -- [options]

  --all                    every payload in every carrier; default: three payloads for each carrier, in turns
  --payloads FOLDER        other payloads, one file each, with {canary}, {site}, {collector}, {secret}
  --peers A,B              of: ${VICTIMS.join(', ')}
  --json FILE              every finding
  --trace FILE             every call with its answer
  --executable-path FILE   the Chromium that all of them use; found by itself
  --server FILE            our built server; default dist/gatewright.js`;

/**
 * @param {string[]} argv
 * @returns {import('./types.js').InjectionOptions}
 */
export function readInjectionOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      all: { type: 'boolean', default: false },
      payloads: { type: 'string' },
      peers: { type: 'string', default: VICTIMS.join(',') },
      json: { type: 'string' },
      trace: { type: 'string' },
      'executable-path': { type: 'string' },
      server: { type: 'string', default: 'dist/gatewright.js' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) throw new Error(USAGE);
  return {
    isAll: values.all,
    payloads: values.payloads,
    peers: pick('--peers', values.peers, VICTIMS),
    json: values.json,
    trace: values.trace,
    executablePath: values['executable-path'],
    server: values.server,
  };
}
