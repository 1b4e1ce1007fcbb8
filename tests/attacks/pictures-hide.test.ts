import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodePng } from '../../src/browser/png.js';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { FIELD_PICTURES, PICTURES, REFUSED_PICTURES } from '../fixtures/painted-secrets.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Handler, Site } from '../fixtures/site.js';

const VALUE = 'correct-Horse7battery';
/** Of the same length, with none of its words: what may be shown. */
const OTHER = 'mundane_Pigs2fillings!'.slice(0, VALUE.length);
const STYLE = `<style>
  body { margin: 20px; color: rgb(0,200,0); font: 30px monospace }
  input, select, textarea, button { color: rgb(0,200,0); font: 30px monospace }
</style>`;

promised('secrets-unseen', () => {
  let site: Site;
  let other: Site;
  let gatewright: Running;
  const pathOf = (name: string): string => `/${name.replaceAll(/[^a-z]+/gu, '-')}`;
  const page =
    (body: (value: string) => string): Handler =>
    (request, response) => {
      const value = request.url?.endsWith('?other') === true ? OTHER : VALUE;
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html(body(value), STYLE));
    };
  beforeAll(async () => {
    other = await startSite({
      '/': (request, response) => {
        const value = request.url?.endsWith('?other') === true ? OTHER : VALUE;
        response.writeHead(200, { 'content-type': 'text/html' }).end(html(`<p>${value}</p>`, STYLE));
      },
    });
    const embed = (tag: string) => (value: string) =>
      tag.replace('SRC', `http://localhost:${other.port}/${value === OTHER ? '?other' : ''}`);
    const embedded = {
      'a page in an object': embed('<object width=900 height=200 data="SRC"></object>'),
      'a page in an embed': embed('<embed width=900 height=200 type="text/html" src="SRC">'),
      'a frame in a closed shadow root': (value: string) =>
        `<div id=h></div><script>h.attachShadow({ mode: 'closed' }).innerHTML = '${embed('<iframe width=900 src="SRC"></iframe>')(value)}'</script>`,
    };
    const all = { ...PICTURES, ...REFUSED_PICTURES, ...embedded };
    site = await startSite(Object.fromEntries(Object.entries(all).map(([name, body]) => [pathOf(name), page(body)])));
    gatewright = await start({
      args: [
        ...['--allow-private', `${site.host},${other.host},localhost:${other.port}`],
        ...['--capabilities', 'read,navigation,action,human,secrets'],
      ],
    });
  });
  beforeEach(async () => {
    await gatewright.call('register_secret', { name: 'KEY', value: VALUE, scope: [site.origin] });
  });
  afterAll(async () => {
    await gatewright.close();
    await Promise.all([site.close(), other.close()]);
  });

  const picture = async (path: string): Promise<Reply> => {
    await gatewright.call('browser_navigate', { url: site.url(path), snapshot: 'none' });
    return gatewright.call('browser_screenshot', { format: 'png' });
  };
  const ways = (all: object, more: readonly string[] = []): string[] => [...Object.keys(all), ...more];
  const embeds = ['a page in an object', 'a page in an embed', 'a frame in a closed shadow root'];

  describe('a secret that the page paints', () => {
    it.each(ways(PICTURES, embeds))('is not in the picture: %s', async (name) => {
      const reply = await picture(pathOf(name));
      if (reply.isError) expect(reply.code).toBe('page.secret-shown');
      else expect(inkIn(reply)).toBe(0);
      const harmless = await picture(`${pathOf(name)}?other`);
      expect(harmless.text, 'the same page with other words has a picture').toContain('image/png');
      expect(inkIn(harmless), 'and shows them').toBeGreaterThan(20);
    });

    it.each(Object.keys(REFUSED_PICTURES))('makes no picture: %s', async (name) => {
      expect((await picture(pathOf(name))).code).toBe('page.secret-shown');
    });

    it.each(Object.keys(REFUSED_PICTURES).filter((name) => !name.includes('transition')))(
      'and the same with other words has a picture: %s',
      async (name) => {
        expect((await picture(`${pathOf(name)}?other`)).text).toContain('image/png');
      },
    );
  });
});

promised('no-password-values', () => {
  let site: Site;
  let gatewright: Running;
  const pathOf = (name: string): string => `/${name.replaceAll(/[^a-z]+/gu, '-')}`;
  beforeAll(async () => {
    const pages: Record<string, string> = {};
    for (const [name, body] of Object.entries(FIELD_PICTURES)) pages[pathOf(name)] = html(body('493817'), STYLE);
    pages['/short'] = html('<input id="room" aria-label="Room">', STYLE);
    site = await startSite(pages);
    gatewright = await start({
      args: ['--allow-private', site.host, '--capabilities', 'read,navigation,action,human,secrets'],
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });

  it.each(Object.keys(FIELD_PICTURES))('is not in the picture: %s', async (name) => {
    await gatewright.call('browser_navigate', { url: site.url(pathOf(name)), snapshot: 'none' });
    const reply = await gatewright.call('browser_screenshot', { format: 'png' });
    if (reply.isError) expect(reply.code).toBe('page.secret-shown');
    else expect(inkIn(reply)).toBe(0);
  });

  it('a short secret in an ordinary field is not in the picture', async () => {
    await gatewright.call('browser_navigate', { url: site.url('/short'), snapshot: 'none' });
    await gatewright.call('register_secret', { name: 'PIN', value: 'Qz7~', scope: [site.origin] });
    const shown = async (value: string) => {
      expect((await gatewright.call('browser_fill', { selector: '#room', value })).code).toBeUndefined();
      return inkIn(await gatewright.call('browser_screenshot', { format: 'png' }));
    };
    expect(await shown('Rm8!')).toBeGreaterThan(20);
    expect(await shown('<PIN>')).toBe(0);
  });

  it('and a picture that was wished as JPEG says that it is none', async () => {
    await gatewright.call('browser_navigate', { url: site.url(pathOf('a code with a shadow')) });
    const reply = await gatewright.call('browser_screenshot', { format: 'jpeg' });
    expect(reply.images[0]?.mimeType).toBe('image/png');
    expect(reply.text).toMatch(/^image\/png \d+x\d+ \(not jpeg/u);
  });
});

/** Pixels that are clearly green. */
function inkIn(reply: Reply): number {
  const block = reply.images[0];
  expect(block, reply.text).toBeDefined();
  const { bytes, channels } = decodePng(Buffer.from(block?.data ?? '', 'base64'));
  let ink = 0;
  for (let at = 0; at < bytes.length; at += channels) {
    const [red = 0, green = 0, blue = 0] = bytes.subarray(at, at + 3);
    if (green > red + 40 && green > blue + 40) ink += 1;
  }
  return ink;
}
