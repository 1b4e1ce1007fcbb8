import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../../src/core/errors.js';
import { TOOLS } from '../../src/tools/index.js';
import { codeOf, openRoom, READING } from '../contracts/browser/browser-setup.js';
import { openNetwork } from '../contracts/network/open-network.js';
import { ENGINES } from '../fixtures/container-engines.js';
import type { TestEngine } from '../fixtures/container-engines.js';
import { faultCalls, faultPages, NOT_CALLED } from '../fixtures/fault-calls.js';
import type { FaultCall } from '../fixtures/fault-calls.js';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { commandOf, descendants } from '../fixtures/processes.js';
import { promised } from '../fixtures/promised.js';
import { startSite } from '../fixtures/site.js';
import { fillDisk, onSmallDisk } from '../fixtures/small-disk.js';
import type { Site } from '../fixtures/site.js';

/** FAULTS=all: every tool with every provider, some ten minutes. Otherwise the tools that differ most. */
const IS_WHOLE = process.env['FAULTS'] === 'all';
const CAPABILITIES = ['read', 'navigation', 'action', 'human', 'fetch', 'eval', 'file-io', 'clipboard', 'network-body'];
/** Of a call, and on a machine that does much else. */
const MAX_CALL_MS = 59_000;
const AT_ONCE = 8;

interface World {
  readonly gatewright: Running;
  readonly site: Site;
  readonly state: { isSlow: boolean };
  /** Sessions are in containers of this engine's. */
  readonly engine: TestEngine | undefined;
}

interface Fault {
  readonly name: string;
  readonly providers: readonly string[];
  readonly inject: (world: World, calls: AbortController) => void;
  readonly undo?: (world: World) => void;
}

const EVERY = ['local', 'process', 'container'];
const OWN = ['local', 'process'];

const SLOW = 'the site sends a byte at a time';
const FAULTS: readonly Fault[] = [
  {
    name: 'kill -9 of the browser',
    providers: OWN,
    inject: (world) => {
      signalBrowsers(world, 'SIGKILL');
    },
  },
  {
    name: 'the browser is stopped',
    providers: OWN,
    inject: (world) => {
      signalBrowsers(world, 'SIGSTOP');
    },
  },
  {
    name: 'the container is removed',
    providers: ['container'],
    inject: (world) => {
      world.engine?.remove(...containersOf(world));
    },
  },
  {
    name: 'the container is frozen',
    providers: ['container'],
    inject: (world) => {
      for (const one of containersOf(world)) world.engine?.run('pause', one);
    },
  },
  {
    name: SLOW,
    providers: EVERY,
    inject: ({ state }) => {
      state.isSlow = true;
    },
    undo: ({ state }) => {
      state.isSlow = false;
    },
  },
  {
    name: 'the client vanishes',
    providers: EVERY,
    inject: (_, calls) => {
      calls.abort();
    },
  },
];

const PROVIDERS: readonly {
  readonly name: string;
  readonly browser: object;
  readonly engine?: TestEngine;
  /** What is tried when not all is: so many tools, and these faults. */
  readonly tools: number;
  readonly faults: readonly string[];
}[] = [
  { name: 'local', browser: {}, tools: 6, faults: FAULTS.map(({ name }) => name) },
  { name: 'process', browser: { isolation: 'process' }, tools: 2, faults: ['kill -9 of the browser'] },
  ...ENGINES.map((engine) => ({
    ...{ name: 'container', browser: { provider: 'container' }, engine },
    ...{ tools: 2, faults: ['the container is removed'] },
  })),
];

