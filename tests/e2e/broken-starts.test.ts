import { chmodSync, cpSync, mkdtempSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findBrowser } from '../../src/browser/index.js';
import { COMMAND, start } from '../fixtures/gatewright.js';
import type { Reply, Running, StartOptions } from '../fixtures/gatewright.js';
import { hasBubblewrap } from '../fixtures/needs.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

let site: Site;
let folder: string;
let gatewright: Running | undefined;
let browser = '';

beforeAll(() => {
  const named = process.env['GATEWRIGHT_EXECUTABLE_PATH'];
  const found = findBrowser({ executablePath: named, headless: true, browsersFolders: [] }, process.env);
  if (found === undefined) throw new Error('no browser');
  browser = found.path;
});

beforeEach(async () => {
  site = await startSite({ '/': html('<button>Fine</button>') });
  // The browser runs as somebody else, and must find the way to what stands in for it.
  folder = mkdtempSync(join(tmpdir(), 'gw-broken-'));
  chmodSync(folder, 0o755);
});

afterEach(async () => {
  await gatewright?.close();
  gatewright = undefined;
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const begin = async (options: StartOptions): Promise<void> => {
  gatewright = await start({ ...options, args: ['--allow-private', site.host, ...(options.args ?? [])] });
};

const navigate = (): Promise<Reply> => {
  if (gatewright === undefined) throw new Error('not started');
  return gatewright.call('browser_navigate', { url: site.url() });
};

const program = (name: string, text: string): string => {
  const path = join(folder, name);
  const fresh = `${path}.new`;
  writeFileSync(fresh, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  chmodSync(fresh, 0o755);
  renameSync(fresh, path);
  return path;
};

describe('without its dependencies', () => {
  it('the server says what is missing and what to run, lives, and works when it is there', async () => {
    const copy = join(folder, 'copy');
    mkdirSync(copy);
    cpSync(dirname(COMMAND), join(copy, 'dist'), { recursive: true });
    cpSync(join(dirname(COMMAND), '..', 'package.json'), join(copy, 'package.json'));
    await begin({ command: join(copy, 'dist', 'gatewright.js') });
    for (let tries = 0; tries < 2; tries += 1) {
      const reply = await navigate();
      expect(reply.code).toBe('browser.unavailable');
      expect(reply.text).toContain('playwright-core is not installed');
      expect(reply.text).toContain('npm install');
    }
    const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
    mkdirSync(join(copy, 'node_modules'));
    symlinkSync(playwright, join(copy, 'node_modules', 'playwright-core'));
    expect((await navigate()).text).toContain('button "Fine"');
  }, 90_000);
});

describe.each(['auto', 'off'] as const)('with jail %s, a browser', (jail) => {
  const config = { browser: { jail } };

  it('that exits at once is said to, and one that works is used by the next call', async () => {
    const path = program('browser', 'exit 0');
    await begin({ config, args: ['--executable-path', path] });
    for (let tries = 0; tries < 3; tries += 1) {
      const reply = await navigate();
      expect(reply.code).toBe('browser.start-failed');
      expect(reply.text).toContain('It ended at once: exit code 0');
    }
    rmSync(path);
    symlinkSync(browser, path);
    expect((await navigate()).text).toContain('button "Fine"');
  }, 120_000);
});

it('a browser that hangs at its start is given up within the call, and the next call has another', async () => {
  const path = program('browser', 'exec sleep 600');
  await begin({ args: ['--executable-path', path] });
  const began = Date.now();
  const reply = await navigate();
  expect(reply.code).toBe('browser.start-failed');
  expect(reply.text).toContain('It did not answer within 20 seconds');
  expect(Date.now() - began).toBeLessThan(30_000);
  rmSync(path);
  symlinkSync(browser, path);
  expect((await navigate()).text).toContain('button "Fine"');
}, 120_000);

describe.runIf(hasBubblewrap())('a jail that the operator wants', () => {
  const config = { browser: { jail: 'on' } };
  const PATH = (): string => `${folder}:${process.env['PATH'] ?? ''}`;

  it('and that cannot be made is said to be missing, and is used when it works', async () => {
    program('bwrap', 'echo "bwrap: No permissions" >&2; exit 1');
    await begin({ config, env: { PATH: PATH() } });
    const reply = await navigate();
    expect(reply.code).toBe('browser.no-jail');
    expect(reply.text).toContain('bubblewrap does not work here');
    rmSync(join(folder, 'bwrap'));
    expect((await navigate()).text).toContain('button "Fine"');
  }, 90_000);

  it('and that fails only with the browser in it ends no server', async () => {
    program('bwrap', 'case "$*" in *remote-debugging-pipe*) exit 3;; esac; exit 0');
    await begin({ config, env: { PATH: PATH() } });
    for (let tries = 0; tries < 2; tries += 1) {
      const reply = await navigate();
      expect(reply.code).toBe('browser.start-failed');
      expect(reply.text).toContain('exit code 3');
    }
    rmSync(join(folder, 'bwrap'));
    expect((await navigate()).text).toContain('button "Fine"');
  }, 90_000);
});
