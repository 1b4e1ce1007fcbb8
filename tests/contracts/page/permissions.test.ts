import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PermissionMode } from '../../../src/core/index.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { createPageSetup } from './page-setup.js';
import type { PageSetup } from './page-setup.js';

const NAMES =
  'geolocation notifications midi camera microphone background-sync background-fetch periodic-background-sync clipboard-read clipboard-write accelerometer gyroscope magnetometer payment-handler screen-wake-lock display-capture idle-detection window-management local-fonts local-network-access local-network loopback-network captured-surface-control keyboard-lock pointer-lock persistent-storage'.split(
    ' ',
  );
const QUERY = `async (names) => (await Promise.all(names.map(async (name) => {
  try { return name + '=' + (await navigator.permissions.query({ name })).state; } catch { return name + '=unknown'; }
}))).join(' ')`;
const SHOW = `(${QUERY})(${JSON.stringify(NAMES)}).then((text) => { document.body.append(' [' + text + '] '); })`;

let stage: PageSetup;
let site: Site;
let other: Site;

beforeAll(async () => {
  const script = `onmessage = async ({ data }) => postMessage(await (${QUERY})(data))`;
  const pages = {
    '/': html(`<button onclick="navigator.geolocation.getCurrentPosition(() => say('got it'), (e) => say('refused ' + e.code))">Where</button>
      <button onclick="Notification.requestPermission().then(say)">Notify</button>
      <button onclick="navigator.mediaDevices.getUserMedia({ audio: true, video: true }).then(() => say('got it'), (e) => say(e.name))">Film</button>
      <button onclick="navigator.clipboard.readText().then(() => say('got it'), (e) => say(e.name))">Paste</button>
      <button onclick="navigator.clipboard.writeText('npm i').then(() => say('written'), (e) => say(e.name))">Copy</button>
      <button onclick="say(Notification.requestPermission.toString() + Object.keys(window).filter((k) => /^_[0-9a-f]{16}/.test(k)).length + Notification.requestPermission.name)">Look</button>
      <p id="out"></p><script>const say = (text) => { out.textContent = text }</script>`),
    '/states': html(`<p>page</p><script>${SHOW}</script>`),
    '/worker':
      html(`<p>worker</p><script>const w = new Worker('/w.js'); w.onmessage = ({ data }) => document.body.append(data);
      w.postMessage(${JSON.stringify(NAMES)})</script>`),
    '/w.js': ((_, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)) as Parameters<
      typeof startSite
    >[0][string],
    '/asks': html(`<script>Notification.requestPermission()</script><button
      onclick="document.requestStorageAccess().then(() => { out.textContent = 'got it' }, (e) => { out.textContent = e.name })">Store</button><p id="out"></p>`),
    '/opens': html(
      `<button onclick="const w = window.open('/states'); setInterval(() => { out.textContent = w.document.body.textContent }, 100)">Open</button><p id="out"></p>`,
    ),
    '/frames': html('<iframe allow="geolocation *; camera *" src="/states" width="900" height="300"></iframe>'),
  };
  other = await startSite(pages);
  site = await startSite({
    ...pages,
    '/foreign': html(`<iframe src="http://localhost:${String(other.port)}/asks" width="500" height="200"></iframe>`),
  });
  stage = createPageSetup(undefined, { grantablePermissions: ['geolocation', 'clipboard-read', 'no-such-thing'] });
});
afterAll(async () => {
  await stage.close();
  await site.close();
  await other.close();
});

const prefer = (mode: PermissionMode, per: Record<string, PermissionMode> = {}) =>
  stage.call([], (page) => page.setPermissionPolicy(mode, per));
const shown = async (part: RegExp): Promise<string> => {
  let text = '';
  await expect.poll(async () => (text = await stage.text()), { timeout: 10_000 }).toMatch(part);
  return text;
};
const states = (text: string) => [...text.matchAll(/([a-z-]+)=(granted|denied|prompt|unknown)/gu)].map(([one]) => one);

it.each(['/states', '/worker', '/frames', '/opens'])('every permission is refused: %s', async (path) => {
  await stage.open(site.url(path));
  if (path === '/opens') await stage.click('Open');
  const found = states(await shown(/persistent-storage=/u));
  expect(found).toEqual(NAMES.map((name) => `${name}=denied`));
});

it('each refusal is real, noticed, and raised', async () => {
  await stage.open(site.url());
  const where = await stage.click('Where');
  expect(where).toMatchObject({ ok: false, permissionRequests: ['geolocation'], failure: { code: 'page.permission' } });
  await shown(/refused 1/u);
  expect((await stage.click('Film')).permissionRequests).toEqual(['camera', 'microphone']);
  await shown(/NotAllowedError|NotFoundError/u);
  expect((await stage.click('Paste')).permissionRequests).toEqual(['clipboard-read']);
  await prefer('deny');
  expect(await stage.click('Notify')).toMatchObject({ ok: true, permissionRequests: ['notifications'] });
  await shown(/denied/u);
  await prefer('raise');
});

it('a Copy button is reported and no failure, unless the session wishes so; nothing is written', async () => {
  await stage.open(site.url());
  expect(await stage.click('Copy')).toMatchObject({ ok: true, permissionRequests: ['clipboard-write'] });
  await shown(/NotAllowedError/u);
  await prefer('raise', { 'clipboard-write': 'raise' });
  expect(await stage.click('Copy')).toMatchObject({ ok: false, failure: { code: 'page.permission' } });
  await prefer('raise');
});

it('a request is noticed in a frame of another site, and when a page loads', async () => {
  const loaded = await stage.open(site.url('/asks'));
  expect(loaded).toMatchObject({ ok: false, permissionRequests: ['notifications'] });
  const framed = await stage.open(site.url('/foreign'));
  expect(framed).toMatchObject({ ok: false, permissionRequests: ['notifications'] });
  const store = await stage.click('Store');
  expect(store).toMatchObject({ permissionRequests: ['storage-access'] });
  expect(await shown(/Error/u)).not.toContain('got it');
});

it('the watch leaves no trace that breaks a page', async () => {
  await stage.open(site.url());
  await stage.click('Look');
  await shown(/function \(\) \{ \\\[native code\\\] \}0requestPermission/u);
});

it('allow works for what the operator lists, per permission, and can be taken back', async () => {
  await stage.open(site.url('/states'));
  await prefer('allow', { 'clipboard-read': 'deny' });
  await stage.open(other.url('/states'));
  const allowed = states(await shown(/persistent-storage=/u));
  expect(allowed.filter((one) => !one.endsWith('=denied'))).toEqual(['geolocation=granted']);
  await prefer('deny', { camera: 'allow', 'clipboard-read': 'ask-human' });
  await stage.open(site.url('/states'));
  expect(states(await shown(/persistent-storage=/u))).toEqual(NAMES.map((name) => `${name}=denied`));
  await prefer('raise');
});

it('asking for a state changes nothing', async () => {
  await stage.open(site.url());
  const asked = (): Promise<string> =>
    stage.call([], async (page) => (await page.permissionState(['geolocation', 'camera'])).text);
  expect(await asked()).toBe('geolocation: denied\ncamera: denied');
  expect(await asked()).toBe('geolocation: denied\ncamera: denied');
});
