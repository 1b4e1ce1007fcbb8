import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { html, startSite } from '../../fixtures/site.js';
import type { Handler, Site } from '../../fixtures/site.js';
import { codeOf, createPageSetup } from './page-setup.js';
import type { PageSetup } from './page-setup.js';

let stage: PageSetup;
let site: Site;
let other: Site;

const redirect =
  (to: () => string): Handler =>
  (_, response) => {
    response.writeHead(302, { location: to() }).end();
  };

beforeAll(async () => {
  other = await startSite({ '/': html('<h1>Other</h1>') });
  site = await startSite({
    '/': html(
      '<h1>Home</h1><a href="/two">Two</a> <button onclick="window.open(\'/popup\')">New</button> <a href="/file">File</a>',
    ),
    '/two': html('<h1>Two</h1>'),
    '/popup': html(
      '<script>document.title = "Pop"</script><h1>Popup</h1><button onclick="window.close()">Close me</button>',
    ),
    '/teapot': (_, response) => response.writeHead(418, { 'content-type': 'text/html' }).end('<h1>Teapot</h1>'),
    '/bare': (_, response) => response.writeHead(500).end(),
    '/empty': (_, response) => response.writeHead(204).end(),
    '/file': (_, response) => response.writeHead(200, { 'content-disposition': 'attachment; filename=a.bin' }).end('x'),
    '/hop': redirect(() => '/two'),
    '/away': redirect(() => other.url()),
    '/script-away': html(`<script>location.href = decodeURIComponent(location.search.slice(1))</script>`),
    '/circle': redirect(() => '/circle'),
    '/spin': html('<script>location.href = "/spin?" + Math.random()</script>'),
    '/never': () => undefined,
    '/half': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<title>Half</title><h1>Half of it</h1>');
    },
    '/form': html('<form method=post action=/posted><button>Pay</button></form>'),
    '/posted': html('<h1>Paid</h1>'),
    '/trap': html('<button>Stay</button><script>onbeforeunload = (e) => { e.preventDefault(); }</script>'),
    '/storm': html("<button onclick=\"for (let i = 0; i < 100; i++) window.open('/popup', 'w' + i)\">Storm</button>"),
  });
  stage = createPageSetup();
});
afterAll(async () => {
  await stage.close();
  await site.close();
  await other.close();
});
beforeEach(() => {
  stage.refused.clear();
});

const go = (path: string) => stage.navigate(site.url(path), 'interactive');

describe('navigation', () => {
  it('gives a first look, the status, and where it came from', async () => {
    await go('/two');
    const result = await go('/?q=1#part');
    expect(result).toMatchObject({ ok: true, navigation: { changed: true, kind: 'load', status: 200 } });
    expect(result.navigation?.from.text).toBe(site.url('/two'));
    expect(result.navigation?.to.text).toBe(site.url('/?q=1'));
    expect(result.snapshotDelta?.text).toContain('link "Two"');
    expect(result.snapshotDelta?.origin).toBe(site.origin);
  });

  it('within the document is told apart', async () => {
    await go('/two');
    expect(await go('/two#b')).toMatchObject({ ok: true, navigation: { kind: 'fragment' } });
  });

  it.each([
    ['/teapot', 418],
    ['/bare', 500],
    ['/nowhere', 404],
  ])('%s is a page with status %i', async (path, status) => {
    expect(await go(path)).toMatchObject({ ok: true, navigation: { status }, network: { failed: 1 } });
  });

  it('follows redirects', async () => {
    expect((await go('/hop')).navigation?.to.text).toBe(site.url('/two'));
  });

  it.each([
    ['/circle', 'network.too-many-redirects'],
    ['/empty', 'browser.nothing-there'],
    ['/file', 'page.download'],
  ])('%s is refused: %s', async (path, code) => {
    expect(await codeOf(go(path))).toBe(code);
    expect(await go('/two')).toMatchObject({ ok: true });
  });

  it('says by name why a server cannot be reached', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const call = stage.navigate(`http://127.0.0.1:${String(port)}/?token=x`);
    await expect(call).rejects.toMatchObject({ code: 'network.unreachable', hint: 'ERR_CONNECTION_REFUSED' });
  });

  it('does not follow a redirect to where it may not go', async () => {
    stage.refused.add(other.origin);
    const before = other.seen.length;
    expect(await codeOf(go('/away'))).toBe('policy.origin-not-allowed');
    expect(other.seen).toHaveLength(before);
    const result = await go(`/script-away?${encodeURIComponent(other.url())}`);
    expect(result).toMatchObject({ ok: false, failure: { code: 'policy.origin-not-allowed' } });
    expect(result.network?.egressOffAllowlist).toBeGreaterThan(0);
    expect(other.seen).toHaveLength(before);
    expect(await go('/two')).toMatchObject({ ok: true });
  });

  it('that never ends by script ends all the same', async () => {
    const result = await go('/spin');
    expect(result).toMatchObject({ ok: false, failure: { code: 'network.too-many-redirects' } });
    expect(await go('/two')).toMatchObject({ ok: true });
  });

  it('shows what there is of a page that does not finish', async () => {
    const result = await go('/half');
    expect(result).toMatchObject({ ok: false, failure: { source: 'app', code: 'page.not-loaded' } });
    expect(result.snapshotDelta?.text).toContain('Half of it');
  });

  it('to a server that never answers ends in time', async () => {
    expect(await codeOf(go('/never'))).toBe('network.unreachable');
    expect(await go('/two')).toMatchObject({ ok: true });
  });

  it('is not held up by a page that wants to stay', async () => {
    await go('/trap');
    await stage.click('Stay');
    expect(await go('/two')).toMatchObject({ ok: true, dialogs: [{ kind: 'beforeunload', answer: 'accepted' }] });
  });
});

