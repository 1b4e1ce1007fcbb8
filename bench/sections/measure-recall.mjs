import { findCall, hoverCall } from '../servers/gatewright.mjs';
import { listInteractive, listReferable } from './parse-snapshot.mjs';
import { noteFailure } from './take-turns.mjs';

/** @typedef {import('../types.js').Connection} Connection */
/** @typedef {{ role: string, name: string, count: number }} Wanted */

const SEARCHES_PER_PAGE = 150;
const HOVERS_PER_PAGE = 15;

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
      const theirs = await lookAt(peer, bench.site.url(page.path));
      const ours = await lookAt(us, bench.site.url(page.path));
      bench.recall.push({ page: page.name, ...(await compare(us, theirs, ours)) });
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
 * @param {Connection} us
 * @param {string} theirs
 * @param {string} ours
 * @returns {Promise<Omit<import('../types.js').Recall, 'page'>>}
 */
async function compare(us, theirs, ours) {
  const wanted = countAlike(listInteractive(theirs));
  const total = wanted.reduce((sum, { count }) => sum + count, 0);
  const shown = listReferable(ours);
  const left = wanted.map((one) => ({ ...one, count: Math.max(0, one.count - refsOf(shown, one).length) }));
  const open = left.filter(({ count }) => count > 0);
  const openCount = open.reduce((sum, { count }) => sum + count, 0);
  const sample = thinOut(open, SEARCHES_PER_PAGE);
  const search = await searchAll(us, sample);
  const sampleCount = sample.reduce((sum, { count }) => sum + count, 0);
  return {
    wanted: total,
    listed: total - openCount,
    found: sampleCount === 0 ? 0 : Math.round((search.found / sampleCount) * openCount),
    ...(await tryRefs(us, thinOut(search.refs, HOVERS_PER_PAGE))),
    sampled: sample.length < open.length,
    missed: search.missed.slice(0, 20),
  };
}

/**
 * @param {Connection} us
 * @param {Wanted[]} sample
 */
async function searchAll(us, sample) {
  let found = 0;
  /** @type {string[]} */
  const refs = [];
  /** @type {string[]} */
  const missed = [];
  for (const one of sample) {
    const answer = await us.call(findCall(one.name.slice(0, 100) || one.role)).catch(() => undefined);
    const hits = answer === undefined ? [] : refsOf(listReferable(answer.text), one);
    found += Math.min(one.count, hits.length);
    refs.push(...hits.slice(0, 1));
    if (hits.length < one.count) missed.push(`${one.role} "${one.name.slice(0, 60)}" × ${one.count - hits.length}`);
  }
  return { found, refs, missed };
}

/**
 * Pointing passes the same checks as a click (there, visible, not covered) and changes nothing.
 *
 * @param {Connection} us
 * @param {string[]} refs
 */
async function tryRefs(us, refs) {
  let reached = 0;
  for (const ref of refs) {
    const answer = await us.call(hoverCall(ref)).catch(() => undefined);
    if (answer !== undefined) reached += 1;
  }
  return { tried: refs.length, reached };
}

/**
 * @param {import('./parse-snapshot.mjs').Line[]} lines
 * @param {{ role: string, name: string }} one
 * @returns {string[]}
 */
function refsOf(lines, one) {
  const wanted = bare(one.name);
  return lines.flatMap(({ role, name, ref }) => {
    const sameRole = one.role === 'clickable' || role === one.role;
    return ref !== undefined && sameRole && isSameName(bare(name), wanted) ? [ref] : [];
  });
}

/**
 * A picture's text may stand before, after or beside the words of its link; short names must be equal.
 *
 * @param {string} a
 * @param {string} b
 */
function isSameName(a, b) {
  return a === b || (Math.min(a.length, b.length) >= 12 && (a.includes(b) || b.includes(a)));
}

/**
 * @param {{ role: string, name: string }[]} lines
 * @returns {Wanted[]}
 */
function countAlike(lines) {
  /** @type {Map<string, Wanted>} */
  const alike = new Map();
  for (const { role, name } of lines) {
    const key = `${role} ${bare(name)}`;
    const known = alike.get(key);
    if (known === undefined) alike.set(key, { role, name, count: 1 });
    else known.count += 1;
  }
  return [...alike.values()];
}

/**
 * Names are compared without white space, punctuation and case, by their first part: servers cut and escape differently.
 *
 * @param {string} name
 */
function bare(name) {
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  // "×" and "^" are names too.
  return letters === '' ? name.trim() : letters.slice(0, 50);
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
