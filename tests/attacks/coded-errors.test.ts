import { afterAll, beforeAll, expect, it } from 'vitest';
import { ERRORS } from '../../src/core/errors.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

promised('coded-errors', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    site = await startSite({
      '/': html('<button>One</button><button>Two</button><button disabled>Off</button><select><option>a</select>'),
      '/reset': (request) => request.socket.destroy(),
      '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
    });
    gatewright = await start({ args: ['--allow-private', site.host] });
    await gatewright.call('browser_navigate', { url: site.url() });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });

  it.each([
    ['browser_click', {}, 'call.bad-arguments'],
    ['browser_click', { ref: 7 }, 'call.bad-arguments'],
    ['browser_click', { ref: 'e999999' }, 'browser.stale-ref'],
    ['browser_click', { role: 'button' }, 'browser.ambiguous'],
    ['browser_click', { name: 'Nowhere' }, 'browser.no-match'],
    ['browser_click', { selector: '>>>[' }, undefined],
    ['browser_click', { named: 'nobody' }, undefined],
    ['browser_click', { coords: { x: -5, y: 99_999 } }, undefined],
    ['browser_click', { name: 'Off' }, 'browser.not-actionable'],
    ['browser_select', { role: 'combobox', values: ['zz'] }, 'browser.bad-option'],
    ['browser_press', { key: 'NoSuchKey' }, undefined],
    ['browser_navigate', { url: 'not a url' }, 'policy.bad-url'],
    ['browser_navigate', { url: 'file:///etc/passwd' }, 'policy.scheme-not-allowed'],
    ['browser_navigate', { url: 'javascript:alert(1)' }, 'policy.scheme-not-allowed'],
    ['browser_navigate', { url: 'chrome://settings' }, 'policy.scheme-not-allowed'],
    ['browser_navigate', { url: 'devtools://devtools/bundled/inspector.html' }, 'policy.scheme-not-allowed'],
    ['browser_navigate', { url: 'view-source:http://a.example/' }, 'policy.scheme-not-allowed'],
    ['browser_tabs', { action: 'select', tab: 't99' }, 'session.no-such-tab'],
    ['browser_snapshot', { session: 'UPPER' }, 'call.bad-arguments'],
    ['browser_snapshot', { tab: 't99' }, 'session.no-such-tab'],
    ['browser_go_forward', {}, 'browser.nothing-there'],
    ['await_human', { kind: 'choose', prompt: 'x' }, 'call.bad-arguments'],
  ])('%s %j', async (tool, args, code) => {
    const reply = await gatewright.call(tool, args);
    expect(reply.isError).toBe(true);
    expect(Object.keys(ERRORS)).toContain(reply.code);
    if (code !== undefined) expect(reply.code).toBe(code);
    expect(reply.meta).toMatchObject({ failure: { code: reply.code } });
    expectNothingRaw(reply.text);
  });

  it.each(['/reset', '/loop'])('a site that answers badly: %s', async (path) => {
    const reply = await gatewright.call('browser_navigate', { url: site.url(path) });
    expect(reply.code).toMatch(/^network\./u);
    expectNothingRaw(reply.text);
    expect((await gatewright.call('browser_navigate', { url: site.url() })).isError).toBe(false);
  });

  function expectNothingRaw(text: string): void {
    expect(text).toMatch(/^[a-z]+\.[a-z-]+: [A-Z]/u);
    expect(text).not.toMatch(
      /node_modules|node:internal|\.js:\d|\bat \S+ \(|Call log|Protocol error|ENOENT|\/etc\/passwd/u,
    );
  }
});
