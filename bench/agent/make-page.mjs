const STYLE = `body { font: 15px/1.4 sans-serif; margin: 16px; }
  button { font: inherit; } table { border-collapse: collapse; } td, th { padding: 3px 8px; text-align: left; }`;

/**
 * A whole page around a task's body. Its scripts have report(value), which tells the site what was done.
 *
 * @param {string} title
 * @param {string} body
 * @param {string} reportPath
 */
export function makeTaskPage(title, body, reportPath) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style>
<script>const report = (value) => fetch(${asScript(reportPath)}, { method: 'POST', body: JSON.stringify(value), keepalive: true });
const make = (tag, fields, ...children) => { const one = Object.assign(document.createElement(tag), fields); one.append(...children); return one; };
const byId = (id) => document.getElementById(id);</script></head><body>${body}</body></html>`;
}

/**
 * A value as it stands in a script element.
 *
 * @param {unknown} value
 */
export function asScript(value) {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/**
 * A text as a regular expression that matches it literally.
 *
 * @param {string} text
 */
export function literally(text) {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'), 'u');
}

/**
 * The same for a whole name: a folder's own name may go on with those of what is in it.
 *
 * @param {string} text
 */
export function exactly(text) {
  return new RegExp(`^${literally(text).source}$`, 'u');
}
