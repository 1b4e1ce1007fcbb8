import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodePng } from '../../../src/browser/png.js';
import { Failure } from '../../../src/core/index.js';
import { mintSecret } from '../../../src/core/seals/secret-mint.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { createPageSetup } from './page-setup.js';
import type { PageSetup } from './page-setup.js';

const VALUE = 'correct-Horse7battery';
const STYLE = `<style>
  body { margin: 20px; color: rgb(0,200,0); font: 30px monospace } summary { color: black }
  input { color: rgb(0,200,0); font: 30px monospace } ::placeholder { color: rgb(0,200,0) } .off, .off p { display: none }
</style>`;

/** Shown in one frame of three. `n` counts them. */
const flash = (on: string, off: string): string =>
  `<script>{ let n = 0; (function next() { if (n++ % 3 === 0) { ${on} } else { ${off} } requestAnimationFrame(next) })() }</script>`;
const closedRoot = '<div id=h></div><script>globalThis.r = h.attachShadow({ mode: "closed" })</script>';

const FLASHING: Readonly<Record<string, string>> = {
  'in the document': `<p id=p></p>${flash(`p.textContent = '${VALUE}'`, `p.textContent = ''`)}`,
  'letter by letter': `<p id=p></p>${flash(
    `p.replaceChildren(...[...'${VALUE}'].map((c) => Object.assign(document.createElement('b'), { textContent: c })))`,
    'p.replaceChildren()',
  )}`,
  'in an open shadow root': `${closedRoot.replace('closed', 'open')}${flash(`r.textContent = '${VALUE}'`, `r.textContent = ''`)}`,
  'in a closed shadow root': `${closedRoot}${flash(`r.textContent = '${VALUE}'`, `r.textContent = ''`)}`,
  'in a closed shadow root that comes and goes': `<div id=h></div>${flash(
    `const d = document.createElement('div'); d.attachShadow({ mode: 'closed' }).textContent = '${VALUE}'; h.replaceChildren(d)`,
    'h.replaceChildren()',
  )}`,
  'by a class of the body': `<p>${VALUE}</p>${flash(`document.body.className = ''`, `document.body.className = 'off'`)}`,
  'by a rule of a style sheet': `<style id=s></style><p hidden>${VALUE}</p>${flash(
    `s.sheet.insertRule('p[hidden] { display: block }')`,
    'while (s.sheet.cssRules.length) s.sheet.deleteRule(0)',
  )}`,
  'by an animation': `<style>@keyframes k { 0%, 60% { display: none } 61%, 100% { display: block } }
    p { animation: k .1s infinite steps(1) }</style><p>${VALUE}</p>`,
  'as a value': `<input id=p size=40>${flash(`p.value = '${VALUE}'`, `p.value = ''`)}`,
  'from an attribute': `<style>p::before { content: attr(data-x) }</style><p id=p></p>${flash(`p.dataset.x = '${VALUE}'`, `p.dataset.x = ''`)}`,
};
const LIVELY: Readonly<Record<string, string>> = {
  'a clock': `<p id=p>time</p>${flash("p.textContent = 'time ' + n", "p.textContent = 'time ' + n")}`,
  'a class that toggles': `<p id=p>words</p>${flash("p.className = 'a'", "p.className = 'b'")}`,
  'a closed shadow root that changes': `${closedRoot}${flash("r.textContent = 'turn ' + n", "r.textContent = 'turn ' + n")}`,
};

let stage: PageSetup;
let site: Site;
const pathOf = (name: string): string => `/${name.replaceAll(' ', '-')}`;
beforeAll(async () => {
  const pages = Object.entries({ ...FLASHING, ...LIVELY });
  site = await startSite(Object.fromEntries(pages.map(([name, body]) => [pathOf(name), html(body, STYLE)])));
  stage = createPageSetup();
});
beforeEach(() => {
  stage.secrets.set('PASSWORD', mintSecret('PASSWORD', { value: VALUE, origins: [site.origin] }));
});
afterAll(async () => {
  await stage.close();
  await site.close();
});

/** Green pixels of a picture; undefined: there is none, because it may show a secret. */
async function inkOf(): Promise<number | undefined> {
  try {
    const { image } = await stage.call([], (page) => page.screenshot({ format: 'png' }));
    const { bytes, channels } = decodePng(image);
    let ink = 0;
    for (let at = 0; at < bytes.length; at += channels) {
      const [red = 0, green = 0, blue = 0] = bytes.subarray(at, at + 3);
      if (green > red + 60 && green > blue + 60) ink += 1;
    }
    return ink;
  } catch (error) {
    if (error instanceof Failure && error.code === 'page.secret-shown') return undefined;
    throw error;
  }
}

describe('a secret that is shown for a frame at a time', () => {
  it.each(Object.keys(FLASHING))('is in no picture: %s', async (name) => {
    await stage.open(site.url(pathOf(name)));
    for (let time = 0; time < 5; time += 1) expect((await inkOf()) ?? 0).toBe(0);
  });

  it.each(Object.keys(LIVELY))('and a page that changes as much has its picture: %s', async (name) => {
    await stage.open(site.url(pathOf(name)));
    expect(await inkOf()).toBeGreaterThan(20);
  });
});
