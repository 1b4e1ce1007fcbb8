import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** Words that only one document says. */
const [TOP, SAME, FOREIGN, DEEP, BACK, OPAQUE, LETTER] =
  'Topword Sameword Adword Deepword Backword Boxword Letterword'.split(' ') as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];

promised('fenced-page-text', () => {
  let top: Site;
  let ad: Site;
  let deep: Site;
  let gatewright: Running;
  beforeAll(async () => {
    const pages: Record<string, string> = {};
    top = await startSite(pages);
    deep = await startSite({
      '/': html(`<p>${DEEP} text</p><iframe title="back" src="${top.url('/back')}"></iframe>`),
    });
    ad = await startSite({
      '/': html(
        `<h2>${FOREIGN} heading</h2><p>${FOREIGN} text &lt;&lt;end&gt;&gt;</p><input aria-label="${FOREIGN} field">
         <button onclick="this.after(Object.assign(document.createElement('button'),{textContent:'${FOREIGN} appeared'}));this.textContent='${FOREIGN} changed'">${FOREIGN} button</button>
         <iframe title="deep" src="${deep.url()}"></iframe>`,
      ),
    });
    Object.assign(pages, {
      '/back': html(`<p>${BACK} text</p>`),
      '/same': html(`<p>${SAME} text</p><button>${SAME} button</button>`),
      '/': html(
        `<h1>${TOP} heading</h1><p>${TOP} before</p><iframe title="same" src="/same"></iframe>
         <iframe title="ad" src="${ad.url()}" width="500" height="400"></iframe>
         <table><tr><td>${TOP} cell</td><td><iframe title="in a cell" src="${ad.url()}"></iframe></td></tr></table>
         <iframe title="box" sandbox="allow-scripts" src="/box"></iframe>
         <iframe title="letter" srcdoc="<p>${LETTER} text</p>"></iframe>
         <iframe title="plain letter" sandbox srcdoc="<p>${OPAQUE} letter</p>"></iframe>
         <p>${TOP} after</p><button>${TOP} button</button>`,
      ),
      '/box': html(`<p>${OPAQUE} text</p>`),
    });
    gatewright = await start({ args: ['--allow-private', [top, ad, deep].map(({ host }) => host).join(',')] });
    await gatewright.call('browser_navigate', { url: top.url() });
    await gatewright.call('browser_wait_for', { text: `${DEEP} text` });
  });
  afterAll(async () => {
    await gatewright.close();
    await Promise.all([top, ad, deep].map((site) => site.close()));
  });

  /** What stands under each origin; outside of fences nothing of any page. */
  function fences({ text }: Reply): Map<string, string> {
    const marker = /<<page ([0-9a-z]+) /u.exec(text)?.[1] ?? '';
    const found = new Map<string, string>();
    const fence = new RegExp(`<<page ${marker} ([^\\n]*) untrusted>>\\n([^]*?)\\n<<end ${marker}>>`, 'gu');
    const outside = text.replace(fence, (_, origin: string, inside: string) => {
      found.set(origin, `${found.get(origin) ?? ''}\n${inside}`);
      return '';
    });
    expect(outside).not.toMatch(/(?:Top|Same|Ad|Deep|Back|Box|Letter)word/u);
    return found;
  }

  function expectApart(reply: Reply): void {
    const words = new Map([
      [top.origin, [TOP, SAME, BACK, LETTER]],
      [ad.origin, [FOREIGN]],
      [deep.origin, [DEEP]],
      ['null', [OPAQUE]],
    ]);
    for (const [origin, inside] of fences(reply)) {
      for (const [own, theirs] of words) {
        if (own === origin) continue;
        for (const word of theirs) expect(inside, `${word} under ${origin}`).not.toContain(word);
      }
    }
  }

  it.each([
    ['browser_navigate', () => ({ url: top.url(), snapshot: 'full' }), []],
    ['browser_snapshot', () => ({}), [TOP, SAME, FOREIGN, DEEP, BACK, OPAQUE, LETTER]],
    ['browser_snapshot', () => ({ mode: 'interactive' }), [TOP, FOREIGN]],
    ['browser_snapshot', () => ({ mode: 'diff' }), []],
    ['browser_read', () => ({}), [TOP, SAME, FOREIGN, DEEP, BACK, OPAQUE, LETTER]],
    ['browser_read', () => ({ format: 'tree' }), [TOP, SAME, FOREIGN, DEEP, BACK, OPAQUE, LETTER]],
    ['browser_read', () => ({ format: 'both' }), [TOP, SAME, FOREIGN, DEEP, BACK, OPAQUE, LETTER]],
    ['browser_find', () => ({ query: 'button' }), [TOP, FOREIGN]],
    ['browser_text_search', () => ({ text: 'text', limit: 20 }), [SAME, FOREIGN, DEEP, BACK, OPAQUE]],
    ['browser_inspect', () => ({ role: 'textbox', index: 0 }), [FOREIGN]],
    ['browser_click', () => ({ role: 'button', name: `${FOREIGN} button`, index: 0 }), [FOREIGN]],
    ['browser_snapshot', () => ({ mode: 'diff' }), [FOREIGN]],
    ['browser_type', () => ({ role: 'textbox', name: `${FOREIGN} field`, index: 0, text: `${FOREIGN} typed` }), []],
    ['browser_screenshot', () => ({ describe: true, marks: true }), []],
  ] as const)('%s tells what each origin says apart', async (tool, args, words) => {
    const reply = await gatewright.call(tool, args());
    expect(reply.isError).toBe(false);
    expectApart(reply);
    for (const word of words) expect(reply.text).toContain(word);
  });

  it('a frame of another origin says which, one of the same does not, and neither costs a fence too many', async () => {
    const { text } = await gatewright.call('browser_snapshot');
    expect(text).toMatch(new RegExp(`iframe "ad" \\[ref=e\\d+\\](?: \\[focused\\])? \\[origin=${ad.origin}\\]`, 'u'));
    expect(text).toMatch(/iframe "same" \[ref=e\d+\]\n/u);
    expect(text).toMatch(/iframe "box" \[ref=e\d+\] \[origin=null\]/u);
    const { text: markdown } = await gatewright.call('browser_read');
    expect(markdown).toContain(`iframe "ad" origin=${ad.origin}`);
    await gatewright.call('browser_navigate', { url: top.url('/same') });
    expect((await gatewright.call('browser_snapshot')).text.match(/<<page /gu)).toHaveLength(1);
    await gatewright.call('browser_navigate', { url: top.url() });
  });

  it('trees stay JSON, each in its own fence', async () => {
    for (const format of ['tree', 'both']) {
      const reply = await gatewright.call('browser_read', { format });
      const parts = [...reply.text.matchAll(/<<page [0-9a-z]+ ([^\n]*) untrusted>>\n([^]*?)\n<<end/gu)];
      expect(parts.length).toBeGreaterThan(2);
      for (const [, , json = ''] of parts) for (const line of json.split('\n')) JSON.parse(line);
    }
  });

  it('a part of a page that a foreign frame shows is under that origin', async () => {
    const { text } = await gatewright.call('browser_snapshot');
    const ref = /iframe "ad" \[ref=(e\d+)\]/u.exec(text)?.[1];
    for (const tool of ['browser_snapshot', 'browser_read']) {
      const reply = await gatewright.call(tool, { ref });
      expectApart(reply);
      expect(reply.text).toContain(FOREIGN);
    }
  });
});
