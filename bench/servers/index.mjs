import { gatewright } from './gatewright.mjs';
import { playwright } from './playwright.mjs';
import { devtools } from './devtools.mjs';

/**
 * @param {readonly string[]} ids
 * @param {{ server: string, modules: string, flags?: readonly string[] }} places
 * @returns {import('../types.js').Contestant[]}
 */
export function listContestants(ids, { server, modules, flags }) {
  return [gatewright(server, flags), playwright(modules), devtools(modules)].filter(({ id }) => ids.includes(id));
}
