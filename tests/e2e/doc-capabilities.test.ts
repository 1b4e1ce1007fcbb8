import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAPABILITIES, capabilityNames } from '../../src/core/capabilities.js';
import { startCaptchaService } from '../fixtures/captcha-service.js';
import type { CaptchaService } from '../fixtures/captcha-service.js';
import { SNIPPETS } from '../fixtures/doc-snippets.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { writeUnpacked } from '../fixtures/hostile-extension.js';
import { answerFirst } from '../fixtures/person.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { writeSecret } from '../fixtures/vault-places.js';
import { findVaultTools } from '../fixtures/vault-tools.js';

/** The site of the pages in docs/. */
const SHOP = 'https://shop.example';
const SERVICE = 'https://2captcha.com';
const OFF = capabilityNames().filter((name) => !CAPABILITIES[name].default);

const PAGE = html(`<h1>Shop</h1><h2>News</h2><h2>About</h2>
  <button id="save">Save</button> <button id="connect">Connect</button> <a id="list" href="/list.csv" download>List</a>
  <label>Photo <input type="file" id="photo"></label>
  <form method="post" action="/code"><input id="code" aria-label="Code" autocomplete="one-time-code"></form>
  <div class="g-recaptcha" data-sitekey="6Le-wvkSAAAAAPBMRTvw0Q4Muexq9bi0DJwx_mJ-"></div>
  <canvas id="board" width="300" height="200"></canvas>
  <script>
    board.getContext('2d').fillRect(10, 10, 100, 20);
    board.onpointerdown = () => board.getContext('2d').fillRect(100, 100, 50, 50);
    localStorage.theme = 'dark';
    document.modelContext?.registerTool({ name: 'add', description: 'adds to the cart',
      inputSchema: { type: 'object', properties: { n: { type: 'number' } } }, annotations: { readOnlyHint: true },
      execute: ({ n }) => ({ content: [{ type: 'text', text: 'now ' + n }] }) });
    connect.onclick = () => navigator.bluetooth?.requestDevice({ acceptAllDevices: true });
    fetch('/orders.json');
  </script>`);

/** As a reader sees it: another site, other numbers, other digests, and no paths of this machine. */
const comparable = (text: string, site: Site, service: CaptchaService, workspace: string): string =>
  text
    .replaceAll(site.origin, SHOP)
    .replaceAll(service.origin, SERVICE)
    .replaceAll(workspace, '~/.gatewright')
    .replaceAll(/sha256 (?:[0-9a-f]{64}|…)/gu, 'sha256')
    .replaceAll(/"id":"[a-p]{32}"/gu, '"id":"x"')
    .replaceAll('"domain":"127.0.0.1"', '"domain":"shop.example"')
    .replaceAll(/^date: .*$/gmu, 'date: today')
    .replaceAll(/img-\w+/gu, 'img-x')
    .replaceAll(/default-[0-9a-f]{8}/gu, 'default-x')
    .replaceAll(/03AGdBq2\w*…?/gu, '03AGdBq2')
    .replaceAll(/\d+(?:[.,]\d+)*/gu, '0')
    // On a slow machine a figure is worse, or not there yet.
    .replaceAll(/ \((?:poor|needs improvement)\)/gu, '')
    .replaceAll(/(?<=(?:FCP|LCP|CLS|INP|FID) )(?:none yet|0 ms|0)/gu, '0')
    .trim();

interface Example {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly answer: string | undefined;
}

const fileOf = (name: string): string => `docs/capabilities/${name}.md`;

function examplesOf(name: string): Example[] {
  return SNIPPETS.flatMap(({ file, language, of: tool, text }, at) => {
    if (file !== fileOf(name) || language !== 'json' || !/^[a-z_]+$/u.test(tool)) return [];
    const next = SNIPPETS[at + 1];
    const answer = next?.file === file && next.language === 'text' ? next.text : undefined;
    return [{ tool, args: JSON.parse(text) as Record<string, unknown>, answer }];
  });
}

