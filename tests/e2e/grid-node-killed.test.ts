import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refOf, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { hasSeleniumGrid } from '../fixtures/needs.js';
import { until } from '../fixtures/remote-browsers.js';
import { SeleniumGrid } from '../fixtures/selenium-grid.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** A probe every five seconds that waits for five, and a machine that is slow. */
const DEADLINE_MS = 40_000;

describe.runIf(hasSeleniumGrid())('a node that dies in the middle of a click', () => {
  let site: Site;
  let grid: SeleniumGrid;
  let gatewright: Running;

  beforeAll(async () => {
    // The click's own handler waits for an answer that never comes: the page is in the middle of the click.
    const asks = `const asked = new XMLHttpRequest(); asked.open('POST', '/asked', false); asked.send()`;
    site = await startSite({
      '/': html(`<h1>Shop</h1><button onclick="${asks}">More</button>`),
      '/asked': () => undefined,
    });
    grid = await SeleniumGrid.open({ slots: 1, timeoutSeconds: 60 });
    gatewright = await start({
      config: {
        browser: { provider: 'remote' },
        remote: grid.remote(),
        network: { unsafeAllowPrivate: [site.host] },
      },
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await grid.close();
    await site.close();
  });

  const asked = (): number => site.seen.filter(({ path }) => path === '/asked').length;

  it('the click ends with a code, its effect came once, and the other node serves the next session', async () => {
    const page = await gatewright.call('browser_navigate', { url: site.url() });
    const [session] = await grid.sessions();
    const began = performance.now();
    const click = gatewright.call('browser_click', { ref: refOf(page.text, /button "More"/u) });
    await until(() => Promise.resolve(asked() === 1), 20_000);
    await grid.killNode(session?.node ?? 0);
    // Whether the site did what it was asked is not known, and the code says so.
    expect(['browser.crashed', 'browser.outcome-unknown']).toContain((await click).code);
    expect(performance.now() - began).toBeLessThan(DEADLINE_MS);

    const next = async () => (await gatewright.call('browser_navigate', { url: site.url() })).text;
    await until(async () => (await next()).includes('heading "Shop"'), DEADLINE_MS);
    const [other] = await grid.sessions();
    expect(other?.node).not.toBe(session?.node);
    expect(asked()).toBe(1);
  });
});
