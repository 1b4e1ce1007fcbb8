/** @typedef {import('../types.js').BenchPage} BenchPage */

const WORDS =
  'river stone garden letter winter market signal copper harbour window paper engine meadow lantern bridge orchard'.split(
    ' ',
  );

/** Pages of the usual shapes, for whoever has no saved ones. Always the same bytes. */
export function makePages() {
  return [
    makePage('article-short', 'article', article(12)),
    makePage('article-medium', 'article', article(120)),
    makePage('article-long', 'article', article(1200)),
    makePage('form', 'other', form(40)),
    makePage('list', 'other', list(300)),
    makePage('table-10000', 'other', table(10_000)),
  ];
}

export const BUTTON = 'Add one';

/** Where servers wait between turns, and what is clicked. */
export function makeStations() {
  const click = `<h1>One button</h1><button id="b">${BUTTON}</button><p id="n">pressed 0 times</p>
    <script>let n = 0; document.getElementById('b').onclick = () => {
      document.getElementById('n').textContent = 'pressed ' + (++n) + ' times'; };</script>`;
  return {
    blank: makePage('blank', 'other', '<p>waiting</p>'),
    click: makePage('one-button', 'other', click),
  };
}

/** @param {number} elements */
export function makeScalePage(elements) {
  // Four elements a row: what a listing of products or mails is made of.
  const rows = Array.from({ length: Math.floor(elements / 4) }, (_, i) => {
    return `<div><a href="/item/${String(i)}">${phrase(i, 3)}</a> <span>${phrase(i + 5, 4)}</span> <button>Open ${String(i)}</button></div>`;
  });
  return makePage(`elements-${String(elements)}`, 'other', `<main>${rows.join('\n')}</main>`);
}

/**
 * A rough count that needs no browser: start tags outside scripts, styles and comments.
 *
 * @param {string} html
 */
export function countElements(html) {
  const bare = html.replace(/<!--[\s\S]*?-->|<(script|style|noscript)\b[\s\S]*?<\/\1>/giu, '');
  return bare.match(/<[a-z][\w-]*/giu)?.length ?? 0;
}

/**
 * @param {string} name
 * @param {BenchPage['kind']} kind
 * @param {string} body
 * @returns {BenchPage}
 */
function makePage(name, kind, body) {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title></head><body>${body}</body></html>`;
  return { name, kind, html, path: `/made/${name}`, elements: countElements(html), scripts: true };
}

/** @param {number} paragraphs */
function article(paragraphs) {
  const links = Array.from({ length: 15 }, (_, i) => `<li><a href="/topic/${String(i)}">${phrase(i, 2)}</a></li>`);
  const parts = Array.from({ length: paragraphs }, (_, i) => {
    const heading = i % 6 === 0 ? `<h2 id="s${String(i)}">${phrase(i, 4)}</h2>` : '';
    return `${heading}<p>${phrase(i, 22)} <a href="/a/${String(i)}">${phrase(i + 1, 2)}</a> ${phrase(i + 2, 18)}
      <em>${phrase(i + 3, 2)}</em> ${phrase(i + 4, 9)}<sup><a href="#note${String(i)}">[${String(i)}]</a></sup>.</p>`;
  });
  return `<header><nav><ul>${links.join('')}</ul></nav></header><main><h1>${phrase(3, 5)}</h1>${parts.join('\n')}</main>
    <footer><form><input type="search" aria-label="Search"><button>Search</button></form></footer>`;
}

/** @param {number} fields */
function form(fields) {
  const rows = Array.from({ length: fields }, (_, i) => {
    const label = `${phrase(i, 2)} ${String(i)}`;
    const id = `f${String(i)}`;
    if (i % 4 === 1) return `<label><input type="checkbox"> ${label}</label>`;
    if (i % 4 === 2)
      return `<label for="${id}">${label}</label><select id="${id}"><option>north<option>south<option>east</select>`;
    if (i % 4 === 3) return `<label for="${id}">${label}</label><textarea id="${id}"></textarea>`;
    return `<label for="${id}">${label}</label><input id="${id}" placeholder="${phrase(i + 2, 2)}">`;
  });
  return `<h1>${phrase(1, 3)}</h1><form>${rows.map((row) => `<div>${row}</div>`).join('\n')}<button>Send</button></form>`;
}

/** @param {number} items */
function list(items) {
  const rows = Array.from({ length: items }, (_, i) => {
    return `<li><h3><a href="/p/${String(i)}">${phrase(i, 3)}</a></h3><p>${phrase(i + 1, 10)}</p>
      <span style="cursor:pointer" onclick="void 0">Save ${String(i)}</span> <button aria-label="Remove ${phrase(i, 3)}">×</button></li>`;
  });
  return `<h1>${phrase(2, 3)}</h1><ul>${rows.join('\n')}</ul>`;
}

/** @param {number} rows */
function table(rows) {
  const cells = Array.from({ length: rows }, (_, i) => {
    return `<tr><td>${String(i)}</td><td><a href="/r/${String(i)}">${phrase(i, 2)}</a></td><td>${phrase(i + 3, 3)}</td></tr>`;
  });
  return `<h1>Table</h1><table><thead><tr><th>No.<th>Name<th>Remark</tr></thead><tbody>${cells.join('')}</tbody></table>`;
}

/**
 * @param {number} seed
 * @param {number} length
 */
function phrase(seed, length) {
  return Array.from({ length }, (_, i) => WORDS[(seed * 7 + i * 5 + ((seed * i) % 3)) % WORDS.length]).join(' ');
}
