import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { countTokens } from '../count-tokens.mjs';
import { connect } from '../servers/connect.mjs';
import { gatewright } from '../servers/gatewright.mjs';
import { QUIET_FLAGS } from '../servers/chromium-flags.mjs';
import { openSite } from '../site.mjs';
import { readPageText } from './page-text.mjs';
import { countRepeats } from './repeats.mjs';
import { lettersOf, sentencesOf } from './sentences.mjs';

/** @typedef {import('../types.js').Connection} Connection */
/** @typedef {import('./types.js').PageView} PageView */

const BUDGET = 6_000;
const MAX_READ_PAGES = 200;

/**
 * @param {import('../types.js').BenchPage[]} pages
 * @param {{ server: string, executablePath: string, runFolder: string, textFolder: string | undefined }} options
 */
export async function measureViews(pages, { server, executablePath, runFolder, textFolder }) {
  const site = await openSite(pages);
  const isRoot = process.getuid?.() === 0;
  const setup = { executablePath, runFolder, siteHost: site.host, isRoot, isLong: true };
  const browser = await chromium.launch({
    executablePath,
    args: [...QUIET_FLAGS, ...(isRoot ? ['--no-sandbox'] : [])],
  });
  const connection = await connect(gatewright(server), setup);
  /** @type {PageView[]} */
  const views = [];
  try {
    const tab = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    for (const page of pages) {
      console.error(page.name);
      await tab.goto(site.url(page.path), { waitUntil: 'load' });
      const blocks = await readPageText(tab);
      const seen = await look(connection, site.url(page.path));
      if (textFolder !== undefined) keep(textFolder, page.name, seen);
      views.push({ page: page.name, ...compare(blocks, seen) });
    }
  } finally {
    await Promise.all([connection.close(), browser.close()]);
    site.close();
  }
  return views;
}

/**
 * @param {Connection} connection
 * @param {string} url
 */
async function look({ call }, url) {
  await call({ name: 'browser_navigate', arguments: { url, snapshot: 'none' } });
  const snapshot = (await call({ name: 'browser_snapshot', arguments: {} })).text;
  const reads = [];
  /** @type {string | undefined} */
  let cursor;
  do {
    const { text } = await call({ name: 'browser_read', arguments: cursor === undefined ? {} : { cursor } });
    reads.push(text);
    cursor = /^… \d+ more blocks \[cursor=([^\]]+)\]$/mu.exec(text)?.[1];
  } while (cursor !== undefined && reads.length < MAX_READ_PAGES);
  return { snapshot, reads };
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {{ snapshot: string, reads: string[] }} seen
 */
function keep(folder, name, { snapshot, reads }) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.snapshot.txt`), snapshot);
  writeFileSync(join(folder, `${name}.read.txt`), reads.join('\n'));
}

/**
 * @param {import('./types.js').Block[]} blocks
 * @param {{ snapshot: string, reads: string[] }} seen
 * @returns {Omit<PageView, 'page'>}
 */
function compare(blocks, { snapshot, reads }) {
  const read = lettersOf(withoutMarkup(reads.join('\n')));
  const sentences = blocks.flatMap(({ text, place }) => sentencesOf(text).map((sentence) => ({ sentence, place })));
  const missing = sentences.filter(({ sentence }) => !read.includes(lettersOf(sentence)));
  const of = (/** @type {import('./types.js').Place} */ place) =>
    missing.filter((one) => one.place === place).map(({ sentence }) => sentence);
  const tokens = countTokens(snapshot);
  return {
    sentences: sentences.filter(({ place }) => place === 'content').length,
    lost: of('content'),
    aside: of('aside'),
    unseen: of('unseen'),
    readTokens: countTokens(reads.join('\n')),
    snapshotTokens: tokens,
    budgetUsed: /\[cursor=/u.test(snapshot) ? tokens / BUDGET : undefined,
    repeatedTokens: countRepeats(snapshot),
  };
}

/** Refs and marks stand inside sentences. @param {string} text */
function withoutMarkup(text) {
  return text.replace(/\[[a-z]+: |\]\(e\d+\)(?: \[[a-z][^\]]*\])*/gu, ' ').replace(/\\([[\]`])/gu, '$1');
}
