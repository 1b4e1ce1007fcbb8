import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { ownerLabel } from '../../../src/browser/providers/owner-label.js';
import { ownIdentity } from '../../../src/platform/process-liveness.js';
import { createIdle, deadOwner, ENGINES } from '../../fixtures/container-engines.js';
import { eventually, openRoom, processesIn } from '../browser/browser-setup.js';
import { openNetwork } from '../network/open-network.js';
import { PROVIDER_CASES, roomOf } from './provider-cases.js';

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
    const prepared = await prepare();
    const { chrome, elsewhere, engine, close } = prepared;
    try {
      for (const state of chrome === undefined && elsewhere === undefined ? ['living', 'stopped'] : ['living']) {
        const server = spawn(process.execPath, [program, site.url(), JSON.stringify(roomOf(prepared))], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const folders = await new Promise<string[]>((resolve) => {
          server.stdout.once('data', (line: Buffer) => {
            resolve(JSON.parse(line.toString()) as string[]);
          });
        });
        const running = processesIn(folders);
        const containers = () => engine?.sessions().filter((one) => one.server === server.pid) ?? [];
        if (engine !== undefined) expect(containers()).toHaveLength(1);
        if (elsewhere !== undefined) expect(await elsewhere.inUse()).toBe(1);
        else if (chrome === undefined) expect(running.length).toBeGreaterThan(3);
        else expect(Object.values(await chrome.tabs()).some((url) => url.startsWith(site.origin))).toBe(true);
        const ofBrowser = running.filter(
          ({ command }) => !/^\S*(?:sh|bwrap|podman|conmon|docker|crashpad_handler) /u.test(command),
        );
        if (state === 'stopped') for (const { pid } of ofBrowser) process.kill(pid, 'SIGSTOP');
        server.kill('SIGKILL');
        const isGone = (): boolean => processesIn(folders).length === 0 && containers().length === 0;
        await eventually('processes and containers are gone', isGone, 10_000);
        const [runFolder = '', ...further] = folders;
        expect(further.filter((left) => existsSync(left))).toEqual([]);
        expect(readdirSync(runFolder)).toEqual([]);
        rmSync(runFolder, { recursive: true });
      }
      if (elsewhere !== undefined) await expect.poll(() => elsewhere.inUse(), { timeout: 20_000 }).toBe(0);
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

describe.each(ENGINES)('$name: containers of servers that are gone', (engine) => {
  it('are found by their label and removed by the next server at its start, and those of others stay', async () => {
    const left = createIdle(engine, 'left', deadOwner());
    const ours = createIdle(engine, 'ours', ownerLabel());
    const elsewhere = Buffer.from(JSON.stringify({ ...ownIdentity(), namespace: 'pid:[1]' })).toString('base64url');
    const theirs = createIdle(engine, 'theirs', elsewhere);
    expect(engine.sessions().map(({ name }) => name)).toEqual(expect.arrayContaining([left, ours, theirs]));
    const names = () => engine.sessions().map(({ name }) => name);
    const app = await openNetwork({ unsafeAllowPrivate: [site.host] });
    const room = { container: { engine: engine.name }, environment: engine.environment };
    const setup = openRoom({ egress: app.egress, browser: { provider: 'container' }, ...room });
    try {
      // No call is made, and `container.warm` is 0.
      await eventually('it was removed', () => !names().includes(left), 20_000);
      await eventually('it was said', () => setup.logged.some((line) => line.includes('of servers that are gone')));
      expect(setup.started()).toBe(0);
      expect(names()).toEqual(expect.arrayContaining([ours, theirs]));
    } finally {
      await setup.close();
      await app.close();
      engine.remove(left, ours, theirs);
    }
  });
});
