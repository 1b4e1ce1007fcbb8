import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Downloaded, Locator, Uploaded } from '../../../src/core/index.js';
import { mintSecret } from '../../../src/core/seals/secret-mint.js';
import { findLeaks } from '../../../src/masking/index.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { codeOf, named, createPageSetup, the } from './page-setup.js';
import type { PageSetup } from './page-setup.js';

const VALUE = 'correct-Horse7battery';
const attached = (name: string) => ({
  'content-type': 'text/plain',
  'content-disposition': `attachment; filename="${name}"`,
});
const POSTING = `<script>
  addEventListener('change', async ({ target }) => {
    for (const file of target.files) await fetch('/got?' + file.name, { method: 'POST', body: file });
  });
</script>`;

let stage: PageSetup;
let site: Site;
let other: Site;
const workspace = mkdtempSync(join(tmpdir(), 'gw-files-'));
const place = { workspace, uploads: join(workspace, 'files'), downloads: join(workspace, 'downloads') };

beforeAll(async () => {
  for (const folder of [place.uploads, place.downloads]) mkdirSync(folder);
  writeFileSync(join(place.uploads, 'a.txt'), 'first');
  writeFileSync(join(place.uploads, 'b.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  writeFileSync(join(place.uploads, 'secret.txt'), `key: ${Buffer.from(VALUE).toString('base64')}`);
  const got = { '/got': (_: unknown, response: ServerResponse) => void response.end() };
  other = await startSite({
    ...got,
    '/frame': html(`<input type=file id=f aria-label=Foreign>${POSTING}`),
    '/file': (_, response) => response.writeHead(200, attached('x.txt')).end('from elsewhere'),
  });
  site = await startSite({
    ...got,
    '/fields': html(`${POSTING}
      <input type=file id=one><input type=file id=many multiple><input type=file id=pictures accept="image/*,.csv">
      <input type=file id=off disabled><input type=file id=folder webkitdirectory>
      <input type=file id=unseen style="display:none"><button onclick="unseen.click()">Choose</button>
      <label>Labelled <input type=file id=labelled></label><button>Nothing</button>`),
    '/foreign': html(`<iframe width=600 src="http://localhost:${other.port}/frame"></iframe>`),
    '/links': html(`
      <a href="/plain">Plain</a> <a href="/page" download="page.html">Kept page</a> <a href="/plain" target=_blank>New window</a>
      <a href="/elsewhere">Elsewhere</a> <a href="/elsewhere" download>Around the corner</a> <iframe id=frame></iframe>
      <button onclick="frame.src = '${other.url('/file')}'">In a frame</button> <a href="/secret">Secret</a> <a href="/told">Told</a>
      <a href="/broken">Broken</a> <a href="/page">Page</a> <a href="/page#here">Nothing</a>
      <a id=blob download="made.txt">Blob</a> <a href="data:text/plain,written" download="data.txt">Data</a>
      <button onclick="two()">Two</button>
      <script>
        blob.href = URL.createObjectURL(new Blob(['made here']));
        const two = () => { for (const path of ['/plain', '/second']) { const a = document.createElement('a'); a.href = path; a.download = ''; a.click(); } };
      </script>`),
    '/page': html('<h1>A page</h1>'),
    '/plain': (_, response) => response.writeHead(200, attached('plain.txt')).end('plain words'),
    '/told': (_, response) => response.writeHead(200, attached(`${VALUE}.txt`)).end('nothing'),
    '/second': (_, response) => response.writeHead(200, attached('second.txt')).end('second'),
    '/secret': (_, response) =>
      response.writeHead(200, attached('s.txt')).end(`your key is ${encodeURIComponent(VALUE)}!`),
    '/elsewhere': (_, response) => response.writeHead(302, { location: other.url('/file') }).end(),
    '/broken': (_, response) => {
      response.writeHead(200, { ...attached('broken.bin'), 'content-length': '1000000' }).write('some');
      setTimeout(() => response.destroy(), 300);
    },
    '/busy': html(`<a id=x href="/second" download></a><script>setInterval(() => x.click(), 100)</script>`),
  });
  stage = createPageSetup(undefined, {
    files: {
      ...place,
      ...{ areForPages: true, scratch: workspace, programs: '' },
      leakDetectorFor: () => (text, origin) => findLeaks([...stage.secrets.values()], text, [origin])[0]?.name,
    },
  });
});
beforeEach(() => {
  site.seen.length = 0;
  other.seen.length = 0;
  stage.secrets.clear();
  stage.refused.clear();
});
afterAll(async () => {
  await stage.close();
  await Promise.all([site.close(), other.close()]);
  rmSync(workspace, { recursive: true, force: true });
});

const kept = (): string[] =>
  readdirSync(place.downloads, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
const by = (selector: string): Locator => ({ by: 'selector', selector });
const give = (at: Locator, ...paths: string[]): Promise<Uploaded> =>
  stage.call([{ at, intent: 'upload', text: paths.join() }], (page, [target]) => page.upload(the(target), paths));
const fetchFile = (name: string): Promise<Downloaded> =>
  stage.call([{ at: named(name) }], (page, [target]) => page.download(the(target)));

describe('an upload', () => {
  beforeEach(() => stage.open(site.url('/fields')).then(() => undefined));

  it.each([
    ['a field', by('#one'), 'labelled'],
    ['a hidden field', by('#unseen'), ''],
    ['a button that opens a chooser', named('Choose'), ''],
    ['a label', named('Labelled'), ''],
  ])('goes to %s', async (_, at) => {
    const { result, files } = await give(at, 'a.txt');
    expect([result.ok, files.map(({ name, bytes }) => [name, bytes])]).toEqual([true, [['a.txt', 5]]]);
    await expect.poll(() => site.seen.find(({ path }) => path === '/got?a.txt')?.body).toBe('first');
  });

  it('of several files goes to a field for several', async () => {
    expect((await give(by('#many'), 'a.txt', 'b.png')).result.ok).toBe(true);
    await expect.poll(() => site.seen.filter(({ path }) => path.startsWith('/got')).length).toBe(2);
  });

  it.each([
    ['several to a field for one', '#one', ['a.txt', 'b.png']],
    ['text to a field for pictures', '#pictures', ['a.txt']],
    ['anything to a field that is off', '#off', ['a.txt']],
    ['a file to a field for folders', '#folder', ['a.txt']],
  ])('is refused: %s', async (_, selector, paths) => {
    expect(await codeOf(give(by(selector), ...paths))).toBe('browser.bad-file');
    expect(site.seen.filter(({ path }) => path.startsWith('/got'))).toEqual([]);
  });

  it('takes a picture where pictures are wanted', async () => {
    expect((await give(by('#pictures'), 'b.png')).result.ok).toBe(true);
  });

  it('says so where nothing opens', async () => {
    const { result } = await give(named('Nothing'), 'a.txt');
    expect([result.ok, result.failure?.code]).toEqual([false, 'browser.bad-file']);
  });

  it('goes into a frame with a process of its own', async () => {
    await stage.open(site.url('/foreign'));
    expect((await give(named('Foreign'), 'a.txt')).result.ok).toBe(true);
    await expect.poll(() => other.seen.find(({ path }) => path === '/got?a.txt')?.body).toBe('first');
  });

  it('of a file that holds a secret goes home and nowhere else', async () => {
    const keep = (origins: string[]): void => {
      stage.secrets.set('KEY', mintSecret('KEY', { value: VALUE, origins }));
    };
    keep([other.origin]);
    expect(await codeOf(give(by('#one'), 'secret.txt'))).toBe('policy.secret-leaving');
    expect(site.seen.filter(({ path }) => path.startsWith('/got'))).toEqual([]);
    keep([site.origin]);
    expect((await give(by('#one'), 'secret.txt')).result.ok).toBe(true);
  });
});

describe('a download', () => {
  beforeEach(() => stage.open(site.url('/links')).then(() => undefined));

  it.each([
    ['Plain', 'plain.txt', 'plain words'],
    ['Kept page', 'page.html', html('<h1>A page</h1>')],
    ['New window', 'plain.txt', 'plain words'],
    ['Blob', 'made.txt', 'made here'],
    ['Data', 'data.txt', 'written'],
  ])('of "%s" is kept', async (name, suggested, content) => {
    const { file } = await fetchFile(name);
    expect(file).toMatchObject({ bytes: content.length, origin: site.origin, suggested: { text: suggested } });
    expect(readFileSync(join(workspace, file?.path.text ?? ''), 'utf8')).toBe(content);
  });

  it('that leads to an origin which may not be visited is refused', async () => {
    stage.refused.add(other.origin);
    const before = kept();
    expect(await codeOf(fetchFile('In a frame'))).toBe('policy.origin-not-allowed');
    for (const name of ['Around the corner', 'Elsewhere']) {
      const { result, file } = await fetchFile(name);
      expect([result.failure?.code, file]).toEqual(['policy.origin-not-allowed', undefined]);
    }
    expect(kept()).toEqual(before);
  });

  it('with a secret in it is not kept', async () => {
    stage.secrets.set('KEY', mintSecret('KEY', { value: VALUE, origins: [site.origin] }));
    const before = kept();
    expect(await codeOf(fetchFile('Secret'))).toBe('page.secret-shown');
    expect(kept()).toEqual(before);
  });

  it('with a secret in its name is kept under another', async () => {
    stage.secrets.set('KEY', mintSecret('KEY', { value: VALUE, origins: [site.origin] }));
    const { file } = await fetchFile('Told');
    expect(file?.path.text).toMatch(/\/file(?:-\d+)?$/u);
    expect(kept().join()).not.toContain(VALUE);
  });

  it('that breaks off is none', async () => {
    const before = kept();
    expect(await codeOf(fetchFile('Broken'))).toBe('network.unreachable');
    expect(kept()).toEqual(before);
  });

  it('is one: what comes beside it is refused and told', async () => {
    const before = kept().length;
    const { result, file } = await fetchFile('Two');
    expect(file).toBeDefined();
    expect(result.ok).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(kept()).toHaveLength(before + 1);
  });

  it('of a page is none', async () => {
    const { result, file } = await fetchFile('Page');
    expect([result.failure?.code, file]).toEqual(['page.no-download', undefined]);
  });

  it('of another tab is not taken for it', async () => {
    const current = async (): Promise<string> =>
      (await stage.call([], (page) => page.listTabs())).find((tab) => tab.current)?.tab ?? '';
    const here = await current();
    await stage.call([], (page) => page.openTab(undefined));
    await stage.open(site.url('/busy'));
    const busy = await current();
    await stage.call([], (page) => page.selectTab(here));
    const before = kept().filter((name) => name.startsWith('second')).length;
    const { file } = await fetchFile('Plain');
    expect(file?.suggested.text).toBe('plain.txt');
    expect(kept().filter((name) => name.startsWith('second'))).toHaveLength(before);
    await stage.call([], (page) => page.closeTab(busy));
  });

  it('is refused again as soon as nobody asks for one', async () => {
    const before = kept();
    expect((await stage.click('Plain')).failure?.code).toBe('page.download');
    expect(kept()).toEqual(before);
  });
});
