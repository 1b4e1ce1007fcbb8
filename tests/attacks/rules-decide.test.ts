import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runCommand, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { answerFirst, denyFirst } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const LONG = 'a'.repeat(5000);
const PAGE = html(`
  <button onclick="fetch('/done/1', { method: 'POST' })">Revoke access</button>
  <button onclick="fetch('/done/2', { method: 'POST' })">Re\u200Bvoke token</button>
  <button aria-label="Help" onclick="fetch('/done/3', { method: 'POST' })">Revoke key</button>
  <button onclick="fetch('/done/4', { method: 'POST' })">Invoke</button>
  <button onclick="fetch('/done/5', { method: 'POST' })">${LONG}!</button>
  <a href="/%70ayroll/list">People</a> <a href="/plain">Plain</a>
  <form action="/sent" method="post"><label>Note <input name="note"></label><button>Revoke all</button></form>`);

promised('people-decide', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    site = await startSite({
      '/': PAGE,
      '/plain': html('<p>plain</p><a href="/">Start</a>'),
      '/payroll/list': html('<p>salaries</p>'),
      '/admin': html('<p>panel</p><a href="/admin/users">Users</a>'),
      '/admin/users': html('<p>users</p>'),
      '/settings': html('<p>settings</p>'),
    });
    gatewright = await start({
      config: {
        version: 1,
        network: { unsafeAllowPrivate: [site.host] },
        approval: { timeoutSeconds: 20 },
        rules: [
          { when: { name: { matches: '(?i)(revoke|^(a|aa)+$)' } }, then: 'deny' },
          { when: { url: { matches: '/payroll/' } }, then: 'deny' },
          { when: { text: { matches: '\\b\\d{3}-\\d{2}-\\d{4}\\b' } }, then: 'deny' },
        ],
      },
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });
  beforeEach(async () => {
    await gatewright.call('browser_navigate', { url: site.url() });
    site.seen.length = 0;
  });

  it.each([
    ['the word', { role: 'button', name: 'Revoke access' }],
    ['a word with an invisible character', { selector: 'button:nth-of-type(2)' }],
    ['a name that hides what is shown', { role: 'button', name: 'Help' }],
    ['the button of a form', { role: 'button', name: 'Revoke all' }],
    ['a link to a place', { role: 'link', name: 'People' }],
  ])('a rule by regular expression denies %s', async (_, target) => {
    expect((await gatewright.call('browser_click', target)).code).toBe('policy.denied');
    expect(site.seen).toEqual([]);
  });

  it('a form is not sent by Enter around the rule about its button', async () => {
    const field = { role: 'textbox', name: 'Note' };
    expect((await gatewright.call('browser_type', { ...field, text: 'x', submit: true })).code).toBe('policy.denied');
    expect((await gatewright.call('browser_press', { ...field, key: 'Enter' })).code).toBe('policy.denied');
    expect((await gatewright.call('browser_type', { ...field, text: '123-45-6789' })).code).toBe('policy.denied');
    expect((await gatewright.call('browser_navigate', { url: site.url('/payroll/list') })).code).toBe('policy.denied');
    expect(site.seen).toEqual([]);
    expect((await gatewright.call('browser_type', { ...field, text: '123-45' })).isError).toBe(false);
  });

  it('leaves alone what only looks like it, however long', async () => {
    expect((await gatewright.call('browser_click', { role: 'button', name: 'Invoke' })).isError).toBe(false);
    const began = performance.now();
    expect((await gatewright.call('browser_click', { selector: 'button:nth-of-type(5)' })).isError).toBe(false);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect((await gatewright.call('browser_click', { role: 'link', name: 'Plain' })).isError).toBe(false);
    expect(site.seen.map(({ path }) => path)).toEqual(['/done/4', '/done/5', '/plain']);
  });

  it.each(['(a)\\1', '(?=a)b', '(', '(?i)', '((a{90}){90}){90}'])('the server does not start with %s', (matches) => {
    const workspace = mkdtempSync(join(tmpdir(), 'gw-rules-'));
    const config = { version: 1, rules: [{ when: { name: { matches } }, then: 'deny' }] };
    writeFileSync(join(workspace, 'gatewright.yaml'), JSON.stringify(config), { mode: 0o600 });
    const { status, stderr } = runCommand(workspace, ['config']);
    rmSync(workspace, { recursive: true, force: true });
    expect([status, stderr.includes('rules[0].when.name')]).toEqual([2, true]);
  });

  it('an admin panel is not entered without a yes, and asks no more inside', async () => {
    const entering = gatewright.call('browser_navigate', { url: site.url('/%61dmin') });
    await denyFirst(gatewright);
    expect((await entering).code).toBe('approval.denied');
    expect(site.seen).toEqual([]);
    const again = gatewright.call('browser_navigate', { url: site.url('/admin') });
    await answerFirst(gatewright);
    expect((await again).isError).toBe(false);
    expect((await gatewright.call('browser_read')).text).toContain('panel');
    expect((await gatewright.call('browser_click', { role: 'link', name: 'Users' })).isError).toBe(false);
    expect((await gatewright.call('browser_navigate', { url: site.url('/settings') })).isError).toBe(false);
  });
});
