import { writeFileSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { refOf, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { answerFirst, denyFirst, firstQuestion, pending } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PAGE = html(`<form method="post" action="/pay"><button>Pay now</button></form><button id="x">Read</button>
  <button id="erase" onclick="fetch('/gone', { method: 'POST' })">Konto löschen</button> <a id="get" href="/items/7/delete">7</a>
  <button id="posts" onclick="document.title = 'list'">Posts</button>
  <script>
    // A page that tries to answer for the person, and to change what was asked about.
    addEventListener('message', () => {});
    if (location.search === '?swap') fetch('/when').then(() => { document.querySelector('form').action = '/evil' });
  </script>`);

/** Steps of a flow whose buttons say nothing: what they agree to stands around them. */
const FLOW = {
  '/checkout/payment': html(`<div><p>2 items</p><p>Total: 49,00 €</p>
    <button id="go" type="button" onclick="fetch('/bought', { method: 'POST' })">Continue</button></div>`),
  '/project':
    html(`<div role="dialog" aria-labelledby="t"><h2 id="t">Delete the project</h2><p id="w">This cannot be undone.</p>
    <button id="no" onclick="document.title = 'kept'">Cancel</button>
    <button id="yes" onclick="fetch('/gone', { method: 'POST' })">Confirm</button></div>`),
  '/archive': html(`<div role="dialog"><h2 id="t">Delete the copy?</h2>
    <button id="yes" onclick="fetch('/gone', { method: 'POST' })">OK</button></div>
    <script>fetch('/when').then(() => { document.querySelector('#t').textContent = 'Delete all of your data?' })</script>`),
};

promised('people-decide', () => {
  let site: Site;
  let gatewright: Running;
  // What the page waits for before it swaps.
  const held: ServerResponse[] = [];
  beforeAll(async () => {
    site = await startSite({
      '/': PAGE,
      ...FLOW,
      '/pay': html('<p>paid</p>'),
      '/evil': html('<p>evil</p>'),
      '/when': (_, response) => void held.push(response),
    });
    const workspace = mkdtempSync(join(tmpdir(), 'gw-people-'));
    writeFileSync(
      join(workspace, 'gatewright.yaml'),
      `version: 1
network: { unsafeAllowPrivate: ["${site.host}"] }
approval: { timeoutSeconds: 12, maxSeconds: 12 }
rules:
  - { when: { tool: browser_click, name: Pay }, then: ask }
`,
      { mode: 0o600 },
    );
    gatewright = await start({ workspace });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });
  let ref = '';
  beforeEach(async () => {
    const opened = await gatewright.call('browser_navigate', { url: site.url() });
    ref = refOf(opened.text, /button "Pay now"/u);
    site.seen.length = 0;
  });
  const posts = (): string[] => site.seen.flatMap(({ method, path }) => (method === 'POST' ? [path] : []));

  it('waits for a yes, and acts once', async () => {
    const click = gatewright.call('browser_click', { ref });
    await answerFirst(gatewright);
    expect((await click).isError).toBe(false);
    expect(posts()).toEqual(['/pay']);
  });

  it('a no is a no', async () => {
    const click = gatewright.call('browser_click', { ref });
    await denyFirst(gatewright);
    expect((await click).code).toBe('approval.denied');
    expect(posts()).toEqual([]);
  });

  it('silence is a no', async () => {
    expect((await gatewright.call('browser_click', { ref })).code).toBe('approval.expired');
    expect(posts()).toEqual([]);
  });

  it('an answer is used once', async () => {
    const click = gatewright.call('browser_click', { ref });
    const { id } = await firstQuestion(gatewright);
    expect(gatewright.command(['approvals', 'approve', id]).status).toBe(0);
    await click;
    expect(gatewright.command(['approvals', 'approve', id]).status).not.toBe(0);
    await gatewright.call('browser_navigate', { url: site.url() });
    const again = gatewright.call('browser_click', { name: 'Pay now' });
    expect(pending(gatewright).length).toBeLessThanOrEqual(1);
    await denyFirst(gatewright);
    expect((await again).code).toBe('approval.denied');
    expect(posts()).toEqual(['/pay']);
  });

  it('a page that swaps what was asked about gets nothing', async () => {
    const opened = await gatewright.call('browser_navigate', { url: site.url('/?swap') });
    site.seen.length = 0;
    const click = gatewright.call('browser_click', { ref: refOf(opened.text, /button "Pay now"/u) });
    await firstQuestion(gatewright);
    for (const response of held) response.end('now');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await answerFirst(gatewright);
    expect((await click).code).toBe('policy.changed');
    expect(posts()).toEqual([]);
  });

  it('the agent has no tool that answers', async () => {
    const { tools } = await gatewright.client.listTools();
    expect(tools.map(({ name }) => name).filter((name) => /approv|answer|grant|config|policy/u.test(name))).toEqual([
      'set_dialog_policy',
      'set_permission_policy',
    ]);
  });

  it.each([
    ['#erase', 'critical'],
    ['#get', 'high'],
  ])('%s needs no rule: what it is asks by itself', async (selector, risk) => {
    const click = gatewright.call('browser_click', { selector });
    await denyFirst(gatewright);
    expect((await click).code).toBe('approval.denied');
    expect(site.seen.map(({ path }) => path).filter((path) => path !== '/favicon.ico')).toEqual([]);
    expect(gatewright.record().findLast(({ rule }) => rule !== undefined)).toMatchObject({ rule: 'risk', risk });
  });

  it.each([
    ['/checkout/payment', '#go', '49,00 €'],
    ['/project', '#yes', 'Delete the project'],
  ])('a button that only says yes on %s is judged by what stands around it', async (path, selector, shown) => {
    await gatewright.call('browser_navigate', { url: site.url(path) });
    const click = gatewright.call('browser_click', { selector });
    expect(JSON.stringify(await firstQuestion(gatewright))).toContain(shown);
    await denyFirst(gatewright);
    expect((await click).code).toBe('approval.denied');
    expect(posts()).toEqual([]);
    expect(gatewright.record().findLast(({ rule }) => rule !== undefined)).toMatchObject({
      rule: 'risk',
      risk: 'high',
    });
  });

  it('what stands around it is part of what was asked', async () => {
    await gatewright.call('browser_navigate', { url: site.url('/archive') });
    const click = gatewright.call('browser_click', { selector: '#yes' });
    await firstQuestion(gatewright);
    for (const response of held) response.end('now');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await answerFirst(gatewright);
    expect((await click).code).toBe('policy.changed');
    expect(posts()).toEqual([]);
  });

  it('the way back from a grave question needs nobody', async () => {
    await gatewright.call('browser_navigate', { url: site.url('/project') });
    expect((await gatewright.call('browser_click', { selector: '#no' })).isError).toBe(false);
    expect(pending(gatewright)).toEqual([]);
  });

  it.each(['#x', '#posts'])('what needs nobody is not asked about: %s', async (selector) => {
    expect((await gatewright.call('browser_click', { selector })).isError).toBe(false);
    expect(pending(gatewright)).toEqual([]);
  });
});
