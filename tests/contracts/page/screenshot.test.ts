import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodePng, pictureSize } from '../../../src/browser/png.js';
import type { Picture, ScreenshotOptions } from '../../../src/core/index.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { named, createPageSetup, the } from './page-setup.js';
import type { PageSetup } from './page-setup.js';

let stage: PageSetup;
let site: Site;

const GREEN = 'background:rgb(0,200,0);position:absolute;';

beforeAll(async () => {
  site = await startSite({
    '/plain':
      html(`<style>body { margin: 0 }</style><button style="${GREEN}left:100px;top:50px;width:200px;height:80px">Green</button>
      <div style="height:5000px"></div>`),
    '/secret':
      html(`<input aria-label=Code autocomplete=one-time-code value=123456 style="position:absolute;left:100px;top:50px;width:200px;height:60px;background:rgb(0,200,0)">
      <input aria-label=Card autocomplete=cc-number value=4111111111111111 style="position:absolute;left:100px;top:2000px;width:200px;height:60px;background:rgb(0,200,0)">`),
    '/restless':
      html(`<style>body { margin: 0 } input { position: absolute; width: 120px; height: 40px; background: rgb(0,200,0) }</style>
      <input aria-label=Code autocomplete=one-time-code value=123456>
      <script>
        const field = document.querySelector('input');
        const jump = () => {
          field.style.left = Math.random() * 1100 + 'px';
          field.style.top = Math.random() * 600 + 'px';
        };
        setInterval(jump, 3);
        const always = () => (requestAnimationFrame(always), jump());
        always();
        const size = new ResizeObserver(() => (jump(), (field.style.width = 100 + Math.random() * 40 + 'px')));
        size.observe(field);
      </script>`),
    '/bars':
      html(`<style>body { margin: 0 } ::-webkit-scrollbar { width: 640px; height: 360px; background: white }</style>
      <input aria-label=Code autocomplete=one-time-code value=123456 style="position:absolute;left:300px;top:150px;width:200px;height:60px;background:rgb(0,200,0)">
      <div style="width:3000px;height:3000px"></div>`),
    '/flicker':
      html(`<input aria-label=Code autocomplete=one-time-code value=123456 style="position:fixed;left:100px;top:50px;width:200px;height:60px;background:rgb(0,200,0)">
      <div style="height:3000px"></div>
      <script>
        const field = document.querySelector('input');
        let turn = 0;
        setInterval(() => {
          turn += 1;
          if (turn % 3 === 0) field.remove(); else document.body.append(field);
          scrollTo(0, (turn % 2) * 200);
        }, 40);
      </script>`),
    '/endless': html('<div style="height:200000px;background:linear-gradient(red, blue)"></div>'),
  });
  stage = createPageSetup();
});
afterAll(async () => {
  await stage.close();
  await site.close();
});

const take = (options: ScreenshotOptions = {}) => stage.call([], (page) => page.screenshot(options));

function pixel({ image }: Picture, x: number, y: number): number[] {
  const { bytes, width, channels } = decodePng(image);
  return [...bytes.slice((y * width + x) * channels, (y * width + x) * channels + 3)];
}

const isGreen = ([red = 0, green = 0, blue = 0]: number[]): boolean => red < 30 && green > 150 && blue < 30;

function greenIn({ image }: Picture): number {
  const { bytes, channels } = decodePng(image);
  let green = 0;
  for (let at = 0; at < bytes.length; at += channels) if (isGreen([...bytes.slice(at, at + 3)])) green++;
  return green;
}

describe('a picture', () => {
  it('is of the viewport', async () => {
    await stage.open(site.url('/plain'));
    const picture = await take();
    expect(picture).toMatchObject({ mimeType: 'image/png', width: 1280, height: 720, origin: site.origin });
    expect(isGreen(pixel(picture, 110, 120))).toBe(true);
  });

  it('is of the whole page, small enough for any model', async () => {
    const picture = await take({ fullPage: true });
    expect(picture.mimeType).toBe('image/jpeg');
    expect(pictureSize(picture.image)).toEqual({ width: picture.width, height: picture.height });
    expect(picture.height).toBeLessThanOrEqual(1_569);
    expect(picture.height).toBeGreaterThan(1_400);
  });

  it('is of one element', async () => {
    const picture = await stage.call([{ at: named('Green'), intent: 'look' }], (page, [target]) =>
      page.screenshot({ target: the(target) }),
    );
    expect(picture).toMatchObject({ width: 200, height: 80 });
    expect(isGreen(pixel(picture, 5, 5))).toBe(true);
  });

  it('has marks and a caption', async () => {
    const bare = await take();
    const picture = await take({ marks: true, describe: true });
    expect(picture.caption).toMatch(/^button "Green" \[ref=e\d+\] \[box=100,50,200,80\]$/mu);
    expect(pixel(bare, 100, 90)).not.toEqual(pixel(picture, 100, 90));
    expect(pixel(picture, 100, 90)).toEqual([200, 0, 80]);
  });

  it('of a page without end is bounded', async () => {
    await stage.open(site.url('/endless'));
    const picture = await take({ fullPage: true });
    expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(1_569);
  });
});

describe('codes and card numbers', () => {
  it.each<[string, ScreenshotOptions]>([
    ['the viewport', {}],
    ['jpeg', { format: 'jpeg' }],
    ['the whole page', { fullPage: true }],
    ['marks', { marks: true }],
  ])('are painted over: %s', async (_, options) => {
    await stage.open(site.url('/secret'));
    expect(greenIn(await take(options))).toBe(0);
  });

  it('are painted over wherever a field jumps to, in whichever script', async () => {
    await stage.open(site.url('/restless'));
    for (let time = 0; time < 8; time += 1) expect(greenIn(await take())).toBe(0);
  });

  it.each(['/bars', '/flicker'])(
    'are painted over where the page moves or shrinks what is pictured: %s',
    async (path) => {
      await stage.open(site.url(path));
      for (let time = 0; time < 25; time += 1) expect(greenIn(await take())).toBe(0);
    },
  );

  it('are painted over in a picture of the field itself', async () => {
    await stage.open(site.url('/secret'));
    const picture = await stage.call([{ at: named('Code'), intent: 'look' }], (page, [target]) =>
      page.screenshot({ target: the(target) }),
    );
    expect(pixel(picture, 100, 30)).toEqual([40, 40, 40]);
  });
});
