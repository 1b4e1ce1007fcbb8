import { unescapeQuoted } from './parse-line.mjs';

// A browser of one's own has one page, and its number is 1.
const pageId = 1;

/**
 * Its actions answer with a snapshot if they are asked to, which a sensible agent does where it needs one next.
 *
 * @type {import('../types.js').Adapter}
 */
export const devtools = {
  id: 'devtools',
  open: (url) => ({ name: 'navigate_page', arguments: { pageId, type: 'url', url } }),
  snapshot: () => ({ name: 'take_snapshot', arguments: { pageId } }),
  click: (uid, look) => ({ name: 'click', arguments: { pageId, uid, ...withSnapshot(look) } }),
  type: (uid, value, { submit, look }) => [
    { name: 'fill', arguments: { pageId, uid, value, ...withSnapshot(look === true && submit !== true) } },
    ...(submit === true ? [devtools.press('Enter', look === true)] : []),
  ],
  typeAtFocus: (text, { submit }) => [
    { name: 'type_text', arguments: { pageId, text, ...(submit === true && { submitKey: 'Enter' }) } },
  ],
  press: (key, look) => ({ name: 'press_key', arguments: { pageId, key, ...withSnapshot(look) } }),
  readLines: (answer) => answer.split('\n').flatMap(parseLine),
};

/** @param {boolean} look */
const withSnapshot = (look) => (look ? { includeSnapshot: true } : {});

/**
 * `  uid=1_4 button "Save" disabled`, or `  uid=1_5 "some text"`
 *
 * @param {string} raw
 * @returns {import('../types.js').Line[]}
 */
function parseLine(raw) {
  const line = /^(\s*)uid=(\S+)(?: ([A-Za-z]\S*))?(?: "((?:[^"\\]|\\.)*)")?/u.exec(raw);
  if (line === null) return [];
  const [, indent = '', ref = '', role = 'text', name = ''] = line;
  return [{ ref, role, name: unescapeQuoted(name), text: raw.trim(), depth: indent.length }];
}
