import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AddressFacts, WebUrlFacts } from '../../../src/core/index.js';
import { createOwnListeners, createResolver, createEgress } from '../../../src/network/index.js';
import { networkOptions } from '../../../src/network/options.js';
import { compilePolicy, judgeEgress, judgeVisit } from '../../../src/policy/index.js';
import { originOptions } from '../../../src/policy/options.js';
import { CLOSED_ADDRESSES } from './closed-addresses.js';
import { startMockDns } from './mock-dns.js';
import type { MockDns } from './mock-dns.js';
import { CLOSED_NAMES, CLOSED_SCHEMES, LISTED, OPEN } from './ssrf-vectors.js';

const everything = compilePolicy({ network: originOptions.parse({}), rules: [], confirmRequired: [] });
const listed = compilePolicy({
  network: originOptions.parse({
    allow: ['example.com', '*.shop.example'],
    block: ['ads.example.com', '*.track.example'],
  }),
  rules: [],
  confirmRequired: [],
});

let dns: MockDns;
let egress: ReturnType<typeof createEgress>;

beforeAll(async () => {
  dns = await startMockDns();
  for (const [url, rounds] of [...CLOSED_NAMES, ...OPEN]) {
    const facts = URL.canParse(url) ? new URL(url) : undefined;
    if (facts !== undefined) dns.set(facts.hostname.replace(/\.$/u, ''), ...rounds);
  }
  egress = createEgress(networkOptions.parse({}), {
    judge: (_, url, addresses) => judgeEgress(everything, undefined, url, addresses),
    log: () => undefined,
    note: () => undefined,
    own: createOwnListeners(() => ['203.0.114.9', '127.0.0.1']),
    resolver: createResolver({ servers: [dns.server], hostsFile: '/nonexistent', timeoutMs: 600 }),
  });
});

afterAll(async () => {
  await egress.close();
  dns.close();
});

/** The whole judgement of a URL, as the proxy makes it, without dialling: no test connects to a public address. */
async function judge(url: string): Promise<'open' | 'closed'> {
  const facts = egress.describe(url);
  if (facts.kind === 'blank') return 'open';
  if (facts.kind !== 'web' || judgeVisit(everything, undefined, facts).kind !== 'allow') return 'closed';
  return (await judgeResolved(facts)).kind === 'allow' ? 'open' : 'closed';
}

async function judgeResolved(facts: WebUrlFacts) {
  const addresses: readonly AddressFacts[] = await egress.resolve(facts, AbortSignal.timeout(5000));
  return judgeEgress(everything, undefined, facts, addresses);
}

describe('what is written', () => {
  test.each(CLOSED_ADDRESSES)('%j is closed, and nothing was looked up', async (url) => {
    expect(await judge(url)).toBe('closed');
    const facts = egress.describe(url);
    if (facts.kind === 'web' && facts.name !== 'address') expect(dns.asked(facts.host)).toBe(0);
  });

  test.each(CLOSED_SCHEMES)('%j is not opened', (url) => {
    expect(egress.describe(url).kind).toBe('other-scheme');
  });
});

describe('what a name resolves to', () => {
  test.each(CLOSED_NAMES)('%s is closed', async (url) => {
    expect(await judge(url)).toBe('closed');
  });

  test.each(OPEN)('%j is open', async (url) => {
    expect(await judge(url)).toBe('open');
  });

  test('a name that changes its mind is judged by the answer that is used', async () => {
    dns.set('rebind.example', ['93.184.216.34'], ['127.0.0.1']);
    const facts = egress.describe('https://rebind.example/') as WebUrlFacts;
    const first = await egress.resolve(facts, AbortSignal.timeout(5000));
    expect(first).toEqual([{ address: '93.184.216.34', class: 'public' }]);
    expect(dns.asked('rebind.example')).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await judgeResolved(facts)).kind).toBe('deny');
  });

  test('one private address among public ones closes them all, in either family', async () => {
    dns.set('mixed.example', ['93.184.216.34', '10.0.0.1']);
    dns.set('families.example', ['93.184.216.34', '::1']);
    dns.set('alias.example', { alias: 'mixed.example' });
    for (const host of ['mixed', 'families', 'alias']) expect(await judge(`https://${host}.example/`)).toBe('closed');
  });
});

test.each(LISTED)('with lists, %j is open: %s', (url, open) => {
  const facts = egress.describe(url);
  expect(judgeVisit(listed, undefined, facts).kind).toBe(open ? 'allow' : 'deny');
  if (facts.kind === 'web') expect(judgeEgress(listed, undefined, facts).kind).toBe(open ? 'allow' : 'deny');
});
