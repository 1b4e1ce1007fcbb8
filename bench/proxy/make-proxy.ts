// The egress proxy as the house wires it.
import { createEgress } from '../../src/network/index.js';
import { networkOptions } from '../../src/network/options.js';
import { compilePolicy, judgeEgress } from '../../src/policy/index.js';
import { originOptions } from '../../src/policy/options.js';

/** A proxy that lets exactly one `host:port` through, and how to get through it. */
export async function makeProxy(site: string) {
  const policy = compilePolicy({ network: originOptions.parse({ allow: [site] }), rules: [], confirmRequired: [] });
  const egress = createEgress(networkOptions.parse({ unsafeAllowPrivate: [site] }), {
    judge: (_, url, addresses) => judgeEgress(policy, undefined, url, addresses),
    log: (line) => process.stderr.write(`${line}\n`),
    note: () => undefined,
  });
  return { access: await egress.admit({ principal: 'bench', session: 'default' }), close: () => egress.close() };
}
