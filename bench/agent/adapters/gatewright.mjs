import { parseYamlLine } from './parse-line.mjs';

let secrets = 0;

/** @type {import('../types.js').Adapter} */
export const gatewright = {
  id: 'us',
  open: (url) => ({ name: 'browser_navigate', arguments: { url } }),
  snapshot: () => ({ name: 'browser_snapshot', arguments: {} }),
  click: (ref) => ({ name: 'browser_click', arguments: { ref } }),
  type: (ref, text, { submit }) => [
    { name: 'browser_type', arguments: { ref, text, clear_first: true, ...(submit === true && { submit }) } },
  ],
  typeAtFocus: (text, { submit }) => [
    { name: 'browser_type', arguments: { text, ...(submit === true && { submit }) } },
  ],
  press: (key) => ({ name: 'browser_press', arguments: { key } }),
  typePassword(ref, value, origin) {
    secrets += 1;
    const name = `LOGIN_${String(secrets)}`;
    return [
      { name: 'register_secret', arguments: { name, value, scope: [origin] } },
      { name: 'browser_type', arguments: { ref, text: `<${name}>` } },
    ];
  },
  readLines: (answer) =>
    answer
      .split('\n')
      .map(parseYamlLine)
      .filter((line) => line !== undefined),
};
