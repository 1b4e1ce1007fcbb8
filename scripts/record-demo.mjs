// Runs `gatewright demo` at a terminal and keeps what it shows, with its times, as docs/demo.svg.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const LINE = 18;
const COLUMN = 8.4;
const COLOURS = { 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 2: '#8b949e' };
/** The times are as measured, but nobody waits for a browser's start. */
const MAX_PAUSE_S = 1.5;

const lines = await run();
writeFileSync('docs/demo.svg', draw(lines));
console.log(`docs/demo.svg: ${lines.length} lines`);

/** @returns {Promise<{ text: string, at: number }[]>} */
function run() {
  // As wide as a terminal of 120 columns.
  const command = 'stty cols 120; node dist/gatewright.js demo';
  const child = spawn('script', ['-qec', command, '/dev/null'], { stdio: ['ignore', 'pipe', 'inherit'] });
  /** @type {{ text: string, at: number }[]} */
  const shown = [];
  let rest = '';
  let last = Date.now();
  let at = 0;
  child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ part) => {
    at += Math.min(MAX_PAUSE_S, (Date.now() - last) / 1000);
    last = Date.now();
    const parts = (rest + part).split(/\r?\n/u);
    rest = parts.pop() ?? '';
    for (const text of parts) shown.push({ text: text.replaceAll(/(?<=localhost[:_])\d+/giu, '8080'), at });
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('exit', (code) => {
      if (code === 0) resolve(shown);
      else reject(new Error(`the demo ended with ${code}`));
    });
  });
}

/** @param {{ text: string, at: number }[]} shown */
function draw(shown) {
  const width = Math.ceil(Math.max(...shown.map(({ text }) => plain(text).length)) * COLUMN) + 40;
  const height = shown.length * LINE + 40;
  const rows = shown.map(({ text, at }, i) => {
    if (plain(text) === '') return '';
    const y = 34 + i * LINE;
    const begin = `<set attributeName="visibility" to="visible" begin="${at.toFixed(2)}s"/>`;
    return `<text x="20" y="${y}" visibility="hidden">${spans(text)}${begin}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="gatewright demo: six tricks of a hostile page are stopped; without Gatewright all six work">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" fill="#e6edf3"><style>text { white-space: pre }</style>
${rows.filter((row) => row !== '').join('\n')}
</g></svg>
`;
}

/** @param {string} text */
function spans(text) {
  let colour = '';
  return text
    .split(/(\u001B\[\d+m)/u)
    .map((part) => {
      const code = /^\u001B\[(\d+)m$/u.exec(part)?.[1];
      if (code === undefined) return part === '' ? '' : `<tspan${colour}>${escape(part)}</tspan>`;
      const fill = Reflect.get(COLOURS, code);
      colour = typeof fill === 'string' ? ` fill="${fill}"` : '';
      return '';
    })
    .join('');
}

/** @param {string} text */
function plain(text) {
  return text.replaceAll(/\u001B\[\d+m/gu, '');
}

/** @param {string} text */
function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
