import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { openNetwork } from '../network/open-network.js';
import type { App } from '../network/open-network.js';
import { browserIn, codeOf, eventually, openRoom, processesIn, READING } from './browser-setup.js';
import type { Room } from './browser-setup.js';
import { hasBubblewrap } from '../../fixtures/needs.js';

let setup: Room;
let site: Site;
let app: App;

const canJail = hasBubblewrap();

const jails = canJail ? (['on', 'off'] as const) : (['off'] as const);

describe.each(jails)('jail %s', (jail) => {
  // What takes long and has nothing to do with processes is tried once.
  const isFirst = jail === jails[0];
  const once: (name: string, work: () => Promise<void>) => void = isFirst ? it : () => undefined;
  beforeEach(async () => {
    site = await startSite({ '/': html('<h1>Hello</h1>'), '/slow': () => undefined });
    app = await openNetwork({ unsafeAllowPrivate: [site.host] });
    setup = openRoom({ egress: app.egress, browser: { jail } });
  });

  afterEach(async () => {
    await setup.close();
    await app.close();
    await site.close();
  });

  const renderers = () => processesIn(setup.folders).filter(({ command }) => command.includes('--type=renderer'));

  describe('when the browser is killed', () => {
    once('a call that is under way says so, and the next one works', async () => {
      await setup.navigate(site.url());
      const going = codeOf(setup.navigate(site.url('/slow')));
      const waiting = codeOf(setup.run(READING, ({ page }) => page.snapshot({})));
      await eventually('the request', () => site.seen.some((request) => request.path === '/slow'));
      process.kill(browserIn(setup).pid, 'SIGKILL');
      // What was begun and not answered may have happened; what was not begun did not.
      expect(['browser.crashed', 'browser.outcome-unknown']).toContain(await going);
      expect(await waiting).toBe('browser.crashed');
      await setup.navigate(site.url());
      expect(setup.started()).toBe(2);
      expect(setup.forgotten).toEqual(['local/default']);
    });

    once('between two calls, the next one is told once', async () => {
      await setup.navigate(site.url());
      process.kill(browserIn(setup).pid, 'SIGKILL');
      await eventually('noticed', () => setup.sessions.list().length === 0);
      expect(await codeOf(setup.navigate(site.url()))).toBe('browser.crashed');
      expect(await codeOf(setup.navigate(site.url()))).toBe('ok');
    });

    it('no process of it is left, nor its files', async () => {
      await setup.navigate(site.url());
      process.kill(browserIn(setup).pid, 'SIGKILL');
      await eventually('all gone', () => processesIn(setup.folders).length === 0);
    });
  });

  describe('when a page crashes', () => {
    it('its call says so, other tabs live, and the next navigation works', async () => {
      await setup.navigate(site.url());
      const before = renderers().map(({ pid }) => pid);
      for (const pid of before) process.kill(pid, 'SIGKILL');
      await eventually('dead', () => renderers().every(({ pid }) => !before.includes(pid)));
      expect(await codeOf(setup.run(READING, ({ page }) => page.snapshot({})))).toBe('browser.crashed');
      await setup.navigate(site.url());
      const text = await setup.run(READING, ({ page }) => page.snapshot({}));
      expect(text.text).toContain('Hello');
      expect(setup.started()).toBe(1);
    });
  });

  describe('when the browser is stopped and answers nothing', () => {
    once('an abandoned call ends it, and the next call has a new one', async () => {
      await setup.navigate(site.url());
      const { pid } = browserIn(setup);
      process.kill(pid, 'SIGSTOP');
      const lease = await setup.lease(READING);
      const began = performance.now();
      await lease.abandon();
      expect(performance.now() - began).toBeLessThan(8000);
      expect(processesIn(setup.folders).some((one) => one.pid === pid)).toBe(false);
      expect(await codeOf(setup.navigate(site.url()))).toMatch(/^(?:session\.expired|browser\.crashed)$/u);
      await setup.navigate(site.url());
      expect(setup.started()).toBe(2);
    });

    once('a call that was not abandoned ends it too', async () => {
      await setup.navigate(site.url());
      process.kill(browserIn(setup).pid, 'SIGSTOP');
      expect(await codeOf(setup.navigate(site.url()))).toBe('browser.crashed');
      await eventually('ended', () => setup.sessions.list().length === 0);
      expect(await codeOf(setup.navigate(site.url()))).toBe('ok');
      expect(setup.started()).toBe(2);
    });

    it('closing the room ends it too', async () => {
      await setup.navigate(site.url());
      process.kill(browserIn(setup).pid, 'SIGSTOP');
      await setup.sessions.close();
      expect(processesIn(setup.folders)).toEqual([]);
    });
  });
});
