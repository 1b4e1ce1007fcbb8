import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodePng } from '../../src/browser/png.js';
import { estimateTokens } from '../../src/browser/dom/snapshot/token-estimate.js';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running, StartOptions } from '../fixtures/gatewright.js';
import { hasFfmpeg } from '../fixtures/needs.js';
import { harIn, keptFiles, programsWithout, textIn, unzip, videoPictures } from '../fixtures/recorded-files.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { startSocketSite } from '../fixtures/socket-site.js';
import type { SocketSite } from '../fixtures/socket-site.js';
import { viewTrace } from '../fixtures/trace-viewer.js';

const ALL = ['har', 'video', 'trace'];
/** A shop whose first page turns red when its button is pressed, and asks for its prices then. */
const SHOP = html(
  `<h1>Shop</h1><button id="paint">Paint</button><input type="password" value="hunter2-long-one" style="position:fixed;left:400px;top:200px;width:400px;height:200px">
  <p style="font-size:60px">Large words</p>
  <script>
    document.cookie = 'theme=cookie-value-2';
    paint.onclick = async () => {
      await fetch('/prices.json?page=2&access_token=abcdef123456', { method: 'POST', headers: { 'content-type': 'application/json', 'x-own': 'own-value' }, body: '{"want":"all"}' });
      const socket = new WebSocket('SOCKET');
      socket.onopen = () => socket.send('said to the socket');
      console.log('painted now');
      document.body.style.background = 'rgb(220, 0, 0)';
    };
  </script>`,
  '<style>body { margin: 0; background: white }</style>',
);

