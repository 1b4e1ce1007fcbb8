import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { replyOf, start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { addToken } from '../fixtures/team-client.js';

const DENIED = html('<h1>Payroll</h1>');
const START = html(`<a href="/hop">By a link</a><form action="/hop"><button>By a form</button></form>
  <button onclick="location = '/secret/x'">By script</button><a href="/open">To the open page</a>`);

let site: Site;
let server: Running;

beforeAll(async () => {
  site = await startSite({
    '/': START,
    '/hop': (_, response) => void response.writeHead(302, { location: '/secret/x' }).end(),
    '/over': (_, response) => void response.writeHead(302, { location: '/open' }).end(),
    '/secret/x': DENIED,
    '/secret%2fx': DENIED,
    '/open': html('<h1>Open</h1>'),
  });
  const rules = [{ when: { url: { matches: '/secret/' } }, then: 'deny' }];
  server = await start({
    transport: 'http',
    config: { version: 1, rules, network: { unsafeAllowPrivate: [site.host] }, teams: { blue: { browser: {} } } },
  });
});

afterAll(async () => {
  await server.close();
  await site.close();
});

promised('origins-hold', () => {
  const open = (path: string): Promise<Reply> =>
    server.call('browser_navigate', { url: site.url(path), snapshot: 'full' });

  it.each(['/secret/x', '/hop', '/secret%2fx'])('a rule that denies an address holds where %s ends', async (path) => {
    expect((await open(path)).text).not.toContain('Payroll');
    expect((await server.call('browser_tabs', { action: 'new', url: site.url(path) })).text).not.toContain('Payroll');
    expect((await server.call('browser_snapshot', {})).text).not.toContain('Payroll');
  });

  it.each([
    ['link', 'By a link'],
    ['button', 'By a form'],
    ['button', 'By script'],
  ])('and where a page goes by itself: %s "%s"', async (role, name) => {
    await open('/');
    expect((await server.call('browser_click', { role, name })).text).not.toContain('Payroll');
    expect((await server.call('browser_snapshot', {})).text).not.toContain('Payroll');
  });

  it('other addresses of the site stay open, over a redirect too', async () => {
    expect((await open('/over')).text).toContain('heading "Open"');
    await open('/');
    const { text } = await server.call('browser_click', { role: 'link', name: 'To the open page' });
    expect(text).toContain('heading "Open"');
  });
});

promised('people-decide', () => {
  it("a team's own client opens no port of this machine by a yes of its own", async () => {
    const hidden = await startSite({ '/': html('<h1>Inner</h1>') });
    const asked: string[] = [];
    const client = new Client(
      { name: 'blue', version: '1.0.0' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'legacy' } },
    );
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: { answer: true } };
    });
    const token = addToken(server, 'blue');
    const authProvider = { token: () => Promise.resolve(token) };
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { authProvider }));
    try {
      const reply = replyOf(await client.callTool({ name: 'browser_navigate', arguments: { url: hidden.url('/') } }));
      expect(['policy.private-address', 'approval.pending']).toContain(reply.code);
      expect([hidden.seen, asked]).toEqual([[], []]);
    } finally {
      await client.close();
      await hidden.close();
    }
  });
});
