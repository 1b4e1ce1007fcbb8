import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** Nobody can be asked, so that a question is an answer at once. */
const ASKED = 'approval.nobody';
const GRAVE = '/account/delete?confirm=1';
const BOX = '<rect width="200" height="60" fill="teal"/>';
const svg = (inside: string): string => `<svg width="200" height="60">${inside}</svg>`;
const DRAWN = `<svg width="0" height="0"><a id="q" href="${GRAVE}">${BOX}</a><g id="g"><use href="#q"/></g>
  <symbol id="icon" viewBox="0 0 200 60">${BOX}</symbol></svg>`;
const FORM = '<input name="iban" value="DE00"><input name="amount" value="500"><button id="k">Delete account</button>';
const host = (reference: string, mode = 'open'): string => `<div id="host"><template shadowrootmode="${mode}"
  shadowrootreferencetarget="${reference}"><form id="f" method="post" action="/hit">${FORM}</form></template></div>`;
const outer = `<div id="host"><template shadowrootmode="open" shadowrootreferencetarget="in"><div id="in"><template
  shadowrootmode="open" shadowrootreferencetarget="f"><form id="f" method="post" action="/hit">${FORM}</form></template></div>
  </template></div>`;

promised('input-judged', () => {
  let site: Site;
  let gatewright: Running;
  const pages: Record<string, string> = {};
  beforeAll(async () => {
    site = await startSite(pages);
    gatewright = await start({
      config: {
        version: 1,
        network: { allow: [site.origin], unsafeAllowPrivate: [site.host] },
        approval: { channels: ['elicitation'] },
      },
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });
  beforeEach(() => {
    site.seen.length = 0;
  });
  let last = 0;
  const show = async (body: string): Promise<void> => {
    last += 1;
    pages[`/p${String(last)}`] = html(body);
    await gatewright.call('browser_navigate', { url: site.url(`/p${String(last)}`) });
    site.seen.length = 0;
  };
  const asked = async (): Promise<readonly string[]> => {
    await gatewright.call('browser_wait_for', { seconds: 0.15 });
    return site.seen.map(({ path }) => path).filter((path) => !path.includes('favicon'));
  };

  it.each([
    ['from the beginning', `<set attributeName="href" to="${GRAVE}" begin="0s"/>`],
    ['by the press', `<set attributeName="href" to="${GRAVE}" begin="t.mousedown"/>`],
    ['by another name', `<animate attributeName="xlink:href" values="${GRAVE};${GRAVE}" dur="9s"/>`],
  ])('asks about an SVG link whose address is animated %s', async (_, animation) => {
    await show(svg(`<a id="t" href="/safe" aria-label="Read more">${animation}${BOX}</a>`));
    expect((await gatewright.call('browser_click', { selector: '#t' })).code).toBe(ASKED);
    expect(await asked()).toEqual([]);
  });

  it('asks about one that is animated from elsewhere', async () => {
    await show(svg(`<a id="t" href="/safe">${BOX}</a><set href="#t" attributeName="href" to="${GRAVE}"/>`));
    expect((await gatewright.call('browser_click', { selector: '#t' })).code).toBe(ASKED);
    expect(await asked()).toEqual([]);
  });

  it.each([
    ['itself', '#q'],
    ['in a group of copies', '#g'],
  ])('sees the link in what is copied into a button: %s', async (_, reference) => {
    await show(`${DRAWN}<button type="button" id="t" aria-label="Read more" style="padding:0;border:0;line-height:0">
      ${svg(`<use id="u" href="${reference}"/>`)}</button>`);
    const onButton = await gatewright.call('browser_click', { selector: '#t' });
    expect(onButton.code).toMatch(/^browser\.inner-control$/u);
    expect((await gatewright.call('browser_click', { selector: '#u' })).code).toBe(ASKED);
    expect(await asked()).toEqual([]);
  });

  it.each([
    ['a button by its form', `<button form="host" id="t">Next page</button>${host('f')}`],
    ['a button through two roots', `<button form="host" id="t">Next page</button>${outer}`],
    ['a button into a closed root', `<button form="host" id="t">Next page</button>${host('f', 'closed')}`],
    ['a label by what it is for', `<label for="host" id="t">Show details</label>${host('k')}`],
  ])('follows a reference into a shadow root: %s', async (_, body) => {
    await show(body);
    expect((await gatewright.call('browser_click', { selector: '#t' })).isError).toBe(true);
    expect(await asked()).toEqual([]);
  });

  it('follows the reference of a field that sends by Enter', async () => {
    await show(`<input form="host" id="t" type="search" name="q" aria-label="Search">${host('f')}`);
    const reply = await gatewright.call('browser_type', { selector: '#t', text: 'abc', submit: true });
    expect(reply.code).toBe(ASKED);
    expect(await asked()).toEqual([]);
  });

  it.each(['textbox', 'combobox', 'listbox'])('presses a link and a button that call themselves a %s', async (role) => {
    await show(`<a id="t" role="${role}" href="${GRAVE}">Read more</a><form method="post" action="/hit"><button
      id="b" role="${role}">Delete account</button></form>`);
    for (const selector of ['#t', '#b'])
      expect((await gatewright.call('browser_click', { selector })).code, selector).toBe(ASKED);
    expect(await asked()).toEqual([]);
  });

  it.each([
    ['an SVG link', svg(`<a id="t" href="/safe">${BOX}</a>`)],
    ['one whose colour is animated', svg(`<a id="t" href="/safe"><set attributeName="fill" to="red"/>${BOX}</a>`)],
    ['an icon in a link', `${DRAWN}<a id="t" href="/safe">${svg('<use href="#icon"/>')}</a>`],
    [
      'a copy of a harmless link',
      `<svg width="0" height="0"><a id="w" href="/safe">${BOX}</a></svg>${svg('<use id="t" href="#w"/>')}`,
    ],
    [
      'a button of a form in a shadow root',
      `<button form="host" id="t">Search</button><div id="host"><template shadowrootmode="open"
        shadowrootreferencetarget="f"><form id="f" action="/safe"><input name="q"></form></template></div>`,
    ],
  ])('leaves alone: %s', async (_, body) => {
    await show(body);
    const reply = await gatewright.call('browser_click', { selector: '#t' });
    expect(reply.isError).toBe(false);
    expect((await asked())[0]).toMatch(/^\/safe/u);
  });
});
