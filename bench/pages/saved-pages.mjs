import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { countElements } from './made-pages.mjs';

/**
 * @param {string} folder one subfolder per page, with an .html file in it
 * @returns {import('../types.js').BenchPage[]}
 */
export function readSavedPages(folder) {
  const pages = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .flatMap((name) => readPage(folder, name));
  if (pages.length === 0) throw new Error(`No page in ${folder}: one subfolder each with an .html file is expected.`);
  return pages;
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {import('../types.js').BenchPage[]}
 */
function readPage(folder, name) {
  const file = readdirSync(join(folder, name)).find((one) => /\.html?$/u.test(one));
  if (file === undefined) return [];
  const html = readFileSync(join(folder, name, file), 'utf8');
  const path = `/saved/${encodeURIComponent(name)}`;
  return [{ name, path, html, kind: 'article', elements: countElements(html), scripts: false }];
}
