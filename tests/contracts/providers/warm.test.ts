import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasContainers } from '../../fixtures/needs.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { browsersIn, eventually, openRoom, processesIn } from '../browser/browser-setup.js';
import type { Room } from '../browser/browser-setup.js';
import { openNetwork } from '../network/open-network.js';
import type { App } from '../network/open-network.js';

let site: Site;
let app: App;
let setup: Room;

beforeEach(async () => {
  site = await startSite({ '/': html('<h1>Hello</h1>') });
  app = await openNetwork({ unsafeAllowPrivate: [site.host] });
  setup = openRoom({ egress: app.egress, browser: { provider: 'container' }, container: { warm: 1 } });
});

afterEach(async () => {
  await setup.close();
  await app.close();
  await site.close();
});

const pids = () => browsersIn(setup).map(({ pid }) => pid);

describe.runIf(hasContainers())('a container that was started ahead', () => {
  it('is given to one session, ends with it, and is followed by another', async () => {
    await eventually('one is up', () => setup.events.some(({ event }) => event === 'browser.tested'), 20_000);
    const [warm = 0] = pids();
    expect(setup.sessions.list()).toEqual([]);
    expect(site.seen).toEqual([]);
    await setup.navigate(site.url(), 'one');
    expect(pids()).toContain(warm);
    await eventually('the next one is up', () => pids().length === 2, 20_000);
    const call = { tool: 'browser_close', effect: 'leave', session: 'one', targets: [{ kind: 'session' }] } as const;
    await setup.run(call, ({ page }) => page.endSession());
    await eventually('its browser ended', () => !pids().includes(warm));
    await setup.navigate(site.url(), 'one');
    expect(pids()).not.toContain(warm);
  });

  it('and hangs by then is given to nobody: the session gets one that answers', async () => {
    await eventually('one is up', () => setup.events.some(({ event }) => event === 'browser.tested'), 20_000);
    const [warm = 0] = pids();
    // What it still had to say when it was tested is no answer.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    for (const { pid } of processesIn(setup.folders).filter(({ command }) => command.includes('chromium')))
      process.kill(pid, 'SIGSTOP');
    await setup.navigate(site.url(), 'one');
    expect(site.seen.map(({ path }) => path)).toContain('/');
    await eventually('the one that hung ended', () => !pids().includes(warm));
  });
});
