import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../../src/core/errors.js';
import { TOOLS } from '../../src/tools/index.js';
import { codeOf, openRoom, READING } from '../contracts/browser/browser-setup.js';
import { openNetwork } from '../contracts/network/open-network.js';
import { PersonsChrome } from '../fixtures/attached-app.js';
import { ENGINES } from '../fixtures/container-engines.js';
import type { TestEngine } from '../fixtures/container-engines.js';
import { faultCalls, faultPages, NOT_CALLED } from '../fixtures/fault-calls.js';
import { CALL_MS, tryAll } from '../fixtures/fault-turns.js';
import type { Fault, World } from '../fixtures/fault-turns.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { commandOf, descendants } from '../fixtures/processes.js';
import { DEBUGGABLE, killProxy, reviveProxy } from '../fixtures/proxy-death.js';
import { promised } from '../fixtures/promised.js';
import { startSite } from '../fixtures/site.js';
import { fillDisk, onSmallDisk } from '../fixtures/small-disk.js';
import type { Site } from '../fixtures/site.js';
import { addToken, connectTeam } from '../fixtures/team-client.js';
import type { TeamClient } from '../fixtures/team-client.js';

/** FAULTS=all: every tool with every provider, some forty minutes on a busy machine. Otherwise the tools that differ most. */
const IS_WHOLE = process.env['FAULTS'] === 'all';
const CAPABILITIES = ['read', 'navigation', 'action', 'human', 'fetch', 'eval', 'file-io', 'clipboard', 'network-body'];
/** Files of a person's browser stay theirs. */
const ATTACHED = [...CAPABILITIES.filter((one) => one !== 'file-io'), 'byob-attach'];
const EVERY = ['local', 'process', 'container', 'attach'];
/** Where the browser's processes can be signalled; a container is removed or frozen. */
const SIGNALLED = ['local', 'process', 'attach'];

