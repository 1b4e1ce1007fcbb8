import { median } from '../statistics.mjs';
import { connectServer } from './measure.mjs';

/** @typedef {{ trips: number, commands: number, steps: string[] }} Counted */

const AT = (/** @type {number} */ top) => `style="position:absolute;left:20px;top:${top}px;width:200px;height:30px"`;
/** One of each thing that a tool is for. */
export const TOOLS_PAGE = `<!doctype html><title>Things</title><h1>Things</h1><p>Some words</p>
  <a href="/?next" ${AT(100)}>Next</a>
  <button ${AT(140)} onclick="this.dataset.n = 1">Press</button>
  <input aria-label="Field" ${AT(180)}><input aria-label="Other" ${AT(220)}>
  <select aria-label="List" ${AT(260)}><option>one<option>two</select>
  <div role="combobox" aria-label="Box" aria-expanded="false" tabindex="0" ${AT(300)} onclick="choices.hidden = false">none</div>
  <div id="choices" role="listbox" aria-label="Choices" hidden style="position:absolute;left:240px;top:300px">
    <div role="option" onclick="choices.hidden = true">first</div><div role="option">second</div></div>
  <div role="button" draggable="true" aria-label="From" ${AT(340)}>From</div>
  <div role="button" aria-label="To" ${AT(380)} ondragover="event.preventDefault()">To</div>
  <div style="height:3000px"></div>`;

/** @typedef {(name: string) => string} RefOf */
/** @type {readonly (readonly [label: string, tool: string, args: (ref: RefOf, url: (path: string) => string) => Record<string, unknown>])[]} */
const CASES = [
  ['', 'browser_snapshot', () => ({})],
  ['', 'browser_read', () => ({})],
  ['', 'browser_find', () => ({ query: 'Press' })],
  ['', 'browser_text_search', () => ({ text: 'Some words' })],
  ['', 'browser_inspect', (ref) => ({ ref: ref('Press') })],
  ['', 'browser_screenshot', () => ({})],
  ['', 'browser_console_read', () => ({})],
  ['', 'browser_network_read', () => ({})],
  ['', 'permission_state', () => ({ permissions: ['geolocation'] })],
  ['', 'browser_navigate', (_, url) => ({ url: url('/'), snapshot: 'none' })],
  ['with its snapshot', 'browser_navigate', (_, url) => ({ url: url('/') })],
  ['', 'browser_reload', () => ({})],
  ['', 'browser_go_back', () => ({})],
  ['', 'browser_go_forward', () => ({})],
  ['', 'browser_scroll', () => ({ dy: 300 })],
  ['', 'browser_set_viewport', () => ({ width: 1200, height: 700 })],
  ['list', 'browser_tabs', () => ({ action: 'list' })],
  ['', 'browser_click', (ref) => ({ ref: ref('Press') })],
  ['', 'browser_type', (ref) => ({ ref: ref('Field'), text: 'four words of text' })],
  ['', 'browser_fill', (ref) => ({ ref: ref('Field'), value: 'text' })],
  [
    'two fields',
    'browser_fill_form',
    (ref) => ({
      fields: [
        { ref: ref('Field'), value: 'a' },
        { ref: ref('Other'), value: 'b' },
      ],
    }),
  ],
  ['', 'browser_press', (ref) => ({ ref: ref('Field'), key: 'a' })],
  ['', 'browser_hover', (ref) => ({ ref: ref('Press') })],
  ['', 'browser_drag', (ref) => ({ from: ref('From'), to: ref('To') })],
  ['', 'browser_select', (ref) => ({ ref: ref('List'), values: ['two'] })],
  ['', 'browser_choose_option', (ref) => ({ ref: ref('Box'), option: 'first' })],
  ['text that is there', 'browser_wait_for', () => ({ text: 'Some words', seconds: 5 })],
];

/**
 * How many round trips of the DevTools connection each tool needs: the median of so many calls, each on a page that was
 * just loaded and read. Undefined: this connection cannot be counted.
 *
 * @param {import('./places.mjs').Place} place
 * @param {import('./measure.mjs').Server} server
 * @param {number} rounds
 * @returns {Promise<Record<string, Counted> | undefined>}
 */
export async function countTools(place, server, rounds) {
  if (place.counter === undefined) return undefined;
  const { call, close } = await connectServer(place, server);
  const { url } = server.site;
  /** @type {Record<string, Counted>} */
  const counted = {};
  try {
    for (const [label, tool, argsOf] of CASES) {
      /** @type {import('./measure.mjs').Trips[]} */
      const all = [];
      for (let i = 0; i < rounds; i += 1) {
        await call('browser_navigate', { url: url('/?before'), snapshot: 'none' });
        await call('browser_navigate', { url: url('/'), snapshot: 'none' });
        if (tool === 'browser_go_forward') await call('browser_go_back', {});
        const { text } = await call('browser_snapshot', {});
        const refOf = (/** @type {string} */ name) => {
          const ref = new RegExp(`"${name}[\\\\]?"[^\\n]*?\\[ref=(\\w+)\\]`, 'u').exec(
            text.replaceAll('\\n', '\n'),
          )?.[1];
          if (ref === undefined) throw new Error(`no ${name} in: ${text.slice(0, 600)}`);
          return ref;
        };
        const { trips } = await call(tool, argsOf(refOf, url));
        if (trips !== undefined) all.push(trips);
      }
      const trips = median(all.map(({ turns }) => turns)) ?? 0;
      const usual = all.find(({ turns }) => turns === Math.round(trips)) ?? all[0];
      counted[label === '' ? tool : `${tool}, ${label}`] = {
        ...{ trips, commands: median(all.map(({ commands }) => commands)) ?? 0 },
        steps: usual?.sent.map((names) => names.join(' + ')) ?? [],
      };
    }
  } finally {
    await close();
  }
  return counted;
}
