import { gatewright } from './gatewright.mjs';
import { playwright } from './playwright.mjs';
import { devtools } from './devtools.mjs';

/**
 * @param {readonly string[]} ids
 * @param {{ server: string, modules: string, flags?: readonly string[], settings?: string | undefined }} places
 * @returns {import('../types.js').Contestant[]}
 */
export function listContestants(ids, { server, modules, flags, settings }) {
  const all = [gatewright(server, flags, settings), playwright(modules), devtools(modules)];
  return all.filter(({ id }) => ids.includes(id));
}
