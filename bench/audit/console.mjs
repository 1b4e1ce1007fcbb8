// The console over a record of a million entries, in a browser: from the press of a key until the page shows its entries.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { enterLoopback } from '../enter-loopback.mjs';
import { findChromium } from '../find-chromium.mjs';
import { drawTable } from '../report/draw-table.mjs';
import { bundle } from '../bundle.mjs';
import { withGoals } from './with-goals.mjs';

const RECORDS = process.argv[2] ?? '1000000';
const NEWEST_MS = 1000;
const FILTER_MS = 5000;

/** Each filter that the page has, those that find much, little and nothing; and what its links lead to. */
const QUESTIONS = {
  'a session': { session: 'session-7' },
  'a tool': { tool: 'browser_type' },
  'an origin': { origin: 'https://site-3.example' },
  'an outcome': { outcome: 'denied' },
  'a risk': { risk: 'high' },
  'a risk that nothing has': { risk: 'critical' },
  'a kind': { kind: 'start' },
  'a text that is frequent': { text: 'read more' },
  'a text that is nowhere': { text: 'no such text anywhere' },
  'a text of the oldest call': { text: 'About Number 0' },
  'several at once': { session: 'session-7', outcome: 'denied', tool: 'browser_read', text: 'number' },
};

const entered = enterLoopback();
if (entered.moved) process.exit(entered.status);
const folder = mkdtempSync(join(tmpdir(), 'gw-bench-console-'));
const audit = join(folder, 'audit');
const program = await bundle(join(import.meta.dirname, 'serve-console.ts'), folder);
if (spawnSync(process.execPath, [program, audit, RECORDS], { stdio: 'inherit' }).status !== 0)
  throw new Error('the record could not be written');
const browser = await chromium.launch({
  executablePath: findChromium(undefined),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
/** @type {{ what: string, ms: number, found?: number }[]} */
const rows = [];
try {
  await visit('newest page, no index yet', ['newest']);
  rmSync(join(audit, 'index'), { recursive: true, force: true });
  await visit('first filter, no index yet', ['a risk that nothing has']);
  await visit('', ['newest', ...Object.keys(QUESTIONS), 'a session replayed', 'newest']);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
const limitOf = (/** @type {string} */ what) => (what.startsWith('newest') ? NEWEST_MS : FILTER_MS);
console.log(`the console over ${RECORDS} records; load ${loadavg()[0]?.toFixed(1) ?? ''}`);
console.log(drawTable(['', 'ms', 'shown', 'goal'], withGoals(rows, limitOf)));
process.exitCode = rows.some(({ what, ms }) => ms > limitOf(what)) ? 1 : 0;

/**
 * A console that has just been started, and a person who looks at one page after the other.
 *
 * @param {string} name in place of the question's own
 * @param {string[]} questions
 */
async function visit(name, questions) {
  const server = spawn(process.execPath, [program, audit], { stdio: ['ignore', 'pipe', 'inherit'] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const link = await new Promise((resolve) => {
      server.stdout.once('data', (/** @type {Buffer} */ bytes) => {
        resolve(bytes.toString().trim());
      });
    });
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Now' }).waitFor();
    for (const question of questions) rows.push(await look(page, new URL(link).origin, question, name));
  } finally {
    await context.close();
    server.kill();
  }
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} base
 * @param {string} question
 * @param {string} name
 */
async function look(page, base, question, name) {
  const began = performance.now();
  await page.goto(`${base}${pathOf(question)}`, { waitUntil: 'commit' });
  await page.locator('.pager, .timeline, .empty').first().waitFor();
  const ms = performance.now() - began;
  const row = { what: name === '' ? question : name, ms, found: await page.locator('.entry').count() };
  process.stderr.write(`${row.what}: ${ms.toFixed(0)} ms\n`);
  return row;
}

/** @param {string} question */
function pathOf(question) {
  if (question === 'newest') return '/record';
  if (question === 'a session replayed') return '/record/session?session=session-7&principal=p1';
  const asked = Object.entries(QUESTIONS).find(([what]) => what === question)?.[1] ?? {};
  return `/record?${new URLSearchParams(Object.entries(asked)).toString()}`;
}
