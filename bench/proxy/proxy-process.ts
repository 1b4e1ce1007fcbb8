// The proxy in a process of its own, whose memory can be watched.
import { makeProxy } from './make-proxy.js';

const { access } = await makeProxy(process.argv[2] ?? '');
process.stdout.write(`${JSON.stringify(access)}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
