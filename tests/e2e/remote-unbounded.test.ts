import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCommand } from '../fixtures/console.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { BareChromium } from '../fixtures/remote-browsers.js';
import type { RemoteSetup } from '../fixtures/remote-browsers.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** A vendor's browser: it knows nothing of our proxy. */
const withoutProxy = (all: readonly string[]): readonly string[] =>
  all.filter((one) => !/^--(?:proxy-|host-resolver-rules|ignore-certificate)/u.test(one));
const SAYS = 'unsafe: remote.unsafeNoBoundary: the browser is not behind the egress proxy';

let site: Site;
let other: Site;
let elsewhere: RemoteSetup;
const workspaces: string[] = [];

beforeAll(async () => {
  other = await startSite({});
  site = await startSite({
    '/': html(`<h1>Hello</h1><img src="http://${other.host}/image"><iframe src="http://${other.host}/frame"></iframe>`),
  });
  elsewhere = await BareChromium.setUp(withoutProxy);
});
afterAll(async () => {
  await elsewhere.close();
  await Promise.all([site.close(), other.close()]);
  for (const folder of workspaces) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const begin = (remote: object, more: object = {}): Promise<Running> => {
  const workspace = mkdtempSync(join(tmpdir(), 'gw-unbounded-'));
  workspaces.push(workspace);
  // The other one is opened as an address, so that only the allowlist stands between.
  const network = { allow: [site.origin], unsafeAllowPrivate: [site.host, other.host] };
  const judged = { network, confirmRequired: [] };
  return start({ workspace, config: { browser: { provider: 'remote' }, remote, ...judged, ...more } });
};

it('a browser that is not behind the proxy is not used, and no page of it loads', async () => {
  const gatewright = await begin(elsewhere.remote);
  try {
    const reply = await gatewright.call('browser_navigate', { url: site.url() });
    expect([reply.isError, reply.code]).toEqual([true, 'browser.leaks']);
    expect(site.seen).toEqual([]);
    expect(gatewright.stderr()).not.toContain('unsafeNoBoundary');
  } finally {
    await gatewright.close();
  }
});

describe('with remote.unsafeNoBoundary in the file', () => {
  let gatewright: Running;
  beforeAll(async () => {
    gatewright = await begin({ ...elsewhere.remote, unsafeNoBoundary: true });
  });
  afterAll(() => gatewright.close());

  it('it is used, and what its tabs ask for is judged all the same', async () => {
    const reply = await gatewright.call('browser_navigate', { url: site.url() });
    expect(reply.text).toContain('heading "Hello"');
    expect((await gatewright.call('browser_navigate', { url: other.url() })).code).toBe('policy.origin-not-allowed');
    expect(other.seen).toEqual([]);
  });

  it('the start, the record, doctor and the console say so', async () => {
    expect(gatewright.stderr()).toContain(SAYS);
    const posture = gatewright.record().filter(({ event }) => event === 'posture');
    expect(JSON.stringify(posture)).toContain(SAYS);
    expect(gatewright.command(['doctor']).stdout).toContain(SAYS.slice('unsafe: '.length));
    const { server, link } = await startCommand(gatewright.workspace, ['console', '--json'], 'link');
    try {
      const { origin } = new URL(link);
      const cookieOf = (reply: Response): string => reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const headers = { origin, 'sec-fetch-site': 'same-origin', cookie: cookieOf(await fetch(link)) };
      const cookie = cookieOf(await fetch(link, { method: 'POST', redirect: 'manual', headers }));
      // Under a heading that says `unsafe`.
      const page = await (await fetch(`${origin}/allowed`, { headers: { cookie } })).text();
      expect(page).toContain(SAYS.slice('unsafe: '.length));
    } finally {
      server.kill('SIGTERM');
    }
  });

  it('files are not given to it: the configuration is refused', async () => {
    const remote = { ...elsewhere.remote, unsafeNoBoundary: true };
    const refused = begin(remote, { capabilities: ['read', 'navigation', 'action', 'file-io'] });
    await expect(refused).rejects.toThrow();
  });
});
