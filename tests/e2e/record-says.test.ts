import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { denyFirst, firstQuestion } from '../fixtures/person.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

let one: Site;
let two: Site;
let gatewright: Running;

beforeAll(async () => {
  two = await startSite({ '/': html('<h1>Two</h1>'), '/end': html('<h1>End</h1>') });
  one = await startSite({
    '/': html(`<button>Help</button><a href="/next?q=secret-query">Next page</a>
      <form method="post" action="/delete"><button>Delete account</button></form>`),
    '/next': html('<h1>Next</h1>'),
    '/go': (_, response) => void response.writeHead(302, { location: two.url('/end?token=abc') }).end(),
  });
  gatewright = await start({
    config: {
      version: 1,
      network: { unsafeAllowPrivate: [one.host, two.host] },
      capabilities: ['read', 'navigation', 'action', 'human', 'fetch', 'secrets'],
      approval: { timeoutSeconds: 20 },
    },
  });
});
afterAll(async () => {
  await gatewright.close();
  await one.close();
  await two.close();
});

const query = (...args: readonly string[]) =>
  gatewright
    .command(['audit', 'query', '--json', ...args])
    .stdout.trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { fields: Readonly<Record<string, unknown>> }).fields);

it('a navigation is recorded by where it went, where it ended and what it left', async () => {
  await gatewright.call('browser_navigate', { url: one.url('/?x=1') });
  await gatewright.call('browser_navigate', { url: two.url('/') });
  await gatewright.call('browser_navigate', { url: one.url('/go?y=2') });
  const calls = query('--tool', 'browser_navigate');
  expect(calls).toMatchObject([
    { origin: one.origin, url: one.url('/') },
    { origin: two.origin, url: two.url('/'), from: one.url('/') },
    { origin: one.origin, url: one.url('/go'), from: two.url('/'), ended: two.url('/end'), endedOrigin: two.origin },
  ]);
  expect(calls[0]).not.toHaveProperty('from');
  expect(calls[0]).not.toHaveProperty('ended');
  // By either end: whoever looks for an origin wants the call that opened it.
  expect(query('--tool', 'browser_navigate', '--origin', two.origin)).toHaveLength(2);
  expect(query('--tool', 'browser_navigate', '--origin', one.origin)).toHaveLength(2);
  expect(JSON.stringify(calls.map(({ url, from, ended }) => [url, from, ended]))).not.toContain('?');
});

it('a click is recorded with the role and the name of what was clicked, and where it led', async () => {
  await gatewright.call('browser_navigate', { url: one.url('/') });
  await gatewright.call('browser_click', { role: 'link', name: 'Next page' });
  expect(query('--tool', 'browser_click').at(-1)).toMatchObject({
    ...{ element: 'link "Next page"', url: one.url('/'), ended: one.url('/next'), outcome: 'ok' },
  });
  expect(gatewright.command(['audit', 'export', '--format', 'csv']).stdout).toContain('link ""Next page""');
  expect(gatewright.command(['audit', 'tail']).stdout).toContain('link "Next page"');
});

it('the session says which browser sites were told of', () => {
  const [opened] = query('--event', 'session.opened');
  expect(opened?.['facts']).toMatchObject({ userAgent: expect.stringMatching(/Mozilla\/5\.0 .*Chrome\//u) as string });
});

it('questions as JSON carry their picture as base64, and a critical one says that it cannot be undone', async () => {
  await gatewright.call('browser_navigate', { url: one.url('/') });
  const clicked = gatewright.call('browser_click', { role: 'button', name: 'Delete account' });
  await firstQuestion(gatewright);
  const { stdout } = gatewright.command(['approvals', '--json']);
  const shown = gatewright.command(['approvals']).stdout;
  await denyFirst(gatewright);
  await clicked;
  const [question] = JSON.parse(stdout) as { risk: string; picture?: { mimeType: string; base64: string } }[];
  expect(question?.risk).toBe('critical');
  expect(shown).toContain('IRREVERSIBLE');
  const picture = Buffer.from(question?.picture?.base64 ?? '', 'base64');
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect(stdout).not.toContain('"0": 137');
});

it('the operator is warned at the first value of a session that an agent registers', async () => {
  const register = (name: string, session: string) =>
    gatewright.call('register_secret', { name, value: 'agent-knows-this-1', scope: [one.origin], session });
  const warnings = () => gatewright.stderr().match(/warning: register_secret/gu)?.length ?? 0;
  expect(warnings()).toBe(0);
  await register('KEY_A', 'default');
  await register('KEY_B', 'default');
  expect(warnings()).toBe(1);
  await register('KEY_C', 'other');
  expect(warnings()).toBe(2);
  expect(gatewright.stderr()).not.toContain('agent-knows-this-1');
});

it.each([
  ['browser_click', { role: 'button', name: 'Help' }, 'allow', 0],
  ['browser_click', { role: 'button', name: 'Delete account' }, 'ask', 0],
  ['browser_type', { role: 'searchbox', name: 'Search', text: 'x' }, 'allow', 0],
  ['browser_click', { ref: 'e1' }, 'allow', 0],
  ['eval_js', { expr: '1' }, 'deny', 1],
])('explain judges %s %j: %s', (tool, args, verdict, status) => {
  const said = gatewright.command(['explain', '--json', '--tool', tool, '--args', JSON.stringify(args)]);
  expect(said.status).toBe(status);
  const explained = JSON.parse(said.stdout) as { verdict: string; reason: string; hint?: string };
  expect(explained.verdict).toBe(verdict);
  if (tool === 'eval_js') expect(explained.reason).toContain('policy.capability-off');
  else expect(explained.hint).toMatch(/as if a page|known on its page only/u);
});
