import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { eventually, processesIn } from '../browser/browser-setup.js';
import { PROVIDER_CASES } from './provider-cases.js';

// Beside node_modules, so that Playwright is found.
const program = path.join(import.meta.dirname, `server-${String(process.pid)}.mjs`);
let site: Site;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'server-program.ts')],
    ...{ bundle: true, platform: 'node', format: 'esm', write: false, external: ['playwright-core', 'ws'] },
  });
  writeFileSync(program, outputFiles[0]?.text ?? '');
  site = await startSite({ '/': html('<h1>Hello</h1>') });
});

afterAll(async () => {
  rmSync(program);
  await site.close();
});

describe.each(PROVIDER_CASES)('$name: a server that dies without a word', ({ prepare }) => {
  it('leaves nothing behind after ten seconds, whether its browser lives or is stopped', async () => {
    const { browser, chrome, close } = await prepare();
    try {
      for (const state of chrome === undefined ? ['living', 'stopped'] : ['living']) {
        const server = spawn(process.execPath, [program, site.url(), JSON.stringify(browser)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const folders = await new Promise<string[]>((resolve) => {
          server.stdout.once('data', (line: Buffer) => {
            resolve(JSON.parse(line.toString()) as string[]);
          });
        });
        const running = processesIn(folders);
        if (chrome === undefined) expect(running.length).toBeGreaterThan(3);
        else expect(Object.values(await chrome.tabs()).some((url) => url.startsWith(site.origin))).toBe(true);
        const ofBrowser = running.filter(
          ({ command }) => !/^\S*(?:sh|bwrap|podman|conmon|crashpad_handler) /u.test(command),
        );
        if (state === 'stopped') for (const { pid } of ofBrowser) process.kill(pid, 'SIGSTOP');
        server.kill('SIGKILL');
        await eventually('all gone', () => processesIn(folders).length === 0, 10_000);
        const [runFolder = '', ...elsewhere] = folders;
        expect(elsewhere.filter((left) => existsSync(left))).toEqual([]);
        expect(readdirSync(runFolder)).toEqual([]);
        rmSync(runFolder, { recursive: true });
      }
      if (chrome !== undefined)
        await expect
          .poll(async () => Object.values(await chrome.tabs()).some((url) => url.startsWith(site.origin)), {
            timeout: 10_000,
          })
          .toBe(false);
    } finally {
      await close();
    }
  });
});
