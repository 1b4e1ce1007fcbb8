import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodePng } from '../../../src/browser/png.js';
import type { Picture, ScreenshotOptions } from '../../../src/core/index.js';
import { mintSecret } from '../../../src/core/seals/secret-mint.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { codeOf, createPageSetup } from './page-setup.js';
import type { PageSetup } from './page-setup.js';

const VALUE = 'correct-Horse7battery';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="40"><text y="30" fill="rgb(0,200,0)">${VALUE}</text></svg>`;
const STYLE = `<style>
  body { margin: 20px; color: rgb(0,200,0); font: 30px monospace }
  input, select, textarea, button { color: rgb(0,200,0); font: 30px monospace }
  ::placeholder { color: rgb(0,200,0) }
</style>`;

/** Each shows the secret in green, and nothing else is green. */
const SHOWN: Readonly<Record<string, string>> = {
  'as text': `<p>${VALUE}</p>`,
  'split over elements': '<p><b>correct</b>-<i>Hor</i>se7<span><u>batt</u></span>ery</p>',
  'in capitals by style': `<p style="text-transform:uppercase">${VALUE}</p>`,
  'wrapped to many lines': `<p style="width:80px;word-break:break-all">${VALUE}</p>`,
  'before an element': `<style>p::before { content: "${VALUE}" }</style><p></p>`,
  'from an attribute': `<style>p::after { content: attr(data-x) }</style><p data-x="${VALUE}"></p>`,
  'as a list mark': `<style>ul { list-style-type: "${VALUE}"; margin-left: 500px }</style><ul><li></ul>`,
  'in a text field': `<input size=40 value="${VALUE}">`,
  'typed by script': `<input size=40><script>document.querySelector('input').value = '${VALUE}'</script>`,
  'as a placeholder': `<input size=40 placeholder="${VALUE}">`,
  'on a button': `<input type=button value="${VALUE}">`,
  'in a text area': `<textarea cols=40>${VALUE}</textarea>`,
  'in a list of options': `<select><option>${VALUE}</select>`,
  'in place of a picture': `<img alt="${VALUE}" src="/missing.png">`,
  'in a closed shadow root': `<div id=h></div><script>h.attachShadow({ mode: 'closed' }).innerHTML = '${VALUE}'</script>`,
  'turned and scaled': `<p style="transform:rotate(40deg) scale(0.8);position:absolute;left:300px;top:300px">${VALUE}</p>`,
  'in a drawing': `<svg width=600 height=60><text y=40 fill="rgb(0,200,0)">${VALUE}</text></svg>`,
  'in a picture that is written out': `<img src='data:image/svg+xml,${encodeURIComponent(svg)}'>`,
  'in a picture in base64': `<img src='data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}'>`,
  'behind an element': `<style>p { height: 40px; background: url('data:image/svg+xml,${encodeURIComponent(svg)}') }</style><p></p>`,
  'in a frame': `<iframe width=900 srcdoc='<style>body{color:rgb(0,200,0);font:30px monospace}</style>${VALUE}'></iframe>`,
  'in base64': `<p>${Buffer.from(`user:${VALUE}`).toString('base64')}</p>`,
  'further down': `<div style="height:1500px"></div><p>${VALUE}</p>`,
  'one letter to a field': `<style>input { width: 24px }</style>${Array.from(VALUE, (letter) => `<input value="${letter}">`).join('')}`,
};

let stage: PageSetup;
let site: Site;
let other: Site;

beforeAll(async () => {
  other = await startSite({ '/': html(`<p>${VALUE}</p>`, STYLE) });
  const pages: Record<string, string> = {};
  for (const [name, body] of Object.entries(SHOWN)) pages[`/${name.replaceAll(' ', '-')}`] = html(body, STYLE);
  site = await startSite({
    ...pages,
    '/foreign-frame': html(
      `<iframe style="margin:60px" width=900 src="http://localhost:${other.port}/"></iframe>`,
      STYLE,
    ),
    '/scrolled': html(`<div style="height:900px"></div><p>${VALUE}</p><div style="height:900px"></div>`, STYLE),
    '/behind-all': html('', `<style>body { background: url('data:image/svg+xml,${encodeURIComponent(svg)}') }</style>`),
    '/restless': html(
      `<p style="position:absolute">${VALUE}</p><script>
        const jump = () => (requestAnimationFrame(jump), (document.querySelector('p').style.left = Math.random() * 500 + 'px'));
        jump();
      </script>`,
      STYLE,
    ),
    '/harmless': html('<p>correct horse battery</p>', STYLE),
  });
  stage = createPageSetup();
});
beforeEach(() => {
  stage.secrets.set('PASSWORD', mintSecret('PASSWORD', { value: VALUE, origins: [site.origin] }));
});
afterAll(async () => {
  await stage.close();
  await Promise.all([site.close(), other.close()]);
});

const take = (options: ScreenshotOptions = {}): Promise<Picture> => stage.call([], (page) => page.screenshot(options));

function greenIn({ image }: Picture): number {
  const { bytes, channels } = decodePng(image);
  let green = 0;
  for (let at = 0; at < bytes.length; at += channels) {
    const [red = 0, full = 0, blue = 0] = bytes.subarray(at, at + 3);
    if (full > red + 60 && full > blue + 60) green += 1;
  }
  return green;
}

describe('a secret that the page shows', () => {
  it.each(Object.keys(SHOWN))('is painted over: %s', async (name) => {
    await stage.open(site.url(`/${name.replaceAll(' ', '-')}`));
    const options = name === 'further down' ? { fullPage: true } : {};
    expect(greenIn(await take({ ...options, format: 'png' }))).toBe(0);
    stage.secrets.clear();
    expect(greenIn(await take({ ...options, format: 'png' })), 'it was there').toBeGreaterThan(20);
  });

  it('is painted over in a frame of another origin', async () => {
    await stage.open(site.url('/foreign-frame'));
    expect(greenIn(await take())).toBe(0);
    stage.secrets.clear();
    expect(greenIn(await take()), 'it was there').toBeGreaterThan(20);
  });

  it('is painted over where the page was scrolled to', async () => {
    await stage.open(site.url('/scrolled'));
    await stage.call([], (page) => page.scroll(undefined, 0, 600));
    expect(greenIn(await take())).toBe(0);
    stage.secrets.clear();
    expect(greenIn(await take())).toBeGreaterThan(20);
  });

  it('is painted over in a picture that was wished as JPEG', async () => {
    await stage.open(site.url('/as-text'));
    const picture = await take({ format: 'jpeg' });
    expect(picture.mimeType).toBe('image/png');
    expect(greenIn(picture)).toBe(0);
  });

  it('makes no picture where it cannot be located', async () => {
    await stage.open(site.url('/behind-all'));
    expect(await codeOf(take())).toBe('page.secret-shown');
  });

  it('makes no picture of one that never stands still', async () => {
    await stage.open(site.url('/restless'));
    expect(await codeOf(take())).toBe('page.secret-shown');
  });

  it('leaves other text alone', async () => {
    await stage.open(site.url('/harmless'));
    expect(greenIn(await take())).toBeGreaterThan(100);
  });
});