describe('history', () => {
  it('goes back and forth, and says when there is nothing', async () => {
    const fresh = createPageSetup();
    expect(await codeOf(fresh.call([], (page) => page.goBack()))).toBe('session.none');
    await fresh.open(site.url('/'));
    await fresh.open(site.url('/two'));
    expect(await codeOf(fresh.call([], (page) => page.goForward()))).toBe('browser.nothing-there');
    const back = await fresh.call([], (page) => page.goBack());
    expect(back).toMatchObject({ ok: true, navigation: { changed: true, kind: 'history' } });
    expect(back.navigation?.to.text).toBe(site.url('/'));
    expect((await fresh.call([], (page) => page.goForward())).navigation?.to.text).toBe(site.url('/two'));
    stage.refused.add(site.origin);
    await fresh.close();
  });

  it('does not lead back to where it may not go', async () => {
    await stage.open(other.url());
    await go('/two');
    stage.refused.add(other.origin);
    expect(await codeOf(stage.call([], (page) => page.goBack()))).toBe('policy.origin-not-allowed');
    expect(await stage.text()).toContain('Two');
  });

  it('reloads, but never sends a form again', async () => {
    await go('/two');
    expect(await stage.call([], (page) => page.reload())).toMatchObject({ ok: true, navigation: { kind: 'reload' } });
    await go('/form');
    await stage.click('Pay');
    expect(await stage.text()).toContain('Paid');
    expect(await codeOf(stage.call([], (page) => page.reload()))).toBe('browser.not-actionable');
    expect(site.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('tabs', () => {
  it('that a page opens are reported, and close themselves', async () => {
    await go('/');
    const result = await stage.click('New');
    expect(result.structure?.tabs).toMatchObject([{ popup: true, current: false }]);
    const [popup] = result.structure?.tabs ?? [];
    const selected = await stage.call([], (page) => page.selectTab(popup?.tab ?? ''));
    expect(selected.structure?.tabs?.find(({ current }) => current)?.title.text).toBe('Pop');
    const closed = await stage.click('Close me');
    expect(closed.ok).toBe(true);
    expect(closed.structure?.tabs?.map(({ tab }) => tab)).not.toContain(popup?.tab);
    expect(await stage.text()).toContain('Home');
  });

  it('are opened and closed', async () => {
    await go('/');
    const opened = await stage.call([], (page) => page.openTab(undefined));
    expect(opened.structure?.tabs).toHaveLength(2);
    const closed = await stage.call([], (page) => page.closeTab(undefined));
    expect(closed.structure?.tabs).toHaveLength(1);
    expect(await codeOf(stage.call([], (page) => page.selectTab('t99')))).toBe('session.no-such-tab');
  });

  it('in a storm stay few, and the session lives', async () => {
    await go('/storm');
    site.seen.length = 0;
    const result = await stage.click('Storm');
    expect(result.ok).toBe(true);
    await expect.poll(() => site.seen.filter(({ path }) => path === '/popup').length).toBeGreaterThan(1);
    expect((await stage.call([], (page) => page.listTabs())).length).toBeLessThanOrEqual(20);
    expect(await go('/two')).toMatchObject({ ok: true });
  });
});

it('a click on a download says so', async () => {
  const fresh = createPageSetup();
  await fresh.open(site.url('/'));
  const result = await fresh.click('File');
  expect(result).toMatchObject({ ok: false, failure: { source: 'app', code: 'page.download' } });
  expect(result.downloads?.map(({ text }) => text)).toEqual(['a.bin']);
  await fresh.close();
});

it('a click that leads away shows where', async () => {
  const fresh = createPageSetup();
  await fresh.open(site.url('/'));
  const result = await fresh.click('Two');
  expect(result).toMatchObject({
    ok: true,
    navigation: { changed: true, kind: 'load', status: 200 },
    element: { attached: false },
  });
  expect(result.snapshotDelta?.text).toContain('Two');
  await fresh.close();
});
