import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../fixtures/chrome-place.js';
import { canNestProcesses, hasSeleniumGrid } from '../../fixtures/needs.js';
import { until } from '../../fixtures/remote-browsers.js';
import { SeleniumGrid } from '../../fixtures/selenium-grid.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { codeOf, READING } from '../browser/browser-setup.js';
import type { Room } from '../browser/browser-setup.js';
import { openOutlived } from './outlived-server.js';

// Beside node_modules, so that Playwright is found.
const program = path.join(import.meta.dirname, `contained-${String(process.pid)}.mjs`);

/** The server has process numbers of its own, as in a container, and all that it started ends with it. */
describe.runIf(hasSeleniumGrid() && canNestProcesses())('a Grid session of a server in another container', () => {
  let site: Site;
  let grid: SeleniumGrid;
  let workspace: string;
  let before: ChildProcess | undefined;
  const after: Awaited<ReturnType<typeof openOutlived>>[] = [];

  beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [path.join(import.meta.dirname, 'outlived-program.ts')],
      ...{ bundle: true, platform: 'node', format: 'esm', write: false, external: ['playwright-core', 'ws'] },
    });
    writeFileSync(program, outputFiles[0]?.text ?? '');
    site = await startSite({ '/': html('<h1>Hello</h1>') });
    grid = await SeleniumGrid.open({ slots: 2, nodes: 1, timeoutSeconds: 120 });
  });
  afterAll(async () => {
    rmSync(program, { force: true });
    await grid.close();
    await site.close();
  });
  beforeEach(() => {
    workspace = mkdtempSync(path.join(tmpdir(), 'gw-contained-'));
  });
  afterEach(async () => {
    before?.kill('SIGKILL');
    for (const one of after.splice(0)) await one.close();
    for (const { id } of await grid.sessions()) await fetch(`${grid.url}/session/${id}`, { method: 'DELETE' });
    await until(async () => (await grid.sessions()).length === 0);
    rmSync(workspace, { recursive: true, force: true });
  });

  const remoteOf = async (reattach: boolean) =>
    ({ ...grid.remote(), reattach, ...(reattach ? { proxy: { port: await freePort() } } : {}) }) as const;
  type Remote = Awaited<ReturnType<typeof remoteOf>>;
  const ids = async () => (await grid.sessions()).map(({ id }) => id);
  const records = (): number => {
    const folder = path.join(workspace, 'remote-sessions');
    return existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'workspace').length : 0;
  };

  async function serve(remote: Remote): Promise<() => Promise<void>> {
    const inContainer = ['--pid', '--fork', '--mount-proc', '--kill-child=SIGKILL', process.execPath, program];
    const server = spawn('unshare', [...inContainer, workspace, site.url(), JSON.stringify({ remote })], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    before = server;
    await new Promise<void>((resolve, reject) => {
      server.stdout.once('data', () => {
        resolve();
      });
      server.once('exit', () => {
        reject(new Error('it ended'));
      });
    });
    if (remote.reattach) await until(() => Promise.resolve(records() === 1));
    return async () => {
      const gone = new Promise((resolve) => server.stdout.once('close', resolve));
      server.kill('SIGKILL');
      // The last of its processes had it open.
      await gone;
    };
  }
  async function open(remote: Remote): Promise<Room> {
    const opened = await openOutlived(workspace, [site.host], remote);
    after.push(opened);
    return opened.room;
  }
  const look = (room: Room): Promise<string> => codeOf(room.run(READING, ({ page }) => page.snapshot({})));

  it('the server is killed: the next one takes the session over', async () => {
    const remote = await remoteOf(true);
    const kill = await serve(remote);
    const [id = ''] = await ids();
    await kill();
    const room = await open(remote);
    expect(await look(room)).toBe('session.reattached');
    expect(await ids()).toEqual([id]);
  });

  it('the next server is there before it ends: until then its session is its own, and from then on the next one’s', async () => {
    const remote = await remoteOf(true);
    const kill = await serve(remote);
    const [id = ''] = await ids();
    const room = await open(remote);
    expect(await look(room)).toBe('session.none');
    await room.sessions.end({}, 'only what is left');
    expect([await ids(), records()]).toEqual([[id], 1]);
    await kill();
    expect(await look(room)).toBe('session.reattached');
    expect(await ids()).toEqual([id]);
  });

  it('without reattach: the session of a living one stays, and that of a dead one is deleted at the next start', async () => {
    const remote = await remoteOf(false);
    const kill = await serve(remote);
    const [id = ''] = await ids();
    const beside = await open(remote);
    await beside.navigate(site.url());
    expect(await ids()).toContain(id);
    await beside.sessions.end({}, 'over');
    await until(async () => (await ids()).length === 1);
    await kill();
    // Nothing in its container was left that could have given it back.
    expect(await ids()).toEqual([id]);
    const room = await open(remote);
    await until(async () => (await ids()).length === 0, 20_000);
    expect(room.logged).toContain('remote: deleted 1 sessions of servers that are gone');
  });
});
