// The site in a process of its own: it is not the proxy's work that is measured with it.
import { openOrigin } from './open-origin.mjs';

const { host } = await openOrigin(Number(process.argv[2]));
process.stdout.write(`${host}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
