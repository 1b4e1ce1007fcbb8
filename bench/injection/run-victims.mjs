import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../servers/connect.mjs';
import { makeCells } from './choose-cells.mjs';
import { SECRET } from './hostile-site.mjs';
import { ORDINARY, visitOrdinary } from './ordinary.mjs';
import { visitCell } from './visit-cell.mjs';

/** @typedef {import('./types.js').Victim} Victim */
/** @typedef {import('./types.js').ServerFindings} ServerFindings */

/**
 * All servers at the same time, each with its own pages: nothing is timed here.
 *
 * @param {readonly Victim[]} victims
 * @param {{ pairs: ReturnType<typeof import('./choose-cells.mjs').choosePairs>, site: import('./visit-cell.mjs').HostileSite, executablePath: string, runFolder: string, trace: (line: string) => void }} parts
 */
export async function runVictims(victims, { pairs, ...parts }) {
  return Promise.all(victims.map((victim, i) => runVictim(victim, { ...parts, pairs, firstNumber: i * pairs.length })));
}

/**
 * @param {Victim} victim
 * @param {Parameters<typeof runVictims>[1] & { firstNumber: number }} parts
 * @returns {Promise<ServerFindings>}
 */
async function runVictim(victim, { pairs, site, executablePath, runFolder, trace, firstNumber }) {
  const { contestant, forgery } = victim;
  const isRoot = process.getuid?.() === 0;
  const setup = { executablePath, runFolder, siteHost: site.hosts.join(','), isRoot, isLong: true };
  /** @type {ServerFindings} */
  const found = { label: contestant.label, findings: [], ordinary: [] };
  const connection = await connect(contestant, setup).catch((/** @type {unknown} */ error) => String(error));
  if (typeof connection === 'string') return { ...found, absent: connection };
  /** Servers take turns in the file by whole pages. @type {string[]} */
  const lines = [];
  const room = { victim, connection, site, trace: (/** @type {string} */ line) => lines.push(line) };
  try {
    await connection.call(contestant.navigate(site.site));
    for (const call of victim.prepare?.(SECRET, [site.site]) ?? []) await connection.call(call);
    for (const page of ORDINARY) found.ordinary.push(await visitOrdinary(room, page));
    const words = { site: site.site, collector: site.collector, secret: SECRET, forgery };
    for (const [i, cell] of makeCells(pairs, firstNumber, words).entries()) {
      if (i % 50 === 0) console.error(`${contestant.label}: ${String(i)} of ${String(pairs.length)}`);
      found.findings.push(await visitCell(room, cell).catch((error) => failed(cell, error)));
      trace(lines.splice(0).join('\n'));
    }
    return found;
  } catch (error) {
    return { ...found, absent: `stopped: ${String(error)}` };
  } finally {
    if (contestant.leave !== undefined) await connection.ask(contestant.leave()).catch(() => undefined);
    await connection.close();
  }
}

/**
 * A page that could not be looked at counts as nothing; the report tells it.
 *
 * @param {import('./types.js').Cell} cell
 * @param {unknown} error
 * @returns {import('./types.js').Finding}
 */
function failed({ id, carrier, payload }, error) {
  return {
    cell: id,
    carrier: carrier.id,
    sight: carrier.sight,
    payload: payload.id,
    group: payload.group,
    isForging: payload.isForging,
    isReached: false,
    isFenced: false,
    reason: undefined,
    isForged: false,
    hasSecret: false,
    harm: [],
    problem: String(error).slice(0, 300),
  };
}

/**
 * @param {string} modules
 * @returns {Record<string, string>} versions of the peers by their labels
 */
export function readVersions(modules) {
  const versionOf = (/** @type {string} */ name) => {
    const { version } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
    return String(version);
  };
  return Object.fromEntries(
    Object.entries({
      'playwright-mcp': '@playwright/mcp',
      'chrome-devtools-mcp': 'chrome-devtools-mcp',
      'agent-browser': 'agent-browser',
    }).map(([label, name]) => [label, versionOf(name)]),
  );
}
