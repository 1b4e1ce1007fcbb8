import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { ownerLabel } from '../../../src/browser/providers/owner-label.js';
import { ownIdentity } from '../../../src/platform/process-liveness.js';
import { hasContainers } from '../../fixtures/needs.js';
import { eventually, openRoom, processesIn } from '../browser/browser-setup.js';
import { openNetwork } from '../network/open-network.js';
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
    const { browser, remote, chrome, elsewhere, close } = await prepare();
    try {
      for (const state of chrome === undefined && elsewhere === undefined ? ['living', 'stopped'] : ['living']) {
        const server = spawn(process.execPath, [program, site.url(), JSON.stringify({ browser, remote })], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const folders = await new Promise<string[]>((resolve) => {
          server.stdout.once('data', (line: Buffer) => {
            resolve(JSON.parse(line.toString()) as string[]);
          });
        });
        const running = processesIn(folders);
        const containers = browser.provider === 'container' ? containersOf(server.pid) : [];
        if (browser.provider === 'container') expect(containers).toHaveLength(1);
        if (elsewhere !== undefined) expect(await elsewhere.inUse()).toBe(1);
        else if (chrome === undefined) expect(running.length).toBeGreaterThan(3);
        else expect(Object.values(await chrome.tabs()).some((url) => url.startsWith(site.origin))).toBe(true);
        const ofBrowser = running.filter(
          ({ command }) => !/^\S*(?:sh|bwrap|podman|conmon|crashpad_handler) /u.test(command),
        );
        if (state === 'stopped') for (const { pid } of ofBrowser) process.kill(pid, 'SIGSTOP');
        server.kill('SIGKILL');
        await eventually('all gone', () => processesIn(folders).length === 0, 10_000);
        await eventually('no container', () => containersOf(server.pid).length === 0, 10_000);
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

describe.runIf(hasContainers())('containers of servers that are gone', () => {
  it('are found by their label and removed by the next server, and those of others stay', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']);
    const gone = { ...ownIdentity(), pid: dead.pid };
    const left = startIdle('gatewright-test-left', Buffer.from(JSON.stringify(gone)).toString('base64url'));
    const ours = startIdle('gatewright-test-ours', ownerLabel());
    const elsewhere = { ...ownIdentity(), namespace: 'pid:[1]' };
    const theirs = startIdle('gatewright-test-theirs', Buffer.from(JSON.stringify(elsewhere)).toString('base64url'));
    const app = await openNetwork({ unsafeAllowPrivate: [site.host] });
    const setup = openRoom({ egress: app.egress, browser: { provider: 'container' } });
    try {
      expect(namesOfContainers()).toEqual(expect.arrayContaining([left, ours, theirs]));
      await setup.navigate(site.url());
      await eventually('it was removed', () => !namesOfContainers().includes(left), 20_000);
      expect(setup.logged.some((line) => line.includes('of servers that are gone'))).toBe(true);
      expect(namesOfContainers()).toEqual(expect.arrayContaining([ours, theirs]));
    } finally {
      await setup.close();
      await app.close();
      spawnSync('podman', ['rm', '--force', '--ignore', '--time', '0', left, ours, theirs]);
    }
  });
});

/** A container that does nothing, with the label that says whose it is. */
function startIdle(name: string, label: string): string {
  const own = `${name}-${String(process.pid)}`;
  const idle = ['--entrypoint', '/usr/bin/python3', 'localhost/gatewright-browser:latest', '-c', 'input()'];
  const args = ['create', '--name', own, '--label', `gatewright.owner=${label}`, '--network', 'none', ...idle];
  expect(spawnSync('podman', args).status).toBe(0);
  return own;
}

interface Listed {
  readonly Names: readonly string[];
  readonly Labels: Readonly<Record<string, string>>;
}

function listContainers(): readonly Listed[] {
  const args = ['ps', '--all', '--filter', 'label=gatewright.owner', '--format', 'json'];
  const { status, stdout } = spawnSync('podman', args, { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '' ? (JSON.parse(stdout) as readonly Listed[]) : [];
}

function namesOfContainers(): readonly string[] {
  return listContainers().flatMap(({ Names }) => Names);
}

/** Those that a server with this number started. */
function containersOf(pid: number | undefined): readonly Listed[] {
  return listContainers().filter(({ Labels }) => {
    const label = Buffer.from(Labels['gatewright.owner'] ?? '', 'base64url').toString('utf8');
    return (JSON.parse(label) as { readonly pid: number }).pid === pid;
  });
}
