import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserOptions } from '../../../src/browser/options.js';
import type { LaunchRequest, RunningBrowser, TestOverrides } from '../../../src/browser/providers/provider.js';
import type { ClosedNote } from '../../../src/browser/self-test/passed-before.js';
import { openFalseWayOut } from '../../fixtures/false-way-out.js';
import type { FalseWayOut } from '../../fixtures/false-way-out.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { openNetwork, SCOPE } from '../network/open-network.js';
import type { App } from '../network/open-network.js';
import { codeOf, localLauncher, openRoom, processesIn } from './browser-setup.js';
import type { Room } from './browser-setup.js';
import { hasBubblewrap } from '../../fixtures/needs.js';

const canJail = hasBubblewrap();

let app: App;
let runFolder: string;
let wayOut: FalseWayOut | undefined;
let running: RunningBrowser | undefined;
const folders: string[] = [];

beforeAll(() => {
  wayOut = openFalseWayOut();
});

afterAll(() => {
  wayOut?.close();
});

beforeEach(async () => {
  app = await openNetwork({});
  runFolder = mkdtempSync(path.join(tmpdir(), 'gw-self-'));
  folders.push(runFolder);
});

afterEach(async () => {
  await running?.kill();
  running = undefined;
  await app.close();
  rmSync(runFolder, { recursive: true });
});

function launcherWith(overrides: TestOverrides, jail: 'on' | 'off', passedBefore?: ClosedNote) {
  const executablePath = process.env['GATEWRIGHT_EXECUTABLE_PATH'];
  const options = browserOptions.parse({ jail, ...(executablePath === undefined ? {} : { executablePath }) });
  const noteElsewhere = (folder: string): number => folders.push(folder);
  const place = { runFolder, browsersFolders: [], environment: process.env, noteElsewhere };
  return localLauncher({ options, ...place, passedBefore, log: () => undefined }, overrides);
}