promised('bounded-calls', () => {
  describe.each(PROVIDERS)('faults with $name $engine.name', ({ name, browser, engine, tools, faults }) => {
    let site: Site;
    let gatewright: Running;
    let world: World;
    const state = { isSlow: false };

    beforeAll(async () => {
      site = await startSite(faultPages(state));
      gatewright = await start({
        transport: 'http',
        args: ['--allow-private', site.host],
        config: {
          browser,
          ...{ approval: { from: 'never' }, capabilities: CAPABILITIES, sessions: { maxConcurrent: 50 } },
          container: { warm: 0, engine: engine?.name ?? 'auto' },
        },
      });
      world = { gatewright, site, state, engine };
    });

    afterAll(async () => {
      await gatewright.close();
      await site.close();
    });

    it.each(FAULTS.filter((fault) => fault.providers.includes(name) && (IS_WHOLE || faults.includes(fault.name))))(
      '$name: every call ends in time with a code, and nothing is done twice or said to be done',
      async ({ inject, undo }) => {
        const all = faultCalls(site.origin);
        const calls = IS_WHOLE ? all : all.slice(0, tools);
        for (let first = 0; first < calls.length; first += AT_ONCE)
          await tryAll(world, calls.slice(first, first + AT_ONCE), inject, undo);
      },
      IS_WHOLE ? 1_200_000 : 180_000,
    );
  });

  it('leaves no tool out', () => {
    const called = new Set<string>([...faultCalls('http://x').map(({ tool }) => tool), ...NOT_CALLED]);
    const left = TOOLS.filter(({ capability, requires = [] }) =>
      [capability, ...requires].every((one) => CAPABILITIES.includes(one)),
    ).map(({ name }) => name);
    expect(left.filter((tool) => !called.has(tool))).toEqual([]);
  });

  it('the proxy dies: calls that need it fail with a code, reads go on, and nothing goes around it', async () => {
    const site = await startSite(faultPages({ isSlow: false }));
    const app = await openNetwork({ unsafeAllowPrivate: [site.host] });
    const setup = openRoom({ egress: app.egress });
    try {
      await setup.navigate(site.url());
      await app.egress.close();
      const seen = site.seen.length;
      expect(await codeOf(setup.navigate(site.url('/second')))).toBe('network.unreachable');
      expect(site.seen).toHaveLength(seen);
      const { text } = await setup.run(READING, ({ page }) => page.snapshot({}));
      expect(text).not.toContain('Second');
    } finally {
      await setup.close();
      await app.close();
      await site.close();
    }
  });

  it('a disk that is full refuses calls by code, and they work when there is room again', async () => {
    await onSmallDisk(async (folder) => {
      const site = await startSite(faultPages({ isSlow: false }));
      const gatewright = await start({
        workspace: folder,
        args: ['--allow-private', site.host],
        config: { approval: { from: 'never' } },
      });
      try {
        expect((await gatewright.call('browser_navigate', { url: `${site.url()}?s=disk` })).isError).toBe(false);
        fillDisk(join(folder, 'filler'));
        // The last page of a file that is open has room for a few more lines.
        await expect
          .poll(async () => (await gatewright.call('browser_snapshot')).code, { timeout: 30_000 })
          .toBe('audit.unavailable');
        for (const { tool, args } of faultCalls(site.origin).slice(0, 4)) {
          const reply = await gatewright.call(tool, args);
          expect([...Object.keys(ERRORS), undefined]).toContain(reply.code);
          // What is not on the record did not happen.
          if (tool === 'browser_click') expect(reply.isError).toBe(true);
        }
        expect(site.seen.filter(({ method }) => method === 'POST')).toEqual([]);
        rmSync(join(folder, 'filler'));
        await expect
          .poll(async () => (await gatewright.call('browser_navigate', { url: site.url() })).isError, {
            timeout: 60_000,
          })
          .toBe(false);
      } finally {
        await gatewright.close();
        await site.close();
      }
    });
  }, 150_000);
});

/** Opens a session for each, lets the fault happen while all of them are under way, and looks at what was said. */
async function tryAll(
  world: World,
  calls: readonly FaultCall[],
  inject: Fault['inject'],
  undo: Fault['undo'],
): Promise<void> {
  const { gatewright, site } = world;
  const run = Math.random().toString(36).slice(2, 8);
  const nameOf = ({ tool }: FaultCall): string => `${tool.replaceAll('_', '-')}-${run}`.slice(0, 40);
  for (const call of calls) await opens(gatewright, `${site.url()}?s=${nameOf(call)}`, nameOf(call));
  const gone = new AbortController();
  const began = performance.now();
  const replies = calls.map((call) => answered(gatewright, call, nameOf(call), gone.signal));
  await new Promise((resolve) => setTimeout(resolve, 100));
  inject(world, gone);
  const said = await Promise.all(replies);
  const took = performance.now() - began;
  undo?.(world);
  expect(took).toBeLessThan(MAX_CALL_MS);
  for (const [i, reply] of said.entries()) {
    const call = calls[i];
    if (call === undefined) continue;
    const deliveries = (): number =>
      site.seen.filter(({ path }) => path === `/did/${nameOf(call)}/${call.does ?? ''}`).length;
    if (reply !== 'gone' && reply.isError)
      expect(Object.keys(ERRORS), `${call.tool}: ${reply.text}`).toContain(reply.code);
    if (reply !== 'gone' && !reply.isError && call.does !== undefined)
      await expect.poll(deliveries, { message: `${call.tool} was said to be done` }).toBe(1);
    expect(deliveries(), `${call.tool} was done`).toBeLessThanOrEqual(1);
  }
  for (const call of calls) await opens(gatewright, `${site.url()}?s=after`, nameOf(call));
  for (const call of calls) await gatewright.call('browser_close', { session: nameOf(call) });
}

async function answered(
  gatewright: Running,
  { tool, args }: FaultCall,
  session: string,
  signal: AbortSignal,
): Promise<Reply | 'gone'> {
  const own = tool === 'web_fetch' ? args : { ...args, session };
  try {
    return await gatewright.call(tool, own, { signal, timeoutMs: MAX_CALL_MS });
  } catch (error) {
    if (signal.aborted) return 'gone';
    throw error;
  }
}

/** A crash, an ended session or a late page is told once or twice; then it works. */
async function opens(gatewright: Running, url: string, session: string): Promise<void> {
  let last = '';
  for (let tries = 0; tries < 4; tries += 1) {
    const { isError, text } = await gatewright.call('browser_navigate', { url, session, snapshot: 'none' });
    if (!isError) return;
    last = text;
  }
  throw new Error(`it does not work again: ${last}`);
}

function signalBrowsers({ gatewright }: World, signal: NodeJS.Signals): void {
  const browsers = descendants(gatewright.pid).filter((pid) =>
    /^\S*(?:chrom|headless_shell)\S* /u.test(commandOf(pid)),
  );
  for (const pid of browsers) {
    try {
      process.kill(pid, signal);
    } catch {
      // It went with the one before.
    }
  }
}

function containersOf({ engine, gatewright }: World): readonly string[] {
  const sessions = engine?.sessions().filter(({ server }) => server === gatewright.pid) ?? [];
  return sessions.map(({ name }) => name);
}
