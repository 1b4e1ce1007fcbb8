import { countTokens as count } from 'gpt-tokenizer/encoding/o200k_base';

/**
 * @param {string} text page text may contain what looks like a special token: it is counted as plain text
 */
export function countTokens(text) {
  return count(text, { disallowedSpecial: new Set() });
}

/**
 * What a tool list costs the model: name, description and input schema, nothing else of it.
 *
 * @param {readonly { name: string, description?: string, inputSchema: unknown }[]} tools
 */
export function countToolTokens(tools) {
  const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return countTokens(JSON.stringify(shown));
}
