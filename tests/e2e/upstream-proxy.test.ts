import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMockDns } from '../contracts/network/mock-dns.js';
import type { MockDns } from '../contracts/network/mock-dns.js';
import { startMockUpstream } from '../contracts/network/mock-upstream.js';
import type { MockUpstream } from '../contracts/network/mock-upstream.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

let dns: MockDns;
let far: Site;
let near: Site;
let upstream: MockUpstream;
let workspace: string;
let gatewright: Running;

beforeAll(async () => {
  dns = await startMockDns();
  far = await startSite({
    '/': html('<h1>Far away</h1><img src="http://inside.example/leak"><img src="http://unlisted.example/leak">'),
  });
  near = await startSite({ '/': html('<h1>Next door</h1>') });
  upstream = await startMockUpstream(() => far.port);
  dns.set('inside.example', ['192.168.1.1']);
  workspace = mkdtempSync(join(tmpdir(), 'gw-upstream-'));
  const network = {
    allow: ['far.example', '127.0.0.1'],
    load: ['inside.example'],
    unsafeAllowPrivate: [near.host],
    resolver: [dns.server],
    upstreamProxy: upstream.url,
  };
  writeFileSync(join(workspace, 'gatewright.yaml'), JSON.stringify({ network }), { mode: 0o600 });
  gatewright = await start({ workspace });
});
afterAll(async () => {
  await gatewright.close();
  await Promise.all([far.close(), near.close(), upstream.close()]);
  dns.close();
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
});

it('the browser reaches a public site that only the company’s proxy can find, and nothing that is judged here', async () => {
  const reply = await gatewright.call('browser_navigate', { url: 'http://far.example/', wait_for: 'networkidle' });
  expect(reply.text).toContain('Far away');
  const targets = upstream.asked.map(({ target }) => target);
  expect(targets).toContain('http://far.example/');
  expect(targets.join(' ')).not.toMatch(/inside|unlisted/u);
  expect(dns.asked('unlisted.example')).toBe(0);
});

it('what is opened next door is reached directly', async () => {
  upstream.asked.length = 0;
  const reply = await gatewright.call('browser_navigate', { url: near.url(), wait_for: 'networkidle' });
  expect(reply.text).toContain('Next door');
  expect(upstream.asked).toEqual([]);
});

it('explain says what cannot be known here', () => {
  const { stdout } = gatewright.command(['explain', '--json', '--', 'http://far.example/']);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'allow', addresses: [], hint: expect.any(String) as string });
  const inside = gatewright.command(['explain', '--json', '--', 'http://192.168.1.1/']);
  expect(inside.status).toBe(1);
  expect(JSON.parse(inside.stdout)).toMatchObject({ verdict: 'deny', rule: 'private-address' });
});