describe('recording', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gw-recording-'));
  let site: Site;
  let sockets: SocketSite;
  beforeAll(async () => {
    sockets = await startSocketSite();
    site = await startSite({
      '/': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'sid=cookie-value-1' })
          .end(SHOP.replace('SOCKET', sockets.origin.replace('http', 'ws'))),
      '/prices.json': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'x-id': 'id-value' })
          .end('{"apple":"two euros"}'),
      '/moved': (_, response) => response.writeHead(302, { location: '/' }).end(),
    });
  });
  afterAll(async () => {
    sockets.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  const open = (capabilities: string, more: StartOptions = {}): Promise<Running> =>
    start({
      ...more,
      args: ['--allow-private', site.host, '--allow-private', sockets.host],
      env: { GATEWRIGHT_CAPABILITIES: `read,navigation,action,human,${capabilities}`, ...more.env },
    });
  const recorded = async (gatewright: Running, name: string): Promise<Reply> => {
    await gatewright.ok('browser_navigate', { url: 'about:blank' });
    await gatewright.ok('recording_start', { kinds: ALL, name });
    await gatewright.ok('browser_navigate', { url: site.url('/moved'), snapshot: 'none' });
    await gatewright.ok('browser_click', { name: 'Paint' });
    await gatewright.ok('browser_wait_for', { seconds: 1 });
    return gatewright.ok('recording_stop');
  };

  describe('with ffmpeg', () => {
    let gatewright: Running;
    let reply: Reply;
    beforeAll(async () => {
      expect(hasFfmpeg()).toBe(true);
      gatewright = await open('recording');
      reply = await recorded(gatewright, 'shop');
    }, 90_000);
    afterAll(() => gatewright.close());

    it('says at boot what it exposes and where it goes, and lists its tools', async () => {
      expect(gatewright.stderr()).toContain('what a session sends and shows, kept in files');
      expect(gatewright.stderr()).toContain(`recordings to ${join(gatewright.workspace, 'downloads')}`);
      const { tools } = await gatewright.client.listTools();
      const names = tools.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['recording_start', 'recording_stop', 'browser_performance']));
      expect(names).not.toContain('browser_download');
      expect(gatewright.record().filter(({ event }) => event === 'file.kept')).toHaveLength(3);
    });

    it('keeps a valid HAR without cookies, own headers, tokens and bodies', () => {
      expect(reply.text).toMatch(/har: downloads\/default-[0-9a-f]{8}\/shop\.har, \d+ bytes, sha256 [0-9a-f]{64}/u);
      const files = keptFiles(gatewright, reply);
      const log = harIn(files);
      const [moved, shop, prices] = log.entries;
      expect(moved?.response).toMatchObject({
        status: 302,
        redirectURL: site.url(),
      });
      expect(shop?.response).toMatchObject({ status: 200, content: { mimeType: 'text/html' } });
      expect(prices?.request).toMatchObject({ method: 'POST', bodySize: 14 });
      expect(prices?.request.url).toBe(site.url('/prices.json?page=2&access_token=left-out'));
      expect(prices?.request.queryString[0]).toEqual({ name: 'page', value: '2' });
      expect(prices?.request.headers).toContainEqual({ name: 'x-own', value: 'left-out' });
      expect(prices?.response.headers).toContainEqual({ name: 'content-type', value: 'application/json' });
      expect(log.entries.at(-1)?._webSocketMessages?.[0]).toMatchObject({ type: 'send', data: 'said to the socket' });
      expect(log.comment).toContain('Bodies are not in it');
      const text = textIn(files);
      for (const value of [
        'cookie-value',
        'own-value',
        'id-value',
        'abcdef123456',
        'two euros',
        'hunter2',
        'set-cookie',
      ])
        expect(text.toLowerCase()).not.toContain(value);
    });

    it('keeps a WebM with the secret field covered', () => {
      const video = keptFiles(gatewright, reply).find(({ kind }) => kind === 'video');
      expect(video?.path).toMatch(/shop\.webm$/u);
      const pictures = videoPictures(video?.path ?? '', 128, 72);
      const at = (picture: Buffer, x: number, y: number): number[] => [
        ...picture.subarray((y * 128 + x) * 3).subarray(0, 3),
      ];
      expect(
        pictures.some((picture) => (at(picture, 5, 65)[0] ?? 0) > 180 && (at(picture, 5, 65)[1] ?? 255) < 60),
      ).toBe(true);
      // The field's middle, in every picture that shows the page.
      for (const picture of pictures) {
        const [red = 255] = at(picture, 60, 30);
        expect(red < 90 || isBlank(picture)).toBe(true);
      }
    });

    it('keeps a trace that Playwright’s viewer opens', async () => {
      const trace = keptFiles(gatewright, reply).find(({ kind }) => kind === 'trace');
      const names = [...unzip(trace?.bytes ?? Buffer.alloc(0)).keys()];
      expect(names).toEqual(expect.arrayContaining(['trace.trace', 'trace.network']));
      await viewTrace(trace?.path ?? '', async (page) => {
        await page.getByText('browser_click button "Paint"').first().click();
        await page.getByText('browser_navigate').first().waitFor();
        const picture = page.locator('img[src*="screencast"], img[src*="file="], img[src*="sha1"]').first();
        await picture.waitFor();
        const width = (): Promise<unknown> => picture.evaluate((image): unknown => Reflect.get(image, 'naturalWidth'));
        await expect.poll(width, { timeout: 20_000 }).toBeGreaterThan(0);
        await page.getByRole('tab', { name: /^Network/u }).click();
        await page.getByText('prices.json').first().waitFor();
        await page.getByRole('tab', { name: /^Console/u }).click();
        await page.getByText('painted now').first().waitFor();
      });
    }, 90_000);

    it('measures the page in at most 300 tokens, as the browser saw it', async () => {
      await gatewright.call('browser_click', { name: 'Paint' });
      const { text, meta, isError } = await gatewright.call('browser_performance');
      expect(isError, text).toBe(false);
      expect(estimateTokens(text)).toBeLessThan(300);
      expect(text).toMatch(/TTFB \d+ ms.*, FCP \d+ ms.*, LCP \d+ ms.*, CLS [\d.]+, INP/u);
      expect(text).toMatch(/requests \d+ \(document 2, fetch \d+\), failed 0, received \d+ KB/u);
      expect(meta).toMatchObject({ origin: site.origin, vitals: { cls: expect.any(Number) as number } });
    });
  });

  describe('without ffmpeg, and with network-body', () => {
    it('keeps the pictures with an index, and bodies of small texts', async () => {
      const path = programsWithout(join(folder, 'bin'), ['ffmpeg', 'ffprobe']);
      const gatewright = await open('recording,network-body', { env: { PATH: path } });
      try {
        const reply = await recorded(gatewright, 'plain');
        expect(reply.text).toMatch(/video: \S+plain\.frames\.zip, .*because ffmpeg is not installed/u);
        const files = keptFiles(gatewright, reply);
        const inside = unzip(files.find(({ kind }) => kind === 'video')?.bytes ?? Buffer.alloc(0));
        const index = JSON.parse(inside.get('index.json')?.toString('utf8') ?? 'null') as {
          frames: { file?: string; atMs: number; ms: number }[];
        };
        const shown = index.frames.flatMap(({ file }) => (file === undefined ? [] : [file]));
        expect(shown.length).toBeGreaterThan(0);
        for (const file of shown) expect(decodePng(inside.get(file) ?? Buffer.alloc(0)).width).toBe(1280);
        expect(index.frames.every(({ ms }) => ms > 0)).toBe(true);
        const prices = harIn(files).entries.find(({ request }) => request.url.includes('prices'));
        expect(prices?.response.content.text).toBe('{"apple":"two euros"}');
        expect(prices?.request.postData).toEqual({ mimeType: 'application/json', text: '{"want":"all"}' });
      } finally {
        await gatewright.close();
      }
    }, 90_000);
  });
});

function isBlank(picture: Buffer): boolean {
  return picture.every((value) => Math.abs(value - (picture[0] ?? 0)) < 12);
}
