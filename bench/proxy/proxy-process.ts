// The egress proxy as the house wires it, in a process of its own whose memory can be watched.
import { createEgress } from '../../src/network/index.js';
import { networkOptions } from '../../src/network/options.js';
import { compilePolicy, judgeEgress } from '../../src/policy/index.js';
import { originOptions } from '../../src/policy/options.js';

const [site = ''] = process.argv.slice(2);
const policy = compilePolicy({ network: originOptions.parse({ allow: [site] }), rules: [], confirmRequired: [] });
const egress = createEgress(networkOptions.parse({ unsafeAllowPrivate: [site] }), {
  judge: (_, url, addresses) => judgeEgress(policy, undefined, url, addresses),
  log: (line) => process.stderr.write(`${line}\n`),
  note: () => undefined,
});
const access = await egress.admit({ principal: 'bench', session: 'default' });
process.stdout.write(`${JSON.stringify(access)}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
