import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createResolver } from '../../../src/network/index.js';
import { startMockDns } from './mock-dns.js';
import type { MockDns } from './mock-dns.js';

let dns: MockDns;
let folder: string;

beforeAll(async () => {
  dns = await startMockDns();
  folder = await mkdtemp(join(tmpdir(), 'resolver-'));
});

afterAll(async () => {
  dns.close();
  await rm(folder, { recursive: true });
});

const soon = () => AbortSignal.timeout(5000);

function resolver(hostsFile = '/nonexistent') {
  return createResolver({ servers: [dns.server], hostsFile, timeoutMs: 600 });
}

describe('the resolver', () => {
  test('asks for both families and follows aliases', async () => {
    dns.set('both.example', ['93.184.216.34', '2606:4700::1111']);
    dns.set('alias.example', { alias: 'both.example' });
    expect(await resolver().lookup('both.example', soon())).toEqual(['93.184.216.34', '2606:4700::1111']);
    expect(await resolver().lookup('alias.example', soon())).toEqual(['93.184.216.34', '2606:4700::1111']);
  });

  test.each(['NXDOMAIN', 'SERVFAIL', 'TIMEOUT'] as const)('%s is no address, within its time', async (failure) => {
    dns.set(`${failure.toLowerCase()}.example`, failure);
    const start = performance.now();
    expect(await resolver().lookup(`${failure.toLowerCase()}.example`, soon())).toEqual([]);
    expect(performance.now() - start).toBeLessThan(1500);
  });

  test('many at once ask once, and a failure is not remembered', async () => {
    const asking = resolver();
    dns.set('crowd.example', ['93.184.216.34']);
    await Promise.all(Array.from({ length: 20 }, () => asking.lookup('crowd.example', soon())));
    expect(dns.asked('crowd.example')).toBe(2);
    dns.set('late.example', 'NXDOMAIN', ['93.184.216.34']);
    expect(await asking.lookup('late.example', soon())).toEqual([]);
    expect(await asking.lookup('late.example', soon())).toEqual(['93.184.216.34']);
  });

  test('the hosts file comes first and is read again when it changes', async () => {
    const file = join(folder, 'hosts');
    await writeFile(file, '# names\n10.1.2.3 Fixed.example other.example # no\nnonsense fixed.example\n');
    const asking = resolver(file);
    expect(await asking.lookup('fixed.example', soon())).toEqual(['10.1.2.3']);
    expect(dns.asked('fixed.example')).toBe(0);
    await writeFile(file, '10.1.2.4 fixed.example\n::1 fixed.example\n');
    expect(await asking.lookup('fixed.example', soon())).toEqual(['10.1.2.4', '::1']);
  });

  test('gives up when its caller does', async () => {
    dns.set('silent.example', 'TIMEOUT');
    await expect(resolver().lookup('silent.example', AbortSignal.timeout(50))).rejects.toMatchObject({
      code: 'network.unreachable',
    });
  });

  test('an opened localhost needs no server', async () => {
    expect(await resolver().lookupOpened('localhost')).toEqual(['127.0.0.1', '::1']);
    expect(dns.asked('localhost')).toBe(0);
  });
});
