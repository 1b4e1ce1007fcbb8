import { devtools } from './devtools.mjs';
import { gatewright } from './gatewright.mjs';
import { playwright } from './playwright.mjs';

/**
 * @param {string} id
 * @returns {import('../types.js').Adapter}
 */
export function adapterOf(id) {
  const adapter = [gatewright, playwright, devtools].find((one) => one.id === id);
  if (adapter === undefined) throw new Error(`No adapter for ${id}.`);
  return adapter;
}
