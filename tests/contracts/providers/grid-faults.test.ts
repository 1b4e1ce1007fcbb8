import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { browserOptions, remoteOptions } from '../../../src/browser/options.js';
import { remoteBrowser } from '../../../src/browser/providers/remote.js';
import { hasSeleniumGrid } from '../../fixtures/needs.js';
import { startPasswordGuard } from '../../fixtures/password-guard.js';
import { until } from '../../fixtures/remote-browsers.js';
import { SeleniumGrid } from '../../fixtures/selenium-grid.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { codeOf, GOING, openRoom } from '../browser/browser-setup.js';
import type { Room } from '../browser/browser-setup.js';
import { openNetwork } from '../network/open-network.js';
import type { App } from '../network/open-network.js';

/** A probe every five seconds that waits for five, and a machine that is slow. */
const DEADLINE_MS = 40_000;

let site: Site;
let grid: SeleniumGrid;
let app: App;
let room: Room;

describe.runIf(hasSeleniumGrid())('a Grid that fails', () => {
  beforeAll(async () => {
    site = await startSite({
      '/': html('<h1>Hello</h1>'),
      // Never answered: whoever asks is in the middle of it.
      '/hangs': () => undefined,
    });
    grid = await SeleniumGrid.open({ slots: 1, timeoutSeconds: 20 });
  });

  afterAll(async () => {
    await grid.close();
    await site.close();
  });

  beforeEach(async () => {
    const remote = grid.remote();
    app = await openNetwork({ unsafeAllowPrivate: [site.host], remoteProxy: remoteOptions.parse(remote).proxy });
    room = openRoom({ egress: app.egress, browser: { provider: 'remote' }, remote });
  });

  afterEach(async () => {
    await room.close();
    await app.close();
    await until(async () => (await grid.sessions()).length === 0);
  });

  const asked = (path: string): number => site.seen.filter((one) => one.path === path).length;

  it('its node is killed in the middle of a call: the call ends with a code, and nothing runs twice', async () => {
    await room.navigate(site.url());
    const [session] = await grid.sessions();
    const began = performance.now();
    const code = codeOf(room.navigate(site.url('/hangs')));
    await until(() => Promise.resolve(asked('/hangs') === 1));
    await grid.killNode(session?.node ?? 0);
    // Whether the site did what it was asked is not known, and the code says so.
    expect(['browser.crashed', 'browser.outcome-unknown']).toContain(await code);
    expect(performance.now() - began).toBeLessThan(DEADLINE_MS);
    expect(asked('/hangs')).toBe(1);
    // The other node serves the next session.
    expect(await codeOf(room.navigate(site.url()))).toBe('ok');
    await grid.addNode();
    await grid.ready(2);
  });

  it('it is full: the call is told while it waits, hears how full it is, and a session that comes after all is given back', async () => {
    await Promise.all([room.navigate(site.url(), 'one'), room.navigate(site.url(), 'two')]);
    const told: string[] = [];
    const third = { ...GOING, session: 'three', targets: [{ kind: 'url', url: site.url() }] } as const;
    const lease = room.lease(third, undefined, (message) => told.push(message));
    const failure: unknown = await lease.catch((error: unknown) => error);
    // Said while it waits, again and again, so that a client with a short limit waits along.
    expect(told.length).toBeGreaterThan(1);
    for (const words of told) expect(words).toMatch(/^session\.queued: .* uses 2 of 2 slots\. 1 requests are waiting/u);
    expect(failure).toMatchObject({ code: 'session.too-many', retryAfterMs: 5000 });
    expect(String(Reflect.get(Object(failure), 'hint'))).toContain('uses 2 of 2 slots');
    await room.sessions.end({}, 'over');
    await until(async () => (await grid.sessions()).length === 0);
  });

  it('it is not full: nobody is told of a queue', async () => {
    const told: string[] = [];
    const first = { ...GOING, targets: [{ kind: 'url', url: site.url() }] } as const;
    (await room.lease(first, undefined, (message) => told.push(message))).done();
    expect(told).toEqual([]);
  });

  it('a session that nobody uses lives on, because it is asked whether it lives', async () => {
    await room.navigate(site.url());
    const [before] = await grid.sessions();
    await new Promise((resolve) => setTimeout(resolve, 22_000));
    expect((await grid.sessions()).map(({ id }) => id)).toEqual([before?.id]);
    expect(await codeOf(room.navigate(site.url()))).toBe('ok');
  });

  it('the session is ended there, as by its time-out: the next call hears it, and the one after has a new one', async () => {
    await room.navigate(site.url());
    const [session] = await grid.sessions();
    await fetch(`${grid.url}/session/${session?.id ?? ''}`, { method: 'DELETE' });
    await until(() => Promise.resolve(room.sessions.list().length === 0));
    expect(await codeOf(room.navigate(site.url()))).toBe('browser.crashed');
    expect(await codeOf(room.navigate(site.url()))).toBe('ok');
  });

  it('doctor finds what answers without the password, and nothing that is guarded', async () => {
    const headersFile = path.join(grid.folder, 'headers');
    writeFileSync(headersFile, 'Authorization: Bearer a-password-of-the-grid', { mode: 0o600 });
    const guard = await startPasswordGuard(grid.url, 'Bearer a-password-of-the-grid');
    const warnings = async (url: string) => {
      const remote = remoteOptions.parse({ ...grid.remote(), url, headersFile });
      const options = { ...browserOptions.parse({ provider: 'remote' }), remote };
      const place = { runFolder: grid.folder, browsersFolders: [], environment: {} };
      const deps = { options, ...place, noteElsewhere: () => undefined, log: () => undefined };
      return (await remoteBrowser(deps).examine?.())?.join('\n') ?? '';
    };
    try {
      const open = await warnings(grid.url);
      expect(open).toContain('the DevTools socket of a session');
      expect(open).toContain('nodes answer from here without a password');
      const guarded = await warnings(guard.url);
      expect(guarded).not.toContain('the DevTools socket of a session');
      expect(guarded).toContain('nodes answer from here without a password');
    } finally {
      guard.close();
    }
  });

  it('its node drains: the session there goes on, and new ones go elsewhere', async () => {
    await room.navigate(site.url(), 'one');
    const [session] = await grid.sessions();
    await grid.drain(session?.node ?? 0);
    expect(await codeOf(room.navigate(site.url(), 'one'))).toBe('ok');
    expect(await codeOf(room.navigate(site.url(), 'two'))).toBe('ok');
    expect(new Set((await grid.sessions()).map(({ node }) => node)).size).toBe(2);
    await room.sessions.end({}, 'over');
    await grid.addNode();
    await grid.ready(2);
  });

  it('its hub is started again: calls end with a code, and later ones work', async () => {
    await room.navigate(site.url());
    const began = performance.now();
    await grid.restartHub();
    expect(['browser.crashed', 'browser.start-failed']).toContain(await codeOf(room.navigate(site.url('/?once'))));
    expect(performance.now() - began).toBeLessThan(DEADLINE_MS);
    expect(asked('/?once')).toBeLessThan(2);
    await grid.ready(2);
    await until(async () => (await codeOf(room.navigate(site.url()))) === 'ok');
  });
});

describe.runIf(hasSeleniumGrid())('a Grid whose operator lets nobody wait for long', () => {
  it('says itself that it is full, and the call hears when to ask again', async () => {
    const sites = await startSite({ '/': html('<h1>Hello</h1>') });
    const one = await SeleniumGrid.open({ slots: 1, nodes: 1, queueSeconds: 10 });
    const remote = one.remote();
    const network = await openNetwork({
      unsafeAllowPrivate: [sites.host],
      remoteProxy: remoteOptions.parse(remote).proxy,
    });
    const setup = openRoom({ egress: network.egress, browser: { provider: 'remote' }, remote });
    try {
      await setup.navigate(sites.url(), 'one');
      const failure: unknown = await setup.navigate(sites.url(), 'two').catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'session.too-many', retryAfterMs: 5000 });
      expect(String(Reflect.get(Object(failure), 'hint'))).toContain('made no session');
    } finally {
      await setup.close();
      await network.close();
      await one.close();
      await sites.close();
    }
  });
});