const SLOW = 'the site sends a byte at a time';
const PROXY = 'the proxy dies';
const FAULTS: readonly Fault[] = [
  {
    name: 'kill -9 of the browser',
    providers: SIGNALLED,
    inject: (world) => {
      signalBrowsers(world, 'SIGKILL');
    },
    // The person starts theirs again.
    undo: ({ chrome }) => chrome?.start(),
  },
  {
    name: 'the browser is stopped',
    providers: SIGNALLED,
    inject: (world) => {
      signalBrowsers(world, 'SIGSTOP');
    },
    // A person's browser is not ours to end.
    undo: (world) => {
      if (world.chrome !== undefined) signalBrowsers(world, 'SIGCONT');
    },
  },
  {
    name: 'the container is removed',
    providers: ['container'],
    inject: (world) => world.engine?.runBeside(...world.engine.removal, ...containersOf(world)),
  },
  {
    name: 'the container is frozen',
    providers: ['container'],
    inject: (world) => world.engine?.runBeside('pause', ...containersOf(world)),
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
    name: PROXY,
    providers: ['local', 'process', 'container'],
    losesRequests: true,
    inject: ({ gatewright }) => killProxy(gatewright),
    meanwhile: async ({ team, site }, session) => {
      const seen = site.seen.length;
      const reply = await team.call('browser_navigate', { url: site.url('/second'), session });
      expect([reply.code, site.seen.length]).toEqual(['network.unreachable', seen]);
    },
    undo: ({ gatewright }) => reviveProxy(gatewright),
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
  /** The browser is a person's. */
  readonly isAttached?: boolean;
  /** Sessions that the same fault meets at the same time. */
  readonly atOnce: number;
  /** What is tried when not all is: so many tools, and these faults. */
  readonly tools: number;
  readonly faults: readonly string[];
}[] = [
  { name: 'local', browser: {}, atOnce: 20, tools: 6, faults: FAULTS.map(({ name }) => name) },
  {
    ...{ name: 'process', browser: { isolation: 'process' }, atOnce: 10 },
    ...{ tools: 2, faults: ['kill -9 of the browser'] },
  },
  ...ENGINES.map((engine) => ({
    ...{ name: 'container', browser: { provider: 'container' }, engine, atOnce: 8 },
    ...{ tools: 2, faults: ['the container is removed', PROXY] },
  })),
  {
    ...{ name: 'attach', browser: { provider: 'attach', unsafeAttach: true }, isAttached: true, atOnce: 1 },
    ...{ tools: 2, faults: ['kill -9 of the browser'] },
  },
];

promised('bounded-calls', () => {
  describe.each(PROVIDERS)('faults with $name $engine.name', (provider) => {
    const { name, engine, isAttached, atOnce, tools, faults } = provider;
    let site: Site;
    let gatewright: Running;
    let team: TeamClient;
    let chrome: PersonsChrome | undefined;
    const state = { isSlow: false };

    beforeAll(async () => {
      site = await startSite(faultPages(state));
      chrome = isAttached === true ? await PersonsChrome.open() : undefined;
      gatewright = await startServer(provider, site, chrome);
      team = await connectTeam(gatewright, addToken(gatewright, 'hasty'));
    }, 60_000);

    afterAll(async () => {
      await team.close();
      await gatewright.close();
      await chrome?.close();
      await site.close();
    });

    it.each(FAULTS.filter((fault) => fault.providers.includes(name) && (IS_WHOLE || faults.includes(fault.name))))(
      '$name: every call ends in time with a code, and nothing is done twice or said to be done',
      async (fault) => {
        const { tools: listed } = await team.client.listTools();
        const all = faultCalls(site.origin).filter(({ tool }) => listed.some(({ name: one }) => one === tool));
        expect(all.length).toBeGreaterThan(isAttached === true ? 33 : 37);
        const calls = IS_WHOLE ? all : all.slice(0, tools);
        await tryAll({ gatewright, team, site, state, engine, chrome }, fault, calls, atOnce);
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

  it.each(PROVIDERS.filter(({ name }) => IS_WHOLE || name === 'local'))(
    'a disk that is full refuses calls of $name by code, and they work when there is room again',
    async (provider) => {
      await onSmallDisk(async (folder) => {
        const site = await startSite(faultPages({ isSlow: false }));
        const chrome = provider.isAttached === true ? await PersonsChrome.open() : undefined;
        const gatewright = await startServer(provider, site, chrome, folder);
        try {
          expect((await gatewright.call('browser_navigate', { url: `${site.url()}?s=disk` })).isError).toBe(false);
          fillDisk(join(folder, 'filler'));
          // The last page of a file that is open has room for a few more lines.
          await expect
            .poll(async () => (await gatewright.call('browser_snapshot')).code, { timeout: 30_000 })
            .toBe('audit.unavailable');
          const { tools: listed } = await gatewright.client.listTools();
          const calls = faultCalls(site.origin).filter(({ tool }) => listed.some(({ name }) => name === tool));
          for (const { tool, args, does } of IS_WHOLE ? calls : calls.slice(0, 4)) {
            const reply = await gatewright.call(tool, args);
            expect([...Object.keys(ERRORS), undefined], tool).toContain(reply.code);
            // What is not on the record did not happen.
            if (does !== undefined) expect(reply.isError, tool).toBe(true);
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
          await chrome?.close();
          await site.close();
        }
      });
    },
    150_000,
  );
});

/** A server for sessions of this provider; `chrome`: the person's, to which it is attached. */
function startServer(
  { browser, engine }: (typeof PROVIDERS)[number],
  site: Site,
  chrome: PersonsChrome | undefined,
  workspace?: string,
): Promise<Running> {
  const attached = chrome && { attachCdp: `http://127.0.0.1:${String(chrome.place.port)}` };
  return start({
    transport: 'http',
    env: DEBUGGABLE,
    ...(workspace === undefined ? {} : { workspace }),
    args: ['--allow-private', site.host],
    config: {
      browser: { ...browser, ...attached },
      ...(chrome === undefined ? {} : { confirmRequired: [] }),
      ...{ approval: { from: 'never' }, sessions: { maxConcurrent: 50 } },
      capabilities: chrome === undefined ? CAPABILITIES : ATTACHED,
      container: { warm: 0, cpus: 2, engine: engine?.name ?? 'auto' },
      teams: { hasty: { browser: { timeout_ms: CALL_MS } } },
    },
  });
}

function signalBrowsers({ gatewright, chrome }: World, signal: NodeJS.Signals): void {
  const theirs = chrome?.place.state().pid;
  const all = theirs === undefined ? descendants(gatewright.pid) : [theirs, ...descendants(theirs)];
  const browsers = all.filter((pid) => /^\S*(?:chrom|headless_shell)\S* /u.test(commandOf(pid)));
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
