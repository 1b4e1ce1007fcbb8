import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { enterLoopback } from '../enter-loopback.mjs';
import { findChromium } from '../find-chromium.mjs';
import { drawTable } from '../report/draw-table.mjs';
import { median } from '../statistics.mjs';
import { openOrigin } from './open-origin.mjs';
import { get } from './plain-client.mjs';
import { openProxyHere, startOrigin, startProxy } from './start-proxy.mjs';

const ROUNDS = Number(process.argv[2] ?? 60);
/** Until then the browser and this process still compile what they run. */
const WARM_UP = 8;
const LIMIT = 1.1;
/** @type {readonly Site[]} */
const SITES = [
  { scheme: 'https', delay: 30 },
  { scheme: 'http', delay: 30 },
  { scheme: 'http', delay: 0 },
];
const STREAM_MB = 1_024;
const FLAT_MB = 150;
const CONNECTIONS = 200;

/** @typedef {{ scheme: 'http' | 'https', delay: number }} Site */

/**
 * The same pages in the same browser, with the proxy and without it, turn by turn.
 *
 * @param {string} executablePath
 * @param {Site} site
 * @param {string} folder
 */
async function loadPages(executablePath, { scheme, delay }, folder) {
  const origin = await startOrigin(delay, scheme, folder);
  const proxy = await openProxyHere(folder, origin.host);
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(origin.keyHash === undefined ? [] : [`--ignore-certificate-errors-spki-list=${origin.keyHash}`]),
    ],
  });
  const home = `${scheme}://${origin.host}/`;
  const ways = {
    direct: await browser.newContext(),
    proxied: await browser.newContext({ proxy: { server: proxy.access.server, bypass: '<-loopback>' } }),
  };
  /** @type {Record<string, { cold: number[], warm: number[] }>} */
  const times = { direct: { cold: [], warm: [] }, proxied: { cold: [], warm: [] } };
  try {
    for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
      for (const [way, context] of Object.entries(ways).sort(() => (round % 2 === 0 ? 1 : -1))) {
        const page = await context.newPage();
        if (way === 'proxied' && round === 0) await introduce(page, proxy.access, home);
        const url = `${home}?fresh=${String(round)}`;
        const cold = await timeOf(() => page.goto(url, { waitUntil: 'load' }));
        const warm = await timeOf(() => page.goto(url, { waitUntil: 'load' }));
        await page.close();
        if (round < WARM_UP) continue;
        times[way]?.cold.push(cold);
        times[way]?.warm.push(warm);
      }
    }
  } finally {
    await browser.close();
    await proxy.close();
    origin.close();
  }
  return times;
}

/**
 * As the product does it: the proxy's first question is answered, and the browser remembers the answer for the context.
 * (Playwright's own way to give credentials holds every request and turns the cache off.)
 *
 * @param {import('playwright-core').Page} page
 * @param {import('./start-proxy.mjs').Access} access
 * @param {string} url
 */
async function introduce(page, { username, password }, url) {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId }) => {
    session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
  });
  session.on('Fetch.authRequired', ({ requestId }) => {
    const authChallengeResponse = { response: /** @type {const} */ ('ProvideCredentials'), username, password };
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined);
  });
  const patterns = [{ urlPattern: '*', resourceType: /** @type {const} */ ('Document') }];
  await session.send('Fetch.enable', { patterns, handleAuthRequests: true });
  await page.goto(url);
  await session.send('Fetch.disable');
  await session.detach();
}

/** @param {() => Promise<unknown>} work */
async function timeOf(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** @param {string} folder */
async function streamAndCrowd(folder) {
  const origin = await openOrigin(30);
  const proxy = await startProxy(folder, origin.host);
  try {
    await get(proxy.access, `http://${origin.host}/big?mb=16`);
    const before = proxy.memory();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, proxy.memory());
    }, 50);
    const began = performance.now();
    const { bytes } = await get(proxy.access, `http://${origin.host}/big?mb=${String(STREAM_MB)}`);
    const seconds = (performance.now() - began) / 1000;
    clearInterval(watch);
    const crowdBegan = performance.now();
    const answers = await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, i) => get(proxy.access, `http://${origin.host}/${String(i)}.js`)),
    );
    return {
      bytes,
      seconds,
      grown: most - before,
      answered: answers.filter(({ status }) => status === 200).length,
      crowdMs: performance.now() - crowdBegan,
    };
  } finally {
    proxy.close();
    origin.close();
  }
}

async function main() {
  const place = enterLoopback();
  if (place.moved) return place.status;
  const folder = mkdtempSync(join(tmpdir(), 'bench-proxy-'));
  try {
    const executablePath = findChromium(undefined);
    const before = loadavg()[0] ?? 0;
    const rows = [];
    let met = true;
    for (const site of SITES) {
      const times = await loadPages(executablePath, site, folder);
      for (const cache of /** @type {const} */ (['cold', 'warm'])) {
        const direct = median(times['direct']?.[cache] ?? []) ?? NaN;
        const proxied = median(times['proxied']?.[cache] ?? []) ?? NaN;
        const ratio = proxied / direct;
        const judged = site.delay > 0;
        if (judged && !(ratio <= LIMIT)) met = false;
        rows.push([
          `${site.scheme}, ${String(site.delay)} ms, ${cache}`,
          direct.toFixed(1),
          proxied.toFixed(1),
          `${ratio.toFixed(2)} ×`,
          judged ? (ratio <= LIMIT ? 'met' : 'MISSED') : 'reported',
        ]);
      }
    }
    const crowd = await streamAndCrowd(folder);
    const isWhole = crowd.bytes === STREAM_MB * 1_048_576;
    met &&= isWhole && crowd.grown <= FLAT_MB && crowd.answered === CONNECTIONS;
    console.log(
      `Network: ${place.network}. Rounds: ${String(ROUNDS)}, interleaved. Load average ${before.toFixed(2)}.\n`,
    );
    console.log(
      drawTable(['origin, cache', 'direct, ms p50', 'through the proxy', 'ratio', `≤ ${String(LIMIT)} ×`], rows),
    );
    console.log(
      `\n${String(STREAM_MB)} MB: ${isWhole ? 'whole' : 'CUT'}, ${(crowd.bytes / 1e6 / crowd.seconds).toFixed(0)} MB/s, memory grew by ${crowd.grown.toFixed(0)} MB (at most ${String(FLAT_MB)}).`,
    );
    console.log(
      `${String(CONNECTIONS)} connections at once: ${String(crowd.answered)} answered in ${crowd.crowdMs.toFixed(0)} ms.`,
    );
    return met ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
