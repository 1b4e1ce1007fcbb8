import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { attend } from '../fixtures/console-person.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

let site: Site;
let gatewright: Running;

beforeAll(async () => {
  site = await startSite({ '/': html('<h1>Orders</h1><label>Note <input></label>') });
  gatewright = await start({
    transport: 'http',
    args: ['--allow-private', site.host],
    config: { capabilities: ['read', 'navigation', 'action', 'human', 'fetch'], sessions: { idleSeconds: 3 } },
  });
});
afterAll(async () => {
  await gatewright.close();
  await site.close();
});
beforeEach(() => {
  gatewright.command(['stop', '--once']);
  gatewright.command(['resume']);
});

const go = async (session?: string) => {
  const args = { url: site.url(), ...(session === undefined ? {} : { session }) };
  const reply = await gatewright.call('browser_navigate', args);
  // The ending of the session before is told once.
  return reply.code === 'session.expired' ? gatewright.call('browser_navigate', args) : reply;
};

it('a stop ends the session and refuses new ones, of every name and by every tool, until somebody resumes', async () => {
  expect((await go()).isError).toBe(false);
  const stopped = gatewright.command(['stop', '--json']);
  expect(JSON.parse(stopped.stdout)).toMatchObject({ stopped: 1, silent: 0 });
  for (const session of ['default', 'another']) {
    const reply = await gatewright.call('browser_navigate', { url: site.url(), session });
    expect(reply.code, session).toBe('session.stopped');
    expect(reply.text).toMatch(/gatewright\S* resume\b/u);
  }
  expect((await gatewright.call('web_fetch', { url: site.url() })).code).toBe('session.stopped');
  expect((await gatewright.call('await_human', { kind: 'confirm', prompt: 'Go on?' })).code).toBe('session.stopped');
  expect(JSON.parse(gatewright.command(['resume', '--json']).stdout)).toMatchObject({ callers: 1 });
  expect((await go()).isError).toBe(false);
  const events = gatewright.record().map(({ event }) => event);
  expect(events).toEqual(expect.arrayContaining(['sessions.stopped', 'sessions.resumed']));
});

it('a stop of one session leaves the others of its caller, and opens no new one', async () => {
  await go('one');
  await go('two');
  gatewright.command(['stop', '--session', 'one']);
  expect((await gatewright.call('browser_snapshot', { session: 'two' })).isError).toBe(false);
  expect((await gatewright.call('browser_navigate', { url: site.url(), session: 'three' })).code).toBe(
    'session.stopped',
  );
  expect(gatewright.command(['resume', '--principal', 'local']).status).toBe(0);
  expect((await go('three')).isError).toBe(false);
});

it('--once ends what is there, and the next call opens a new one', async () => {
  await go();
  expect(gatewright.command(['stop', '--once']).stdout).toMatch(/^Ended 1 session of 1 running server\./u);
  expect((await gatewright.call('browser_snapshot')).code).toBe('session.expired');
  expect((await go()).isError).toBe(false);
});

it('a pause holds the session where it is, longer than it may be idle, and a resume gives it back as it was', async () => {
  await go();
  await gatewright.call('browser_fill', { role: 'textbox', name: 'Note', value: 'half done' });
  expect(JSON.parse(gatewright.command(['pause', '--json']).stdout)).toMatchObject({ paused: 1 });
  for (const [tool, args] of [
    ['browser_snapshot', {}],
    ['browser_navigate', { url: site.url() }],
    ['browser_close', {}],
    ['web_fetch', { url: site.url() }],
  ] as const) {
    const reply = await gatewright.call(tool, args);
    expect(reply.code, tool).toBe('session.paused');
    expect(reply.text).toMatch(/gatewright\S* resume\b/u);
  }
  await new Promise((resolve) => setTimeout(resolve, 4000));
  expect(JSON.parse(gatewright.command(['resume', '--json']).stdout)).toMatchObject({ sessions: 1 });
  expect((await gatewright.call('browser_snapshot')).text).toContain('half done');
  const events = gatewright.record().filter(({ event }) => event === 'session.paused' || event === 'session.resumed');
  expect(events.at(-1)).toMatchObject({ principal: 'local', session: 'default' });
});

it('both are in the console, without a question, and are undone from there', async () => {
  const attended = await attend({ network: { unsafeAllowPrivate: [site.host] } });
  const { page, base, gatewright: server } = attended;
  const press = async (name: string | RegExp, then: string): Promise<void> => {
    await page.getByRole('button', { name }).click();
    await page.getByText(then).first().waitFor();
  };
  try {
    await server.call('browser_navigate', { url: site.url() });
    await page.goto(base);
    expect(await page.locator('.card').innerText()).toContain('gatewright-tests');
    await press('Pause default of local', 'Paused: the agent waits');
    expect((await server.call('browser_snapshot')).code).toBe('session.paused');
    await press('Resume default of local', 'Resumed');
    expect((await server.call('browser_snapshot')).isError).toBe(false);
    await press('Stop default of local', 'No new one is opened');
    expect((await server.call('browser_navigate', { url: site.url() })).code).toBe('session.stopped');
    await press('Resume', 'Resumed');
    expect((await server.call('browser_snapshot')).code).toBe('session.expired');
    expect((await server.call('browser_navigate', { url: site.url() })).isError).toBe(false);
    await page.goto(base);
    await page.getByRole('link', { name: 'What it did' }).click();
    expect(await page.locator('main').innerText()).toMatch(/browser_navigate[^]*session.opened/u);
  } finally {
    await attended.close();
  }
});

it('ten before a limit the result says so, and the end names the setting', async () => {
  const limited = await start({ args: ['--allow-private', site.host], config: { sessions: { maxActions: 12 } } });
  try {
    const texts: string[] = [];
    for (let action = 1; action <= 12; action += 1) {
      texts.push((await limited.call('browser_navigate', { url: site.url() })).text);
    }
    expect(texts[0]).not.toContain('ends soon');
    expect(texts[1]).toContain('10 actions are left');
    expect(texts[10]).toContain('1 action is left');
    const over = await limited.call('browser_navigate', { url: site.url() });
    expect(over.code).toBe('session.expired');
    expect(over.text).toContain('sessions.maxActions');
  } finally {
    await limited.close();
  }
});
