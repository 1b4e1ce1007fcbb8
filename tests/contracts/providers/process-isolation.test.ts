import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { browserOptions } from '../../../src/browser/options.js';
import type { BrowserLauncher } from '../../../src/browser/providers/provider.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { browsersIn, codeOf, eventually, GOING, localLauncher, openRoom, READING } from '../browser/browser-setup.js';
import type { Room } from '../browser/browser-setup.js';

const NAMES = ['one', 'two', 'three', 'four'];

let site: Site;
let setup: Room;
let runFolder: string;
let starting = 0;
let maxAtOnce = 0;
/** While it is there, browsers that are to be started wait for it. */
let gate: Promise<void> | undefined;

beforeEach(async () => {
  site = await startSite({ '/': html('<h1>Hello</h1>') });
  runFolder = mkdtempSync(path.join(tmpdir(), 'gw-each-'));
  const executablePath = process.env['GATEWRIGHT_EXECUTABLE_PATH'];
  const options = { isolation: 'process', ...(executablePath === undefined ? {} : { executablePath }) };
  const place = { runFolder, browsersFolders: [], environment: process.env };
  const noteElsewhere = (folder: string): number => setup.folders.push(folder);
  const launcher = localLauncher(
    { options: browserOptions.parse(options), ...place, noteElsewhere, log: () => undefined },
    {},
  );
  const launch: BrowserLauncher['launch'] = async (request) => {
    starting += 1;
    maxAtOnce = Math.max(maxAtOnce, starting);
    await gate;
    return launcher.launch(request).finally(() => {
      starting -= 1;
    });
  };
  setup = openRoom({ launcher: { ...launcher, launch } });
  setup.folders.push(runFolder);
});

afterEach(async () => {
  await setup.close();
  await site.close();
  rmSync(runFolder, { recursive: true, force: true });
});

it('each session has a browser, a few are started at once, and the death of one costs its own session', async () => {
  const codes = await Promise.all(NAMES.map((name) => codeOf(setup.navigate(site.url(), name))));
  expect(codes).toEqual(NAMES.map(() => 'ok'));
  expect(maxAtOnce).toBeLessThanOrEqual(availableParallelism());
  const browsers = browsersIn(setup);
  expect(browsers).toHaveLength(NAMES.length);
  expect(new Set(browsers.map(({ pid }) => pid)).size).toBe(NAMES.length);

  const [first] = browsers;
  process.kill(first?.pid ?? 0, 'SIGKILL');
  await eventually('noticed', () => setup.sessions.list().length === NAMES.length - 1);
  const living = setup.sessions.list().map(({ session }) => session);
  for (const session of living)
    expect((await setup.run({ ...READING, session }, ({ page }) => page.snapshot({}))).text).toContain('Hello');
  const dead = NAMES.filter((name) => !living.includes(name));
  expect(dead).toHaveLength(1);
  expect(await codeOf(setup.navigate(site.url(), dead[0]))).toBe('browser.crashed');
  expect(await codeOf(setup.navigate(site.url(), dead[0]))).toBe('ok');
});

it('the slow starts of one caller hold up no other caller', async () => {
  const target = { kind: 'url', url: site.url() } as const;
  const open = (principal: string, session: string): Promise<unknown> =>
    setup.run({ ...GOING, principal, session, targets: [target] }, ({ page }) =>
      page.navigate(target, { waitFor: 'load', snapshot: 'none' }),
    );
  let letGo = (): void => undefined;
  gate = new Promise((resolve) => (letGo = resolve));
  const slow = NAMES.map((name) => codeOf(open('red', name)));
  try {
    await eventually('as many as may start do', () => starting === Math.min(NAMES.length, availableParallelism()));
    gate = undefined;
    // All of red's wait, and go on waiting.
    expect(await codeOf(open('blue', 'one'))).toBe('ok');
    expect(setup.started()).toBe(1);
  } finally {
    gate = undefined;
    letGo();
  }
  expect(await Promise.all(slow)).toEqual(NAMES.map(() => 'ok'));
});
