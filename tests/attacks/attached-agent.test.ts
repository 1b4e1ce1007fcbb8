import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { attachTo, PersonsChrome } from '../fixtures/attached-app.js';
import type { Attached } from '../fixtures/attached-app.js';
import { answerFirst, denyFirst, firstQuestion } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const COOKIE = 'kept-by-the-browser';
const STEERING = `<button onclick="for (const to of places) window.open(to, '', 'noopener')">More</button><script>
  const { searchParams } = new URL(location);
  const places = ['127.0.0.1', 'localhost'].map((host) => 'http://' + host + ':' + searchParams.get('port') + '/json/close/' + searchParams.get('tab'));
  for (const to of places) {
    fetch(to, { mode: 'no-cors' }).catch(() => 0);
    new Image().src = to;
    document.body.append(Object.assign(document.createElement('iframe'), { src: to }));
    navigator.sendBeacon(to);
    new Worker(URL.createObjectURL(new Blob(['fetch("' + to + '", { mode: "no-cors" })'])));
  }
  setTimeout(() => (location.href = places[0]), 300);
</script>`;

let site: Site;
let chrome: PersonsChrome;
let theirs: string;
const held: ServerResponse[] = [];
const cookies: string[] = [];
beforeAll(async () => {
  site = await startSite({
    '/private': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'set-cookie': `sid=${COOKIE}; HttpOnly` })
        .end(html('Dear Ada<script>name = "mine"</script>')),
    '/': (request, response) => {
      cookies.push(request.headers.cookie ?? 'none');
      response.writeHead(200, { 'content-type': 'text/html' }).end(html('<h1>Front</h1>'));
    },
    '/named': html(`<button onclick="fetch('/told?' + window.open('', 'mine').location)">Reach</button>`),
    '/steers': html(STEERING),
    '/permission': html(
      `<script>navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => fetch('/told?' + state))</script>`,
    ),
    '/form': html(`<form method="post" action="/send"><button>Send</button></form><script>
      fetch('/when').then(() => (document.querySelector('button').textContent = 'Delete account'));
    </script>`),
    '/when': (_, response) => void held.push(response),
    '/send': html('sent'),
    '/told': html(''),
  });
  chrome = await PersonsChrome.open();
  theirs = await chrome.openTab(site.url('/private'));
  await vi.waitUntil(() => site.seen.length === 1, { timeout: 20_000 });
});
afterAll(async () => {
  await chrome.close();
  await site.close();
});
beforeEach(() => {
  site.seen.length = 0;
});
const told = () => site.seen.map(({ path }) => path).filter((path) => path.startsWith('/told'));

