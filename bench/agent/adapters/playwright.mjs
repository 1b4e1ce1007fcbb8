import { parseYamlLine } from './parse-line.mjs';

/** @type {import('../types.js').Adapter} */
export const playwright = {
  id: 'playwright',
  open: (url) => ({ name: 'browser_navigate', arguments: { url } }),
  snapshot: () => ({ name: 'browser_snapshot', arguments: {} }),
  click: (target) => ({ name: 'browser_click', arguments: { target } }),
  type: (target, text, { submit }) => [
    { name: 'browser_type', arguments: { target, text, ...(submit === true && { submit }) } },
  ],
  press: (key) => ({ name: 'browser_press_key', arguments: { key } }),
  readLines: (answer) =>
    answer
      .split('\n')
      .map(parseYamlLine)
      .filter((line) => line !== undefined),
};
