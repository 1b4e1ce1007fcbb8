import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodePng, pictureSize } from '../../../src/browser/png.js';
import type { ElementTarget } from '../../../src/core/index.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { openRoom } from './browser-setup.js';
import type { Room } from './browser-setup.js';
import { goAs, identity, secret } from './identity-site.js';

let setup: Room;
let site: Site;
const scope = { principal: 'local', session: 'default' };

beforeAll(async () => {
  site = await startSite({
    '/': html(`<style>body { margin: 0 } .g { background: rgb(0,200,0); border: 0; position: absolute; left: 100px; width: 200px }</style>
      <button id="b" class="g" style="top:50px;height:40px">Pay</button>
      <input class="g" autocomplete="one-time-code" value="123456" style="top:100px;height:30px">
      <button id="far" class="g" style="top:4000px;height:40px">Far</button>
      <button id="huge" class="g" style="top:5000px;height:3000px;width:1200px">Huge</button>`),
    '/noise':
      html(`<style>body { margin: 0 }</style><canvas id="b" onclick="" width="460" height="230"></canvas><script>
      const c = b.getContext('2d'), d = c.createImageData(460, 230);
      for (let i = 0; i < d.data.length; i++) d.data[i] = i % 4 === 3 ? 255 : Math.random() * 256;
      c.putImageData(d, 0, 0);</script>`),
    '/plain': html('<h1>Nothing secret</h1>'),
  });
  setup = openRoom();
});
afterAll(async () => {
  await setup.close();
  await site.close();
});

async function pictureOf(selector: string): Promise<Uint8Array> {
  const target: ElementTarget = { kind: 'element', intent: 'click', at: { by: 'selector', selector } };
  await setup.sessions.readFacts(scope, [target], AbortSignal.timeout(10_000));
  const picture = await setup.sessions.picture?.(scope, target);
  if (picture === undefined) throw new Error('no picture');
  return picture;
}

function greens(image: Uint8Array, from: number, to: number): number {
  const { width, channels, bytes } = decodePng(image);
  let found = 0;
  for (let y = from; y < to; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * channels;
      if (bytes[at] === 0 && bytes[at + 1] === 200) found += 1;
    }
  return found;
}

it('shows the element with what is around it, and no secret', async () => {
  await setup.navigate(site.url());
  const image = await pictureOf('#b');
  expect(pictureSize(image)).toEqual({ width: 720, height: 220 });
  expect(greens(image, 50, 90)).toBeGreaterThan(5_000);
  // The field with the code begins ten pixels further down.
  expect(greens(image, 100, 130)).toBe(0);
});

it('shows what is out of view, and of something huge its beginning', async () => {
  await setup.navigate(site.url());
  expect(greens(await pictureOf('#far'), 90, 130)).toBeGreaterThan(5_000);
  expect(pictureSize(await pictureOf('#huge'))).toEqual({ width: 720, height: 320 });
});

it('stays small', async () => {
  await setup.navigate(site.url('/noise'));
  expect((await pictureOf('#b')).length).toBeLessThanOrEqual(150_000);
});

it('shows nothing of a page that went on, and nothing that nobody looked at', async () => {
  await setup.navigate(site.url());
  const target: ElementTarget = { kind: 'element', intent: 'click', at: { by: 'selector', selector: '#b' } };
  expect(await setup.sessions.picture?.(scope, target)).toBeUndefined();
  await setup.sessions.readFacts(scope, [target], AbortSignal.timeout(10_000));
  await setup.navigate(site.url('/plain'));
  expect(await setup.sessions.picture?.(scope, target)).toBeUndefined();
  expect(await setup.sessions.picture?.({ principal: 'other', session: 'default' }, target)).toBeUndefined();
});

it('a frame of the tab is small, and painted over where it must be', async () => {
  await setup.navigate(site.url('/plain'));
  const plain = await setup.sessions.frame?.(scope);
  expect(plain).toMatchObject({ mimeType: 'image/jpeg', origin: site.origin });
  expect(pictureSize(plain?.image ?? new Uint8Array())).toMatchObject({ width: 800 });
  await setup.navigate(site.url());
  const painted = await setup.sessions.frame?.(scope);
  expect(painted?.mimeType).toBe('image/png');
  const scale = 800 / 1280;
  expect(greens(painted?.image ?? new Uint8Array(), Math.ceil(101 * scale), Math.floor(129 * scale))).toBe(0);
  expect(await setup.sessions.frame?.({ principal: 'other', session: 'default' })).toBeUndefined();
});

it('two pictures at a time do not end each other’s watch', async () => {
  await setup.navigate(site.url());
  const frames = await Promise.all([1, 2, 3].map(async () => setup.sessions.frame?.(scope)));
  for (const frame of frames) expect(greens(frame?.image ?? new Uint8Array(), 64, 80)).toBe(0);
  expect(frames.filter((frame) => frame !== undefined)).toHaveLength(3);
});

it('a session that is somebody at a site has a secret that is live, wherever it is', async () => {
  await setup.navigate(site.url('/plain'));
  expect(await setup.sessions.isSecretLive?.(scope)).toBe(false);
  expect(await setup.sessions.isSecretLive?.({ principal: 'other', session: 'default' })).toBeUndefined();
  const who = identity([site.origin], { headers: [{ name: 'X-Key', value: secret('k3y-5d81c0aa', [site.origin]) }] });
  await goAs(setup, who, site.url('/plain'), 'signed-in');
  const signedIn = { principal: 'local', session: 'signed-in' };
  expect(await setup.sessions.isSecretLive?.(signedIn)).toBe(true);
  await setup.navigate('about:blank', 'signed-in');
  expect(await setup.sessions.isSecretLive?.(signedIn)).toBe(true);
});