promised('attached-apart', () => {
  let gatewright: Attached;
  beforeAll(async () => {
    const port = String(chrome.place.port);
    // Even who opens that port opens nothing.
    const opened = [site.host, `127.0.0.1:${port}`, `localhost:${port}`];
    gatewright = await attachTo(chrome, { opened, confirmRequired: [], capabilities: ['fetch'] });
    await gatewright.call('browser_navigate', { url: site.url() });
  });
  afterAll(() => gatewright.close());
  const stillTheirs = async () => {
    expect((await chrome.tabs())[theirs]).toBe(site.url('/private'));
  };

  it('no name that an agent can guess is that of a tab of the person’s', async () => {
    const names = [theirs, theirs.toLowerCase(), 't0', 't2', 't3', '0', '1', 'mine', 'Test', site.url('/private')];
    for (const tab of names) {
      const replies = [
        await gatewright.call('browser_tabs', { action: 'select', tab }),
        await gatewright.call('browser_tabs', { action: 'close', tab }),
        await gatewright.call('browser_snapshot', { tab }),
        await gatewright.call('browser_read', { tab }),
        await gatewright.call('browser_screenshot', { tab }),
        await gatewright.call('browser_navigate', { tab, url: site.url('/?taken') }),
      ];
      expect(replies.map(({ code }) => code)).toEqual(replies.map(() => 'session.no-such-tab'));
      expect(replies.map(({ text }) => text).join()).not.toContain('Dear Ada');
    }
    expect(site.seen).toEqual([]);
    await stillTheirs();
  });

  it('no page of the agent’s reaches a window of the person’s by its name', async () => {
    await gatewright.call('browser_navigate', { url: site.url('/named') });
    await gatewright.call('browser_click', { name: 'Reach' });
    await expect.poll(told).toEqual(['/told?about:blank']);
    await stillTheirs();
  });

  it.each(['127.0.0.1', 'localhost', '127.1', '2130706433', '0.0.0.0', '[::ffff:127.0.0.1]', 'x.localhost'])(
    'the port by which all of it is steered is closed to the agent, as %s',
    async (host) => {
      for (const path of ['list', 'version', `close/${theirs}`, `activate/${theirs}`, `new?${site.url('/?new')}`]) {
        const url = `http://${host}:${chrome.place.port}/json/${path}`;
        const replies = [
          await gatewright.call('browser_navigate', { url }),
          await gatewright.call('browser_tabs', { action: 'new', url }),
          await gatewright.call('web_fetch', { url }),
        ];
        for (const { code, text } of replies) {
          expect(code, text).toMatch(/^(?:policy|network)\./u);
          expect(text).not.toMatch(/webSocketDebuggerUrl|Dear Ada/u);
        }
      }
      expect(site.seen).toEqual([]);
      await stillTheirs();
    },
  );

  it('and to its pages', async () => {
    const url = site.url(`/steers?port=${chrome.place.port}&tab=${theirs}`);
    await gatewright.call('browser_navigate', { url });
    await gatewright.call('browser_click', { name: 'More' });
    await gatewright.call('browser_wait_for', { seconds: 1 });
    await stillTheirs();
    expect(gatewright.noted('navigation.blocked').length).toBeGreaterThan(0);
  });

  it('what the person is known by goes to the site, and no tool shows it', async () => {
    cookies.length = 0;
    const replies = [await gatewright.call('browser_navigate', { url: site.url() })];
    for (const [tool, args] of [
      ['browser_network_read', {}],
      ['browser_console_read', {}],
      ['browser_snapshot', { mode: 'full' }],
      ['browser_read', {}],
      ['browser_inspect', { selector: 'h1' }],
      ['web_fetch', { url: site.url() }],
    ] as const)
      replies.push(await gatewright.call(tool, args));
    expect(cookies).toEqual([`sid=${COOKIE}`, 'none']);
    expect(replies.map(({ text, meta }) => text + JSON.stringify(meta)).join()).not.toContain(COOKIE);
    expect(JSON.stringify(gatewright.record())).not.toContain(COOKIE);
    const { tools } = await gatewright.client.listTools();
    expect(tools.map(({ name }) => name).join()).not.toMatch(/cookie|storage|eval|download|upload/u);
  });

  it('a permission is given to nobody, whatever the agent wishes', async () => {
    await gatewright.call('set_permission_policy', { mode: 'allow', perPermission: { geolocation: 'allow' } });
    await gatewright.call('browser_navigate', { url: site.url('/permission') });
    await expect.poll(told).toEqual(['/told?denied']);
    await chrome.openTab(site.url('/permission'));
    await expect.poll(told).toEqual(['/told?denied', '/told?denied']);
    await gatewright.call('browser_close');
    await chrome.openTab(site.url('/permission'));
    await expect.poll(told).toEqual(['/told?denied', '/told?denied', '/told?prompt']);
  });
});

promised('approvals-bound', () => {
  let gatewright: Attached;
  beforeAll(async () => {
    gatewright = await attachTo(chrome, { opened: [site.host] });
  });
  afterAll(() => gatewright.close());
  const click = () => gatewright.call('browser_click', { selector: 'button' });
  const posts = () => site.seen.filter(({ method }) => method === 'POST').map(({ path }) => path);
  const open = async () => {
    const opened = await gatewright.approved(gatewright.call('browser_navigate', { url: site.url('/form') }));
    expect(opened.isError, opened.text).toBe(false);
  };

  it('a button that is swapped while the person thinks is not clicked', { timeout: 90_000 }, async () => {
    await open();
    const clicked = click();
    await firstQuestion(gatewright);
    for (const response of held.splice(0)) response.end('now');
    await vi.waitUntil(async () => (await gatewright.call('browser_snapshot')).text.includes('Delete account'));
    await answerFirst(gatewright);
    expect((await clicked).code).toBe('policy.changed');
    expect(posts()).toEqual([]);
  });

  it('a yes is good for one click', { timeout: 90_000 }, async () => {
    await open();
    expect((await gatewright.approved(click())).isError).toBe(false);
    expect(posts()).toEqual(['/send']);
    await open();
    const again = click();
    await denyFirst(gatewright);
    expect((await again).code).toBe('approval.denied');
    expect(posts()).toEqual(['/send']);
  });
});
