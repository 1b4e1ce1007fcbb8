import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startMockDns } from '../contracts/network/mock-dns.js';
import type { MockDns } from '../contracts/network/mock-dns.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

let dns: MockDns;
let site: Site;
let workspace: string;
let gatewright: Running;
const NAMES = ['shop.example', 'img.cdn.example', 'js.cdn.example', 'bad.example', 'other.example'];
const at = (host: string): string => `http://${host}:${site.port}`;

function configure(network: object): string {
  const text = JSON.stringify({
    capabilities: ['read', 'navigation', 'action', 'fetch'],
    network: { unsafeAllowPrivate: NAMES.map((name) => `${name}:${site.port}`), resolver: [dns.server], ...network },
  });
  writeFileSync(join(workspace, 'gatewright.yaml'), text, { mode: 0o600 });
  return text;
}

beforeAll(async () => {
  dns = await startMockDns();
  for (const name of NAMES) dns.set(name, ['127.0.0.1']);
  site = await startSite({
    '/': (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(
        html(`<img src="${at('img.cdn.example')}/1"><img src="${at('img.cdn.example')}/2">
          <img src="${at('img.cdn.example')}/3"><script src="${at('js.cdn.example')}/s"></script>
          <img src="${at('bad.example')}/x"><img src="http://10.0.0.1/private">`),
      ),
    '/plain': html('plain'),
  });
  workspace = mkdtempSync(join(tmpdir(), 'gw-suggest-'));
  configure({ allow: [at('shop.example')], load: ['fonts.example'], block: ['bad.example'], observe: true });
  gatewright = await start({ workspace });
});
afterAll(async () => {
  await gatewright.close();
  await site.close();
  dns.close();
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
});

it('says that there is nothing before anything was seen', () => {
  const { status, stdout } = gatewright.command(['network', 'suggest']);
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});

it('proposes what pages loaded while nothing was refused, and changes nothing', async () => {
  await gatewright.call('browser_navigate', { url: `${at('shop.example')}/`, wait_for: 'networkidle' });
  await gatewright.call('browser_navigate', { url: `${at('other.example')}/plain` });
  await gatewright.call('web_fetch', { url: `${at('other.example')}/plain` });
  await gatewright.call('browser_close', {});
  const before = readFileSync(join(workspace, 'gatewright.yaml'), 'utf8');

  const { status, stdout } = gatewright.command(['network', 'suggest']);
  expect(status).toBe(0);
  const proposed = parse(stdout) as { network: { load: string[] } };
  expect(proposed.network.load).toEqual(['fonts.example', at('img.cdn.example'), at('js.cdn.example')]);
  expect(stdout).toMatch(/img\.cdn\.example:\d+" {2}# 3 observed, 1 session/u);
  expect(stdout).toMatch(/# The agent itself went to these[^\n]*\n# {3}- "http:\/\/other\.example/u);
  expect(stdout).not.toMatch(/bad\.example|10\.0\.0\.1|shop\.example/u);

  const json = JSON.parse(gatewright.command(['network', 'suggest', '--json']).stdout) as Record<string, unknown>;
  expect(json).toMatchObject({
    load: ['fonts.example', at('img.cdn.example'), at('js.cdn.example')],
    sites: [{ site: 'cdn.example', origins: [{ observed: 3 }, { observed: 1 }] }],
    visits: [{ origin: at('other.example') }],
  });
  expect(readFileSync(join(workspace, 'gatewright.yaml'), 'utf8')).toBe(before);
  const later = gatewright.command(['network', 'suggest', '--json', '--since', '2100-01-01']);
  expect(JSON.parse(later.stdout)).toMatchObject({ load: ['fonts.example'], sites: [] });
});

it('proposes no more what was put on the lists', () => {
  configure({ allow: [at('shop.example'), at('other.example')], load: ['*.cdn.example'], observe: false });
  const { stdout } = gatewright.command(['network', 'suggest', '--json']);
  // The block was lifted, so what it stopped is proposed now.
  expect(JSON.parse(stdout)).toMatchObject({ load: ['*.cdn.example', at('bad.example')], visits: [] });
});

it('lists what was refused, too', async () => {
  configure({ allow: [at('shop.example')], block: ['bad.example'] });
  const refusing = await start({ workspace });
  try {
    await refusing.call('browser_navigate', { url: `${at('shop.example')}/`, wait_for: 'networkidle' });
    await refusing.call('browser_close', {});
  } finally {
    await refusing.close();
  }
  const { stdout } = gatewright.command(['network', 'suggest', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    sites: [{ site: 'cdn.example', origins: [{ origin: at('img.cdn.example'), refused: 3 }, { refused: 1 }] }],
  });
});