describe('the page of each capability', () => {
  let site: Site;
  let service: CaptchaService;
  let gatewright: Running | undefined;
  const made: string[] = [];
  const folder = (): string => {
    const path = mkdtempSync(join(tmpdir(), 'gw-test-'));
    made.push(path);
    return path;
  };

  beforeAll(async () => {
    service = await startCaptchaService('key-of-the-operator-1', 1);
    site = await startSite({
      '/': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'sid=abcdefgh; HttpOnly; Path=/' })
          .end(PAGE),
      '/orders.json': (_, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"orders":[{"id":7,"total":"9.90"}]}'),
      '/list.csv': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="list.csv"' })
          .end('a,b\n'),
    });
  });
  afterAll(async () => {
    await Promise.all([site.close(), service.close()]);
    for (const path of made) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  });

  const startFor = (name: string, workspace: string): Promise<Running> => {
    const needed = ['read', 'navigation', 'action', 'human', name, ...(name === 'credentials' ? ['secrets'] : [])];
    const seedFile = writeSecret(folder(), 'seed', 'JBSWY3DPEHPK3PXP\n');
    mkdirSync(join(workspace, 'files'), { recursive: true, mode: 0o700 });
    writeFileSync(join(workspace, 'files', 'photo.png'), 'not a picture');
    writeUnpacked(workspace, 'reader-mode', { manifest: { name: 'Reader', action: {} }, script: '' });
    return start({
      workspace,
      env: {
        GATEWRIGHT_CAPTCHA_PROVIDER: '2captcha',
        GATEWRIGHT_CAPTCHA_API_KEY: 'key-of-the-operator-1',
        GATEWRIGHT_CAPTCHA_API_BASE: service.origin,
        GATEWRIGHT_CAPTCHA_POLL_MS: '200',
      },
      config: {
        capabilities: needed,
        confirmRequired: [],
        approval: { from: 'never' },
        ...(name === 'extensions' ? { browser: { profile: 'persistent' } } : {}),
        credentials: { provider: 'oathtool', accounts: { shop: { origins: [site.origin], seedFile } } },
        network: { unsafeAllowPrivate: [site.host, service.host] },
      },
    });
  };

  it('is there for each that is off at first, and no other, with an example', () => {
    expect(readdirSync('docs/capabilities').sort()).toEqual(OFF.map((name) => `${name}.md`).sort());
    const index = readFileSync('docs/capabilities.md', 'utf8');
    const readme = readFileSync('README.md', 'utf8');
    for (const name of OFF) {
      const page = readFileSync(fileOf(name), 'utf8');
      expect(page).toContain(CAPABILITIES[name].exposes);
      for (const heading of ['## Switch it on', '## Example', '## Limits', '## What could be tried'])
        expect(page, `${name}: ${heading}`).toContain(heading);
      expect(page.split('\n').length, name).toBeLessThanOrEqual(90);
      expect(index).toContain(`[${name}](capabilities/${name}.md)`);
      expect(readme).toContain(`| [\`${name}\`](docs/capabilities/${name}.md) `);
    }
  });

  it.for(OFF.filter((name) => examplesOf(name).length > 0))(
    '%s: its examples answer as it says',
    async (name, test) => {
      test.skip(name === 'credentials' && !findVaultTools().oathtool, 'there is no oathtool');
      const workspace = folder();
      gatewright = await startFor(name, workspace);
      const shown: string[] = [];
      try {
        await gatewright.call('browser_navigate', { url: `${site.origin}/` });
        const ids: string[] = [];
        let request = '';
        for (const { tool, args, answer } of examplesOf(name)) {
          const real = JSON.parse(
            JSON.stringify(args)
              .replaceAll(SHOP, site.origin)
              .replaceAll(/img-\w+/gu, (id) => ids[id === 'img-4k2m9x' ? 0 : 1] ?? id)
              .replaceAll(/"n\d+"/gu, `"${request}"`),
          ) as Record<string, unknown>;
          const calling = gatewright.call(tool, real);
          if (tool === 'extensions_install') await answerFirst(gatewright);
          const { text } = await calling;
          request = /^(n\d+) GET/mu.exec(text)?.[1] ?? request;
          ids.push(...(text.match(/img-\w+/gu) ?? []));
          shown.push(`${tool}\n${text.replaceAll(site.origin, SHOP).replaceAll(workspace, '~/.gatewright')}`);
          if (process.env['SHOW'] === undefined && answer !== undefined)
            expect(comparable(text, site, service, workspace)).toBe(comparable(answer, site, service, workspace));
        }
        if (process.env['SHOW'] !== undefined)
          writeFileSync(join(process.env['SHOW'], `${name}.txt`), shown.join('\n\n'));
      } finally {
        await gatewright.close();
      }
    },
  );
});
