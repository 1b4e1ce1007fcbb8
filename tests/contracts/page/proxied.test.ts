import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { openNetwork } from '../network/open-network.js';
import type { App } from '../network/open-network.js';
import { failureOf } from '../vault/failure-of.js';
import { codeOf, createPageSetup } from './page-setup.js';
import type { PageSetup } from './page-setup.js';

let app: App;
let stage: PageSetup;
let site: Site;
let closed: Site;
let gone: string;

beforeAll(async () => {
  closed = await startSite({ '/': html('<h1>Closed</h1>') });
  const ended = await startSite({});
  await ended.close();
  gone = ended.host;
  site = await startSite({
    '/': html(
      '<h1>Open</h1><button onclick="fetch(where).catch(() => 0)">Load</button><script>const where = decodeURIComponent(location.search.slice(1))</script>',
    ),
    '/away': (_, response) => response.writeHead(302, { location: closed.url() }).end(),
    '/gone': (_, response) => response.writeHead(302, { location: ended.url() }).end(),
  });
  app = await openNetwork({ unsafeAllowPrivate: [site.host, gone] });
  stage = createPageSetup(app.egress);
});
afterAll(async () => {
  await stage.close();
  await app.close();
  await site.close();
  await closed.close();
});

describe('behind the egress proxy', () => {
  it('an open site is a page', async () => {
    expect(await stage.navigate(site.url(), 'interactive')).toMatchObject({ ok: true, navigation: { status: 200 } });
  });

  it('a redirect to a closed address is a refusal, not a page', async () => {
    expect(await codeOf(stage.open(site.url('/away')))).toBe('network.blocked-origin');
    expect(closed.connections()).toBe(0);
  });

  it('a server that is not there is unreachable, not a page', async () => {
    expect(await codeOf(stage.open(site.url('/gone')))).toBe('network.unreachable');
  });

  it.each(['http', 'https'])('a name that has no address is unreachable by %s, and that is said', async (scheme) => {
    const failure = await failureOf(stage.open(`${scheme}://nobody.example.com/`));
    expect([failure.code, failure.hint]).toEqual([
      'network.unreachable',
      expect.stringMatching(/^the name has no address/u),
    ]);
  });

  it('a server that takes no tunnel is unreachable, and not for want of an address', async () => {
    const failure = await failureOf(stage.open(`https://${gone}/`));
    expect([failure.code, failure.hint]).toEqual(['network.unreachable', 'no connection to it could be made']);
  });

  it('what a page may not load is counted and named, once', async () => {
    await stage.open(site.url(`/?${encodeURIComponent(closed.url())}`));
    const result = await stage.click('Load');
    expect(result.network?.egressOffAllowlist).toBe(1);
    expect(result.network?.blocked?.map(({ text }) => text).join()).toContain(closed.origin);
    expect((await stage.call([], (page) => page.scroll(undefined, 0, 1))).network).toBeUndefined();
    expect(closed.connections()).toBe(0);
  });
});
