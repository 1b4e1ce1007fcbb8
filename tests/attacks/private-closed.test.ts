import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

promised('private-closed', () => {
  let open: Site;
  let closed: Site;
  let gatewright: Running;
  beforeAll(async () => {
    closed = await startSite({ '/': html('inside') });
    open = await startSite({
      '/': html(`<img src="${closed.url('/img')}"><iframe src="${closed.url('/frame')}"></iframe>
        <script>fetch('${closed.url('/fetch')}', { mode: 'no-cors' }).catch(() => {})</script>`),
      '/redirect': (_, response) => response.writeHead(302, { location: closed.url() }).end(),
    });
    gatewright = await start({ args: ['--allow-private', open.host] });
  });
  afterAll(async () => {
    await gatewright.close();
    await open.close();
    await closed.close();
  });

  it.each([
    '127.0.0.1',
    'localhost',
    'LOCALHOST.',
    'foo.localhost',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.2',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '169.254.169.254',
    '10.0.0.1',
    '100.64.0.1',
    '[fd00:ec2::254]',
    '１２７.０.０.１',
    '127。0。0。1',
  ])('%s', async (host) => {
    const reply = await gatewright.call('browser_navigate', { url: `http://${host}:${closed.port}/` });
    expect(['policy.private-address', 'policy.bad-url']).toContain(reply.code);
    expect(closed.connections()).toBe(0);
  });

  it.each([
    'http://user:pw@127.0.0.1/',
    'http://127.0.0.1\\@example.com/',
    'http:///127.0.0.1/',
    'http://127.0.0.1:0/',
  ])('%s', async (url) => {
    const reply = await gatewright.call('browser_navigate', { url });
    expect(['policy.private-address', 'policy.bad-url']).toContain(reply.code);
  });

  it('a refusal prints the flag that opens it', async () => {
    const reply = await gatewright.call('browser_navigate', { url: `http://localhost:${closed.port}/` });
    expect(reply.text).toContain(`--allow-private localhost:${closed.port}`);
  });

  it('what is opened is opened exactly: the other port of the same host stays closed', async () => {
    expect((await gatewright.call('browser_navigate', { url: open.url() })).isError).toBe(false);
    await gatewright.call('browser_wait_for', { seconds: 0.5 });
    await gatewright.call('browser_navigate', { url: open.url('/redirect') });
    expect(closed.connections()).toBe(0);
  });

  it('our own listeners can never be opened', async () => {
    const http = await start({
      transport: 'http',
      args: ['--http', '127.0.0.1:17717', '--allow-private', '127.0.0.1:17717'],
    });
    try {
      const reply = await http.call('browser_navigate', { url: 'http://127.0.0.1:17717/healthz' });
      expect(reply.code).toBe('policy.private-address');
    } finally {
      await http.close();
    }
  });
});