/** What became of a browser with these protections missing: `sealed`, or what it was caught at. */
async function outcome(overrides: TestOverrides, jail: 'on' | 'off' = 'off'): Promise<string> {
  const { server } = await app.egress.admit(SCOPE);
  const request: LaunchRequest = {
    proxy: server,
    serveAsProxy: (connection) => {
      app.egress.serveAsProxy(connection);
    },
  };
  try {
    running = await launcherWith(overrides, jail).launch(request);
    await running.selfTested;
    return 'sealed';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const without = (...names: string[]): TestOverrides => ({
  switches: (all) => all.filter((one) => !names.some((name) => one.startsWith(name))),
});
const withFeatureOff = (feature: string, all: readonly string[]): string[] =>
  all.map((one) => (one.startsWith('--disable-features=') ? `${one},${feature}` : one));

const NO_PROXY = { proxyServer: undefined, proxyBypassList: undefined };
const EVERYTHING: TestOverrides = {
  ...without('--proxy', '--host-resolver-rules', '--webrtc', '--disable-quic'),
  context: NO_PROXY,
};

describe('a browser that lost one protection, without a jail', () => {
  it('lost none: it may be used, soon', async () => {
    const began = performance.now();
    expect(await outcome({})).toBe('sealed');
    expect(performance.now() - began).toBeLessThan(8000);
    expect(await running?.selfTested).toBeGreaterThan(300);
  });

  it.each<[string, TestOverrides, RegExp]>([
    ['the proxy', without('--proxy-server'), /navigation/u],
    ['the rule that loopback is proxied too', without('--proxy-bypass-list'), /navigation/u],
    ['the rule that no name is looked up', without('--host-resolver-rules'), /connection|name/u],
    ['that rule for its contexts', { context: { proxyBypassList: '127.0.0.1' } }, /connection/u],
  ])('%s: it is caught', async (_, overrides, caught) => {
    const said = await outcome(overrides);
    expect(said).toMatch(/^browser\.leaks: /u);
    expect(said).toMatch(caught);
  });

  it('each channel is really tried: with Chromium’s own guard of local networks off they all have their names', async () => {
    const guards = 'LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets,LocalNetworkAccessChecksWebTransport';
    const said = await outcome({
      switches: (all) => withFeatureOff(guards, all),
      context: { proxyBypassList: '127.0.0.1' },
    });
    for (const channel of ['navigation', 'redirect', 'worker-websocket', 'shared-worker', 'datagram'])
      expect(said).toContain(channel);
  });

  it('WebRTC’s rule: it is caught, where there is a network to be caught on', async () => {
    const said = await outcome(without('--webrtc'));
    if (wayOut === undefined) expect(said).toBe('sealed');
    else expect(said).toMatch(/^browser\.leaks: .*datagram/u);
  });

  it.each<[string, TestOverrides]>([
    ['QUIC’s switch, because a proxy has none', without('--disable-quic')],
    ['a context’s own proxy, because the browser’s stands behind it', { context: NO_PROXY }],
  ])('%s: nothing leaks by it alone', async (_, overrides) => {
    expect(await outcome(overrides)).toBe('sealed');
  });

  it('is dead when it was caught, and leaves nothing', async () => {
    expect(await outcome(EVERYTHING)).toMatch(/^browser\.leaks: /u);
    await expect.poll(() => processesIn(folders)).toEqual([]);
  });
});

describe.runIf(canJail)('in a jail', () => {
  it('without any protection: nothing arrives', async () => {
    wayOut?.close();
    wayOut = openFalseWayOut();
    expect(await outcome(EVERYTHING, 'on')).toBe('sealed');
    expect(wayOut?.packets() ?? 0).toBe(0);
  });

  it('that has a network: it is not used', async () => {
    const leaky: TestOverrides = { jail: (command) => command.filter((one) => one !== '--unshare-net') };
    expect(await outcome(leaky, 'on')).toMatch(/^browser\.(?:start-failed|leaks)/u);
    expect(running).toBeUndefined();
  });
});

describe('a session', () => {
  it('is never of a browser that was caught', async () => {
    const setup = openRoom({ egress: app.egress, launcher: launcherWith(EVERYTHING, 'off') });
    try {
      expect(await codeOf(setup.navigate('http://127.0.0.1:9/'))).toBe('browser.leaks');
      expect(await codeOf(setup.navigate('http://127.0.0.1:9/'))).toBe('browser.leaks');
      expect(setup.sessions.list()).toEqual([]);
      expect(setup.events.some(({ event }) => event === 'session.opened')).toBe(false);
      expect(setup.events.some(({ event }) => event === 'browser.tested')).toBe(false);
    } finally {
      await setup.close();
    }
  });

  it('has on the record how long its browser was tested', async () => {
    const setup = openRoom({ egress: app.egress, launcher: launcherWith({}, 'off') });
    try {
      await codeOf(setup.navigate('http://127.0.0.1:9/'));
      const tested = setup.events.filter(({ event }) => event === 'browser.tested');
      expect(tested).toEqual([{ event: 'browser.tested', facts: { ms: expect.any(Number) as number } }]);
    } finally {
      await setup.close();
    }
  });
});

describe('a page that loads while its browser is tested', () => {
  let site: Site;
  let open: App;
  let setup: Room | undefined;
  /** The events that were on the record when the site was asked for its page. */
  let before: string[];
  let mayLoadEarly: boolean | undefined;

  beforeEach(async () => {
    before = [];
    site = await startSite({
      '/': (_, response) => {
        before = setup?.events.map(({ event }) => event) ?? [];
        response.setHeader('content-type', 'text/html').end(html('<h1>Early</h1>'));
      },
    });
    open = await openNetwork({ unsafeAllowPrivate: [site.host] });
  });

  afterEach(async () => {
    await setup?.close();
    setup = undefined;
    await open.close();
    await site.close();
  });

  async function visit(overrides: TestOverrides, jail: 'on' | 'off', passedBefore: ClosedNote): Promise<string> {
    await setup?.close();
    before = [];
    const launcher = launcherWith(overrides, jail, passedBefore);
    const launch: typeof launcher.launch = async (request) => {
      const launched = await launcher.launch(request);
      ({ mayLoadEarly } = launched);
      return launched;
    };
    setup = openRoom({ egress: open.egress, launcher: { ...launcher, launch } });
    return codeOf(setup.navigate(site.url()));
  }

  const recorded = (event: string): boolean => setup?.events.some((one) => one.event === event) === true;

  it.runIf(canJail)('passed before: early, handed out after the test, and never if it fails this time', async () => {
    const passed = keptNote();
    expect(await visit({}, 'on', passed)).toBe('ok');
    expect(before).toContain('browser.tested');
    expect(mayLoadEarly).toBe(false);
    expect(passed.read()).toMatch(/^[0-9a-f]{64}\n$/u);

    expect(await visit({}, 'on', passed)).toBe('ok');
    expect(mayLoadEarly).toBe(true);
    expect(setup?.events.map(({ event }) => event).slice(0, 3)).toEqual([
      'browser.started',
      'browser.tested',
      'session.opened',
    ]);

    // Its test waits for the first tab, but not for ever.
    const { server } = await open.egress.admit(SCOPE);
    const serveAsProxy: LaunchRequest['serveAsProxy'] = (connection) => {
      open.egress.serveAsProxy(connection);
    };
    running = await launcherWith({}, 'on', passed).launch({ proxy: server, serveAsProxy, makesTab: true });
    expect(running.mayLoadEarly).toBe(true);
    expect(await running.selfTested).toBeGreaterThan(0);
    await running.kill();

    // In a jail nothing arrives by itself: what does arrive is sent from here.
    const hit: TestOverrides = { canary: ({ tcp }) => connect(tcp, '127.0.0.1').on('error', () => undefined) };
    expect(await visit(hit, 'on', passed)).toBe('browser.leaks');
    expect(mayLoadEarly).toBe(true);
    expect(recorded('session.opened') || recorded('browser.tested')).toBe(false);
    expect(setup?.sessions.list()).toEqual([]);
    await expect.poll(() => processesIn(folders)).toEqual([]);
    expect(passed.read()).toBe('');

    // One failure, and the next start is waited for like the first.
    expect(await visit({}, 'on', passed)).toBe('ok');
    expect(before).toContain('browser.tested');
    expect(mayLoadEarly).toBe(false);
  });

  it('without a jail: not one request before the test is over, whatever passed before', async () => {
    const passed = keptNote();
    expect(await visit({}, 'off', passed)).toBe('ok');
    expect(before).toContain('browser.tested');
    expect(passed.read()).toBeUndefined();
    const { length } = site.seen;
    expect(await visit(EVERYTHING, 'off', passed)).toBe('browser.leaks');
    expect(site.seen).toHaveLength(length);
    expect(setup?.sessions.list()).toEqual([]);
  });
});

function keptNote(): ClosedNote {
  let kept: string | undefined;
  return {
    serverVersion: '1',
    read: () => kept,
    write: (text) => {
      kept = text;
    },
  };
}
