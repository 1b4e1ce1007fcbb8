import { findCall, hoverCall } from '../servers/gatewright.mjs';
import { countAlike, countAll, takeMatches } from './match-elements.mjs';
import { listInteractive, listReferable } from './parse-snapshot.mjs';
import { noteFailure } from './take-turns.mjs';

/** @typedef {import('../types.js').Connection} Connection */
/** @typedef {import('./match-elements.mjs').Wanted} Wanted */
/** @typedef {{ us: Connection, peer: Connection }} Pair */

const SEARCHES_PER_PAGE = 150;
const HOVERS_PER_PAGE = 30;

/**
 * Of the interactive elements that playwright-mcp lists, how many does our default snapshot list, and how many more does
 * browser_find lead to?
 *
 * @param {import('../bench.mjs').Bench} bench
 * @param {readonly Connection[]} connections
 */
export async function measureRecall(bench, connections) {
  const us = connections.find(({ contestant }) => contestant.id === 'us');
  const peer = connections.find(({ contestant }) => contestant.id === 'playwright');
  if (us === undefined || peer === undefined) return;
  for (const page of bench.pages) {
    bench.say(`  ${page.name}`);
    await noteFailure(bench.figuresOf(us.contestant), async () => {
      const wanted = countAlike(listInteractive(await lookAt(peer, bench.site.url(page.path))));
      const ours = await lookAt(us, bench.site.url(page.path));
      bench.recall.push({ page: page.name, ...(await compare({ us, peer }, wanted, ours)) });
    });
    await bench.rest(us);
    await bench.rest(peer);
  }
}

/**
 * @param {Connection} connection
 * @param {string} url
 */
async function lookAt({ contestant, call }, url) {
  await call(contestant.navigate(url));
  return (await call(contestant.snapshot())).text;
}

/**
 * @param {Pair} pair
 * @param {Wanted[]} wanted
 * @param {string} ours
 * @returns {Promise<Omit<import('../types.js').Recall, 'page'>>}
 */
async function compare(pair, wanted, ours) {
  /** @type {Set<string>} */
  const taken = new Set();
  const { left } = takeMatches(wanted, listReferable(ours), taken);
  const sample = thinOut(left, SEARCHES_PER_PAGE);
  const search = await searchAll(pair.us, sample, taken);
  const shareFound = sample.length === 0 ? 0 : search.found / countAll(sample);
  return {
    wanted: countAll(wanted),
    listed: countAll(wanted) - countAll(left),
    found: Math.round(shareFound * countAll(left)),
    ...(await pointAt(pair, thinOut(search.hits, HOVERS_PER_PAGE))),
    sampled: sample.length < left.length,
    missed: search.missed.slice(0, 20),
  };
}

/**
 * @param {Connection} us
 * @param {Wanted[]} sample
 * @param {Set<string>} taken
 */
async function searchAll(us, sample, taken) {
  let found = 0;
  /** @type {{ ref: string, theirs: string | undefined }[]} */
  const hits = [];
  /** @type {string[]} */
  const missed = [];
  // Those without a name take what is left.
  for (const one of sample.toSorted((a, b) => Number(a.name === '') - Number(b.name === ''))) {
    const answer = await us.call(findCall(one.name.slice(0, 100) || one.role)).catch(() => undefined);
    const { refs, left } = takeMatches([one], listReferable(answer?.text ?? ''), taken);
    const got = refs.get(one) ?? [];
    found += got.length;
    hits.push(...got.slice(0, 1).map((ref) => ({ ref, theirs: one.ref })));
    missed.push(...left.map(({ role, name, count }) => `${role} "${name.slice(0, 60)}" × ${String(count)}`));
  }
  return { found, hits, missed };
}

/**
 * Pointing passes the same checks as a click (there, visible, not covered) and changes nothing. What playwright-mcp
 * lists but cannot point at either is no loss.
 *
 * @param {Pair} pair
 * @param {{ ref: string, theirs: string | undefined }[]} hits
 */
async function pointAt({ us, peer }, hits) {
  let reached = 0;
  let tried = 0;
  for (const { ref, theirs } of hits) {
    const ok = await succeeds(us.call(hoverCall(ref)));
    if (!ok && !(await succeeds(peer.call({ name: 'browser_hover', arguments: { target: theirs } })))) continue;
    tried += 1;
    if (ok) reached += 1;
  }
  return { tried, reached };
}

/** @param {Promise<unknown>} call */
async function succeeds(call) {
  return await call.then(
    () => true,
    () => false,
  );
}

/**
 * Evenly spaced, the same every time.
 *
 * @template T
 * @param {T[]} items
 * @param {number} most
 */
function thinOut(items, most) {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, i) => items[Math.floor((i * items.length) / most)]).filter(
    (item) => item !== undefined,
  );
}
