import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PdfFile } from '../../../src/browser/pdf/pdf-file.js';
import { PdfTextReader } from '../../../src/browser/pdf/pdf-text-reader.js';
import { remoteOptions } from '../../../src/browser/options.js';
import type { Downloaded, Locator, Uploaded } from '../../../src/core/index.js';
import { mintSecret } from '../../../src/core/seals/secret-mint.js';
import { findLeaks } from '../../../src/masking/index.js';
import { hasSeleniumGrid } from '../../fixtures/needs.js';
import { BareChromium } from '../../fixtures/remote-browsers.js';
import type { RemoteSetup } from '../../fixtures/remote-browsers.js';
import { SeleniumGrid } from '../../fixtures/selenium-grid.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { openNetwork } from '../network/open-network.js';
import type { App } from '../network/open-network.js';
import { codeOf, named, createPageSetup, the } from '../page/page-setup.js';
import type { PageSetup } from '../page/page-setup.js';

const VALUE = 'correct-Horse7battery';
const attached = { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="plain.txt"' };
/** Posts what a field was given; what a page of this kind patches is not what its files pass through. */
const POSTING = `<script>
  window.caught = [];
  for (const name of ['File', 'Blob', 'DataTransfer', 'atob', 'Uint8Array']) {
    const real = window[name];
    window[name] = function (...all) { caught.push(name); return new.target ? Reflect.construct(real, all) : real(...all); };
  }
  addEventListener('change', async ({ target }) => {
    const seen = [...target.files].map(({ name, type, size }) => [name, type, size].join());
    for (const file of target.files) await fetch('/got?' + encodeURIComponent(seen.concat('caught ' + caught.length).join('|')), { method: 'POST', body: file });
  });
</script>`;

const big = randomBytes(5 * 1024 * 1024 + 17);
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const CASES: readonly (readonly [string, () => Promise<RemoteSetup>])[] = [
  ['remote: cdp', () => BareChromium.setUp()],
  ...(hasSeleniumGrid() ? [['remote: grid', () => SeleniumGrid.setUp({ nodes: 1 })] as const] : []),
];

describe.each(CASES)('files without a shared disk, %s', (_, setUp) => {
  let elsewhere: RemoteSetup;
  let site: Site;
  let app: App;
  let stage: PageSetup;
  const workspace = mkdtempSync(join(tmpdir(), 'gw-far-files-'));
  const place = { workspace, uploads: join(workspace, 'files'), downloads: join(workspace, 'downloads') };
  const scratch = join(workspace, 'scratch');

  beforeAll(async () => {
    for (const folder of [place.uploads, place.downloads, scratch]) mkdirSync(folder);
    writeFileSync(join(place.uploads, 'a.csv'), 'first');
    writeFileSync(join(place.uploads, 'big.bin'), big);
    writeFileSync(join(place.uploads, 'secret.txt'), `key: ${Buffer.from(VALUE).toString('base64')}`);
    site = await startSite({
      '/got': (_request, response) => void response.end(),
      '/fields': html(`${POSTING}<input type=file id=one><input type=file id=pictures accept="image/*">
        <input type=file id=unseen style="display:none"><button onclick="unseen.click()">Choose</button>`),
      '/links': html(`<a href="/plain">Plain</a> <a href="/big">Big</a> <a id=blob download="made.txt">Blob</a>
        <a href="/secret">Secret</a> <script>blob.href = URL.createObjectURL(new Blob(['made here']))</script>`),
      '/plain': (_request, response) => response.writeHead(200, attached).end('plain words'),
      '/big': (_request, response) => response.writeHead(200, attached).end(big),
      '/secret': (_request, response) => response.writeHead(200, attached).end(`your key is ${VALUE}!`),
      '/print': html(`<h1>Statement</h1><p>${VALUE}</p>`),
    });
    elsewhere = await setUp();
    const { remote } = elsewhere;
    app = await openNetwork({ unsafeAllowPrivate: [site.host], remoteProxy: remoteOptions.parse(remote).proxy });
    const leakDetectorFor = () => (text: string, origin: string) =>
      findLeaks([...stage.secrets.values()], text, [origin])[0]?.name;
    const files = { ...place, areForPages: true, scratch, programs: '', leakDetectorFor };
    stage = createPageSetup(app.egress, { files, remote });
  });
  afterAll(async () => {
    await stage.close();
    await elsewhere.close();
    await app.close();
    await site.close();
    rmSync(workspace, { recursive: true, force: true });
  });
  beforeEach(() => {
    site.seen.length = 0;
    stage.secrets.clear();
  });

  const by = (selector: string): Locator => ({ by: 'selector', selector });
  const give = (at: Locator, ...paths: string[]): Promise<Uploaded> =>
    stage.call([{ at, intent: 'upload', text: paths.join() }], (page, [target]) => page.upload(the(target), paths));
  const fetchFile = (name: string): Promise<Downloaded> =>
    stage.call([{ at: named(name) }], (page, [target]) => page.download(the(target)));
  const got = () => site.seen.filter(({ path }) => path.startsWith('/got'));
  const contentOf = ({ file }: Downloaded): Buffer => readFileSync(join(workspace, file?.path.text ?? ''));
  const keep = (): void => {
    stage.secrets.set('KEY', mintSecret('KEY', { value: VALUE, origins: ['https://home.example'] }));
  };

  it.each([
    ['a field', by('#one')],
    ['a button that opens a chooser', named('Choose')],
  ])('an upload goes to %s, with its name and type, past what the page has patched', async (_what, at) => {
    await stage.open(site.url('/fields'));
    const { result, files } = await give(at, 'a.csv');
    expect([result.ok, files.map(({ name, bytes }) => [name, bytes])]).toEqual([true, [['a.csv', 5]]]);
    await expect.poll(() => got().map(({ body }) => body)).toEqual(['first']);
    expect(decodeURIComponent(got()[0]?.path ?? '')).toBe('/got?a.csv,text/csv,5|caught 0');
    expect(readdirSync(scratch).length).toBeGreaterThan(0);
  });

  it.each([by('#one'), named('Choose')])('an upload of several pieces arrives whole', async (at) => {
    await stage.open(site.url('/fields'));
    expect((await give(at, 'big.bin')).result.ok).toBe(true);
    await expect.poll(() => got().length).toBe(1);
    expect(decodeURIComponent(got()[0]?.path ?? '')).toContain(`,${String(big.length)}|`);
  });

  it('an upload is refused as with any browser: a secret of another site, a kind that is not wanted', async () => {
    await stage.open(site.url('/fields'));
    keep();
    expect(await codeOf(give(by('#one'), 'secret.txt'))).toBe('policy.secret-leaving');
    expect(await codeOf(give(by('#pictures'), 'a.csv'))).toBe('browser.bad-file');
    expect(got()).toEqual([]);
  });

  it.each([
    ['Plain', sha(Buffer.from('plain words'))],
    ['Blob', sha(Buffer.from('made here'))],
    ['Big', sha(big)],
  ])('a download of "%s" is kept', async (name, hash) => {
    await stage.open(site.url('/links'));
    const downloaded = await fetchFile(name);
    expect(downloaded.file).toMatchObject({ origin: site.origin, sha256: hash });
    expect(sha(contentOf(downloaded))).toBe(hash);
  });

  it('a download with a secret in it is not kept, here or there', async () => {
    await stage.open(site.url('/links'));
    keep();
    expect(await codeOf(fetchFile('Secret'))).toBe('page.secret-shown');
    const left = readdirSync(place.downloads, { recursive: true }).map(String);
    expect(left.filter((name) => name.endsWith('.txt')).length).toBeLessThan(4);
    await expect.poll(() => filesOf(elsewhere).filter((text) => text.includes(VALUE)), { timeout: 10_000 }).toEqual([]);
    expect(filesOf(elsewhere).length).toBeGreaterThan(0);
  });

  it('what nobody asked for is not kept', async () => {
    await stage.open(site.url('/links'));
    const before = filesOf(elsewhere).length;
    expect((await stage.click('Plain')).failure?.code).toBe('page.download');
    expect(filesOf(elsewhere)).toHaveLength(before);
  });

  it('a page becomes a PDF, and what shows a secret is not in it', async () => {
    keep();
    await stage.open(site.url('/print'));
    const { path, hidden } = await stage.call([], (page) => page.print({}));
    expect(hidden).toBe(1);
    const file = PdfFile.parse(readFileSync(join(workspace, path)));
    const text = (await PdfTextReader.read(file)).runs.map((run) => run.text).join('');
    expect([text.includes('Statement'), text.includes(VALUE)]).toEqual([true, false]);
  });
});

/** What lies in the folders for downloads of the browsers' machines, which here are this one. */
function filesOf({ elsewhere }: RemoteSetup): readonly string[] {
  return elsewhere.pids().flatMap((pid) => {
    const line = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').split('\0');
    const profile = line.find((one) => one.startsWith('--user-data-dir='))?.slice('--user-data-dir='.length) ?? '';
    return readdirSync(profile)
      .filter((name) => name.startsWith('gatewright-'))
      .flatMap((name) =>
        readdirSync(join(profile, name)).map((file) => readFileSync(join(profile, name, file), 'utf8')),
      );
  });
}
