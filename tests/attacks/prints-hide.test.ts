import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PdfTextReader } from '../../src/browser/pdf/pdf-text-reader.js';
import { PdfFile, unpacked } from '../../src/browser/pdf/pdf-file.js';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const VALUE = 'correct-Horse7battery';
const CODE = '493817';
const letters = Array.from(VALUE);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="40"><text y="30">${VALUE}</text></svg>`;

const shuffled = letters.map((c, i) => ({ c, i })).sort((a, b) => ((a.i * 7) % 23) - ((b.i * 7) % 23));
const placed = (style: (i: number) => string): string =>
  shuffled.map(({ c, i }) => `<span style="${style(i)}">${c}</span>`).join('');

/** The letters stand in another order than that of their places: none of them is left. */
const PLACED: Readonly<Record<string, string>> = {
  'absolute places': placed((i) => `position:absolute;top:200px;left:${40 + i * 20}px`),
  'from the top down': placed((i) => `position:absolute;left:200px;top:${80 + i * 24}px`),
  'a staircase': placed((i) => `position:absolute;left:${40 + i * 20}px;top:${80 + i * 20}px`),
  'up and down': placed((i) => `position:absolute;left:${40 + i * 20}px;top:${200 + ((i * 5) % 13)}px`),
  'moved letters': placed((i) => `position:absolute;transform:translate(${20 + i * 20}px,60px)`),
  'a flex box': `<div style="display:flex">${placed((i) => `order:${i}`)}</div>`,
  'words between': `<p>${letters.map((c) => `${c}<i style="position:absolute;left:-999px">some words</i>`).join('')}</p>`,
  'letters of a drawing': `<svg width=700 height=90>${shuffled.map(({ c, i }) => `<text y=60 x=${20 + i * 22}>${c}</text>`).join('')}</svg>`,
};

/** The page shows it, and the file is made without it. */
const TAKEN_OUT: Readonly<Record<string, string>> = {
  'as text': `<p>${VALUE}</p>`,
  'split over elements': '<p><b>correct</b>-<i>Hor</i>se7<span><u>batt</u></span>ery</p>',
  'a letter to an element': `<p>${letters.map((c) => `<span>${c}</span>`).join('')}</p>`,
  'a letter to a box': `<style>i { display: inline-block; width: 20px }</style><p>${letters.map((c) => `<i>${c}</i>`).join('')}</p>`,
  'in capitals by style': `<p style="text-transform:uppercase">${VALUE}</p>`,
  'in small capitals': `<p style="font-variant:small-caps">${VALUE}</p>`,
  'wrapped to many lines': `<p style="width:60px;word-break:break-all">${VALUE}</p>`,
  'over the end of a page': `<div style="height:1000px"></div><p style="width:20px;word-break:break-all;font-size:30px;orphans:1;widows:1">${VALUE}</p>`,
  'far apart': `<p style="letter-spacing:2em">${VALUE}</p>`,
  'with nothing between the letters': `<p>${letters.join('&#8203;')}</p>`,
  'from right to left': `<p style="unicode-bidi:bidi-override;direction:rtl">${[...letters].reverse().join('')}</p>`,
  'before an element': `<style>p::before { content: "${VALUE}" }</style><p></p>`,
  'from an attribute': `<style>p::after { content: attr(data-x) }</style><p data-x="${VALUE}"></p>`,
  'as a list mark': `<style>ul { list-style-type: "${VALUE}"; margin-left: 400px }</style><ul><li>x</ul>`,
  'as a counter': `<style>@counter-style c { system: cyclic; symbols: "${VALUE}" } ol { list-style: c; margin-left: 400px }</style><ol><li>x</ol>`,
  'in a text field': `<input size=40 value="${VALUE}">`,
  'as a placeholder': `<input size=40 placeholder="${VALUE}">`,
  'on a button': `<input type=button value="${VALUE}">`,
  'in a text area': `<textarea cols=40>${VALUE}</textarea>`,
  'in a list of options': `<select><option>${VALUE}</select>`,
  'in place of a picture': `<img alt="${VALUE}" src="/missing.png">`,
  'in a closed shadow root': `<div id=h></div><script>h.attachShadow({ mode: 'closed' }).innerHTML = '${VALUE}'</script>`,
  turned: `<p style="transform:rotate(30deg);position:absolute;left:200px;top:200px">${VALUE}</p>`,
  'half transparent': `<p style="opacity:.5">${VALUE}</p>`,
  'in a drawing': `<svg width=600 height=60><text y=40>${VALUE}</text></svg>`,
  'on a path': `<svg width=600 height=60><path id=p d="M0 40 C 200 0 400 80 600 40" fill=none /><text><textPath href="#p">${VALUE}</textPath></text></svg>`,
  'in a picture that is written out': `<img src='data:image/svg+xml,${encodeURIComponent(svg)}'>`,
  'in a picture of the site': '<img src="/picture.svg">',
  'in a frame': `<iframe width=900 srcdoc='${VALUE}'></iframe>`,
  'in base64': `<p>${Buffer.from(`user:${VALUE}`).toString('base64')}</p>`,
  'in the address of a link': `<a href="/?key=${VALUE}">a link</a>`,
  'in the title': `<script>document.title = '${VALUE}'</script>`,
  'on every page': `<div style="position:fixed;top:0">${VALUE}</div><div style="height:3000px"></div>`,
  'in columns': `<div style="columns:3;width:300px;word-break:break-all">${VALUE} ${VALUE} ${VALUE}</div>`,
  'in print alone': `<style>p { display: none } @media print { p { display: block } }</style><p>${VALUE}</p>`,
  'in the margin of the paper': `<style>@page { margin: 3cm; @top-center { content: "${VALUE}" } }</style><p>x</p>`,
  'written as it is printed': `<p></p><script>addEventListener('beforeprint', () => (document.querySelector('p').textContent = '${VALUE}'))</script>`,
  'written when the medium changes': `<p></p><script>matchMedia('print').onchange = () => (document.querySelector('p').textContent = '${VALUE}')</script>`,
  'written again and again': `<p></p><script>setInterval(() => (document.querySelector('p').textContent = Math.random() + '${VALUE}'), 1)</script>`,
  'in a dialog on top': `<dialog>${VALUE}</dialog><script>document.querySelector('dialog').showModal()</script>`,
  'in outline': `<p style="-webkit-text-stroke:1px red;font-size:40px">${VALUE}</p>`,
  'in colours that run': `<svg width=600 height=60><linearGradient id=g><stop stop-color=red /><stop offset=1 stop-color=blue /></linearGradient><text y=40 fill="url(#g)">${VALUE}</text></svg>`,
  'fading out': `<p style="mask-image:linear-gradient(black,transparent)">${VALUE}</p>`,
  'mixed with what is behind': `<p style="mix-blend-mode:multiply">${VALUE}</p>`,
  editable: `<p contenteditable>${VALUE}</p>`,
};

/** It is printed as shapes or pixels: there is no file. */
const REFUSED: Readonly<Record<string, string>> = {
  'with a soft shadow': `<p style="text-shadow:2px 2px 3px blue">${VALUE}</p>`,
  blurred: `<p style="filter:blur(0.5px)">${VALUE}</p>`,
  'with a shadow of pixels': `<p style="filter:drop-shadow(2px 2px 1px red)">${VALUE}</p>`,
  'as a hole in a picture': `<p style="background:linear-gradient(red,blue);background-clip:text;color:transparent;font-size:40px">${VALUE}</p>`,
  'in perspective': `<p style="transform:perspective(300px) rotateY(20deg)">${VALUE}</p>`,
  'a code field that cannot be hidden': `<style>input { opacity: 1 !important }</style><input autocomplete=one-time-code value=${CODE}>`,
};

/** Fields whose values nobody registered. */
const FIELDS: Readonly<Record<string, string>> = {
  'a code': `<input autocomplete=one-time-code value=${CODE}>`,
  'a card': '<input autocomplete=cc-number value=4111111111111111>',
  'a password made visible': `<input id=p type=password value=${CODE}><script>p.focus(); setTimeout(() => (p.type = 'text'), 300)</script>`,
  'a password': '<input type=password value=sixteen-letters-x>',
  'a code, a digit to a field': Array.from(
    CODE,
    (c) => `<input autocomplete=one-time-code maxlength=1 size=1 value=${c}>`,
  ).join(''),
  'a code in a frame': `<iframe srcdoc='<input autocomplete=one-time-code value=${CODE}>'></iframe>`,
};

promised('prints-hide', () => {
  let site: Site;
  let other: Site;
  let gatewright: Running;
  const pathOf = (name: string): string => `/${name.replaceAll(/[ ,]+/gu, '-')}`;
  const pages = (all: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(all).map(([name, body]) => [pathOf(name), html(`<h1>harmless</h1>${body}`)]));
  const WATCH = html(`<h1>harmless</h1><p>${VALUE}</p><p>other words</p><script>
    const seen = [];
    addEventListener('load', () => new MutationObserver((records) => seen.push(...records.map(({ type }) => type)))
      .observe(document, { subtree: true, childList: true, attributes: true, characterData: true }));
    const look = (when) => seen.push(...[...document.querySelectorAll('p')].map((p) => {
      const { opacity, visibility, color } = getComputedStyle(p);
      return when + [p.textContent.length, opacity, visibility, color, p.getAnimations().length, p.offsetWidth > 0].join();
    }));
    addEventListener('beforeprint', () => look('before'));
    addEventListener('afterprint', () => look('after'));
    const often = () => (requestAnimationFrame(often), look(''));
    often();
    window.tell = () => fetch('/told', { method: 'POST', body: JSON.stringify([...new Set(seen)]) });
  </script><button onclick="tell()">Tell</button>`);
  beforeAll(async () => {
    other = await startSite({ '/': html(`<p>${VALUE}</p>`) });
    site = await startSite({
      ...pages(TAKEN_OUT),
      ...pages(REFUSED),
      ...pages(PLACED),
      ...pages(FIELDS),
      '/picture.svg': (_, response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg),
      '/foreign-frame': html(`<h1>harmless</h1><iframe width=900 src="http://localhost:${other.port}/"></iframe>`),
      '/screen-alone': html(`<h1>harmless</h1><style>@media print { p { display: none } }</style><p>${VALUE}</p>`),
      '/watch': WATCH,
      '/told': (_, response) => response.end(),
    });
    gatewright = await start({
      args: [
        ...['--allow-private', `${site.host},${other.host},localhost:${other.port}`],
        ...['--capabilities', 'read,navigation,action,human,secrets,file-io'],
      ],
    });
    await gatewright.call('browser_navigate', { url: site.url('/as-text') });
    await gatewright.call('register_secret', { name: 'KEY', value: VALUE, scope: [site.origin] });
  });
  afterAll(async () => {
    await gatewright.close();
    await Promise.all([site.close(), other.close()]);
  });

  const print = async (path: string): Promise<Reply> => {
    await gatewright.call('browser_navigate', { url: path.startsWith('http') ? path : site.url(path) });
    return gatewright.call('browser_pdf');
  };
  const kept = (): number => {
    const folder = join(gatewright.workspace, 'downloads');
    return readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.pdf')).length;
  };
  const readPdf = async (reply: Reply): Promise<{ text: string; all: string }> => {
    const { path } = reply.meta as { path: string };
    const bytes = readFileSync(join(gatewright.workspace, path));
    const file = PdfFile.parse(bytes);
    const all = [...file.objects.values()].map((object) => `${object.head} ${unpacked(object) ?? ''}`).join('\n');
    return { text: (await PdfTextReader.read(file)).runs.map(({ text }) => text).join(''), all };
  };
  const skeleton = (text: string): string =>
    text
      .normalize('NFKC')
      .replaceAll(/[\s\u200b]/gu, '')
      .toLowerCase();

  describe('what a page shows is taken out', () => {
    it.each(Object.keys(TAKEN_OUT))('%s', async (name) => {
      const reply = await print(pathOf(name));
      expect(reply.text).toContain('printed');
      const { text, all } = await readPdf(reply);
      expect(text).toContain('harmless');
      expect(skeleton(text)).not.toContain(VALUE.toLowerCase());
      expect(skeleton(text)).not.toContain([...letters].reverse().join('').toLowerCase());
      expect(all).not.toContain(VALUE);
      expect(text).not.toContain(Buffer.from(`user:${VALUE}`).toString('base64').slice(8, -4));
      expect(reply.meta?.['hidden'], 'it was there').toBeGreaterThan(0);
    });

    it('in a frame of another site', async () => {
      const reply = await print('/foreign-frame');
      expect((await readPdf(reply)).text).not.toContain(VALUE);
      expect(reply.meta?.['hidden']).toBe(1);
    });
  });

  describe('whatever the order in which its letters are written', () => {
    it.each(Object.keys(PLACED))('%s', async (name) => {
      const reply = await print(pathOf(name));
      expect(reply.text).toContain('printed');
      const { text } = await readPdf(reply);
      expect(text).toContain('harmless');
      // Of twenty-one letters, what the page says besides may share a few.
      expect(text.replaceAll(/harmless|some words/gu, '').trim()).toBe('');
    });
  });

  it('what is shown on the screen alone is not missed', async () => {
    const reply = await print('/screen-alone');
    expect([reply.isError, reply.meta?.['hidden']]).toEqual([false, 0]);
    expect((await readPdf(reply)).text).toBe('harmless');
  });

  describe('what is printed as a picture is not printed', () => {
    it.each(Object.keys(REFUSED))('%s', async (name) => {
      const before = kept();
      expect((await print(pathOf(name))).code).toBe('page.secret-shown');
      expect(kept()).toBe(before);
    });
  });

  describe('what is in a secret field is left out', () => {
    it.each(Object.keys(FIELDS))('%s', async (name) => {
      const { text } = await readPdf(await print(pathOf(name)));
      expect(text).toContain('harmless');
      expect(text).not.toMatch(/[0-9•●*]|sixteen/u);
    });
  });

  it('and the page cannot tell which words are secrets, nor is it changed', async () => {
    await print('/watch');
    await gatewright.call('browser_click', { name: 'Tell' });
    await expect.poll(() => site.seen.find(({ path }) => path === '/told')?.body).toBeDefined();
    const told = JSON.parse(site.seen.find(({ path }) => path === '/told')?.body ?? '[]') as string[];
    expect(told.filter((entry) => /childList|attributes|characterData/u.test(entry))).toEqual([]);
    const about = (length: number): string[] =>
      told.filter((entry) => entry.includes(`${String(length)},`)).map((entry) => entry.replace(/\d+,/u, ''));
    expect(about(VALUE.length)).toEqual(about('other words'.length));
    expect(about(VALUE.length).length).toBeGreaterThan(0);
  });
});
