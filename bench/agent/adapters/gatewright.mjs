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
  readLines(answer) {
    const lines = answer.split('\n');
    // Without a page's header the answer tells changes, and a dash stands for what is gone.
    const isView = lines.some((line) => line.startsWith('page "'));
    return lines
      .filter((line) => isView || !line.startsWith('- '))
      .map(parseYamlLine)
      .filter((line) => line !== undefined);
  },
};
