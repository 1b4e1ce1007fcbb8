import { build } from 'esbuild';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { enterLoopback } from '../enter-loopback.mjs';
import { findChromium } from '../find-chromium.mjs';
import { drawTable } from '../report/draw-table.mjs';

const USAGE = 'npm run bench:names -- FOLDER [FOLDER …]   folders of .html files: saved pages, accname cases';
const JUDGED = new Set(
  'button link textbox searchbox checkbox radio combobox listbox menuitem menuitemcheckbox menuitemradio option slider spinbutton switch tab treeitem heading img image'.split(
    ' ',
  ),
);

/** @typedef {{ nodeType: number, backendNodeId: number, children?: Described[] }} Described */
/** @typedef {{ name: string, expected: string | null }} Ours */
/** @typedef {{ agreed: number, judged: number, differ: string[] }} Rate */

/** @param {string} folder @returns {string[]} */
function htmlFilesIn(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? htmlFilesIn(path) : /\.html?$/u.test(name) ? [path] : [];
  });
}

/** @param {Described} root @returns {number[]} ids of the elements, in document order */
function elementIds(root) {
  const own = root.nodeType === 1 ? [root.backendNodeId] : [];
  return [...own, ...(root.children ?? []).flatMap(elementIds)];
}

/** White space apart, which models do not see. @param {string} name */
const fold = (name) => name.replace(/\s+/gu, ' ').trim();

/**
 * @param {import('playwright-core').CDPSession} session
 * @param {string} source
 */
async function compare(session, source) {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  await session.send('Runtime.evaluate', { expression: source, contextId: executionContextId });
  const { result } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: 'function () { return nameAll() }',
    executionContextId,
    returnByValue: true,
  });
  /** @type {Ours[]} */
  const ours = result.value;
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: false });
  const places = new Map(elementIds(root).map((id, place) => [id, place]));
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  /** @type {Rate} */
  const browser = { agreed: 0, judged: 0, differ: [] };
  for (const { ignored, role, name, backendDOMNodeId } of nodes) {
    const mine = ours[places.get(backendDOMNodeId ?? 0) ?? -1];
    if (ignored || !JUDGED.has(String(role?.value)) || mine === undefined) continue;
    note(browser, fold(String(name?.value ?? '')), fold(mine.name), String(role?.value));
  }
  /** @type {Rate} */
  const cases = { agreed: 0, judged: 0, differ: [] };
  for (const { name, expected } of ours) if (expected !== null) note(cases, fold(expected), fold(name), 'case');
  return { browser, cases };
}

/**
 * @param {Rate} rate
 * @param {string} theirs
 * @param {string} ours
 * @param {string} what
 */
function note(rate, theirs, ours, what) {
  rate.judged += 1;
  if (theirs === ours) rate.agreed += 1;
  else rate.differ.push(`${what}: "${theirs.slice(0, 70)}" — we say "${ours.slice(0, 70)}"`);
}

/** @param {Rate} rate */
const asRate = ({ agreed, judged }) =>
  judged === 0 ? '—' : `${((100 * agreed) / judged).toFixed(1)} % of ${String(judged)}`;

async function main() {
  const folders = process.argv.slice(2).filter((one) => !one.startsWith('-'));
  if (folders.length === 0) throw new Error(USAGE);
  const place = enterLoopback();
  if (place.moved) return place.status;
  const bundled = await build({
    entryPoints: [join(import.meta.dirname, 'in-page.ts')],
    bundle: true,
    format: 'iife',
    target: 'chrome120',
    write: false,
  });
  const source = bundled.outputFiles[0]?.text ?? '';
  const files = folders.flatMap(htmlFilesIn);
  const site = createServer((request, response) => {
    const file = files[Number((request.url ?? '').slice(1))];
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "script-src 'none'" };
    response.writeHead(file === undefined ? 404 : 200, headers).end(file === undefined ? '' : readFileSync(file));
  });
  await new Promise((resolve) => site.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = site.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: findChromium(undefined), args });
  /** @type {Rate} */
  const all = { agreed: 0, judged: 0, differ: [] };
  /** @type {Rate} */
  const cases = { agreed: 0, judged: 0, differ: [] };
  const rows = [];
  for (const [i, file] of files.entries()) {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${String(port)}/${String(i)}`, { waitUntil: 'load' });
    const found = await compare(await page.context().newCDPSession(page), source);
    await page.close();
    for (const [sum, one] of /** @type {const} */ ([
      [all, found.browser],
      [cases, found.cases],
    ])) {
      sum.agreed += one.agreed;
      sum.judged += one.judged;
      sum.differ.push(...one.differ);
    }
    if (found.browser.judged >= 50) rows.push([file.split('/').slice(-2).join('/'), asRate(found.browser)]);
  }
  await browser.close();
  site.close();
  rows.push(['all files', asRate(all)], ['expected names in cases', asRate(cases)]);
  console.log(drawTable(['', 'names as Chromium says, or as the case expects'], rows));
  for (const [title, { differ }] of /** @type {const} */ ([
    ['Chromium says otherwise', all],
    ['Cases expect otherwise', cases],
  ]))
    console.log(`\n${title}, for example:\n${differ.slice(0, 12).join('\n')}`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
