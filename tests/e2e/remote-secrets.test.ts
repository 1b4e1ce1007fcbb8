import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { ChromiumBroker } from '../fixtures/remote-browsers.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { SocketLauncher } from '../fixtures/socket-launcher.js';

const ORDINARY = 'browser sessions of chromium at /v1/sessions/number-one';
const CREATE_TOKEN = 'create-token-0a9b8c7d';
const RELEASE_TOKEN = 'release-token-6e5f4d3c';

let site: Site;
let told: readonly string[] = [];

beforeAll(async () => {
  site = await startSite({
    '/': html('<h1>Shop</h1>'),
    // A page that says what only the operator and the vendor know.
    '/says': (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(html(`<h1>Says</h1><p>${ORDINARY}</p>${told.map((one) => `<p>It is ${one}.</p>`).join('')}`));
    },
  });
});
afterAll(() => site.close());

const begin = (remote: object): Promise<Running> =>
  start({ config: { browser: { provider: 'remote' }, remote, network: { unsafeAllowPrivate: [site.host] } } });

/** Opens the page that says them, in whatever way it is read, and looks into all that the server wrote. */
async function expectMasked(of: Running, secrets: readonly string[]): Promise<void> {
  expect((await of.call('browser_navigate', { url: site.url() })).text).toContain('heading "Shop"');
  told = secrets;
  const page = await of.call('browser_navigate', { url: site.url('/says') });
  expect(page.text).toContain(ORDINARY);
  const replies = [page, await of.call('browser_snapshot'), await of.call('browser_find', { query: 'It is' })];
  const refused = await of.call('browser_navigate', { url: `http://${secrets[0] ?? ''}.invalid/` });
  const written = [...replies, refused].map(({ text, meta }) => text + JSON.stringify(meta)).join('\n');
  for (const secret of secrets)
    expect([secret, written, JSON.stringify(of.record()), of.stderr()].map((one) => one.includes(secret))).toEqual([
      true,
      false,
      false,
      false,
    ]);
}

it('an address with a token, and headers: from files, to the vendor alone, and masked everywhere', async () => {
  const opened = await SocketLauncher.setUp();
  const server = await begin(opened.remote);
  try {
    await expectMasked(server, [opened.launcher.token, opened.launcher.key]);
    expect(opened.elsewhere.pids()).toHaveLength(1);
  } finally {
    await server.close();
    await opened.close();
  }
});

it('tokens of create and release, the id that is answered, and the id of the socket are masked everywhere', async () => {
  const opened = await ChromiumBroker.setUp();
  const { create, release } = opened.remote;
  if (create === undefined || release === undefined) throw new Error('it has both');
  const server = await begin({
    ...opened.remote,
    create: { ...create, url: `${create.url}?token=${CREATE_TOKEN}` },
    release: { ...release, url: `${release.url}?token=${RELEASE_TOKEN}` },
  });
  try {
    expect((await server.call('browser_navigate', { url: site.url() })).text).toContain('heading "Shop"');
    const { id, socket } = await opened.broker.last();
    await expectMasked(server, [CREATE_TOKEN, RELEASE_TOKEN, opened.broker.token, id, socket]);
  } finally {
    await server.close();
    expect(opened.elsewhere.pids()).toEqual([]);
    await opened.close();
  }
});
