import { asScript } from '../make-page.mjs';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const SHOWN = new RegExp(`(${MONTHS.join('|')}) (20\\d\\d)`, 'u');

/**
 * A made date picker that is turned month by month; the field itself takes no keys.
 *
 * @type {import('../types.js').Task<{ year: number, month: number, day: number }>}
 */
export const calendar = {
  name: 'calendar',
  make(random) {
    const start = { year: 2027, month: 2 + random.below(8) };
    const goal = {
      year: start.year,
      month: start.month + random.pick([-2, -1, 1, 2]),
      day: 10 + random.below(18),
    };
    const body = `<h1>Plan a visit</h1><label>Day of the visit <input id="day" readonly></label><div id="picker"></div><button id="save">Save</button>
<script>const MONTHS = ${asScript(MONTHS)}; let { year, month } = ${asScript(start)}; let chosen;
function show() {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay(), days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate(), weeks = [];
  for (let week = 0; week * 7 < first + days; week += 1) weeks.push(make('tr', {}, ...[0, 1, 2, 3, 4, 5, 6].map((at) => {
    const day = week * 7 + at - first + 1;
    if (day < 1 || day > days) return make('td', {});
    return make('td', {}, make('a', { href: '#', onclick: (event) => { event.preventDefault(); chosen = { year, month, day }; byId('day').value = day + ' ' + MONTHS[month] + ' ' + year; byId('picker').replaceChildren(); } }, String(day)));
  })));
  const turn = (by) => () => { month += by; show(); };
  byId('picker').replaceChildren(make('div', {}, make('button', { onclick: turn(-1) }, 'Previous'), make('b', {}, MONTHS[month] + ' ' + year), make('button', { onclick: turn(1) }, 'Next')),
    make('table', {}, make('thead', {}, make('tr', {}, ...['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'].map((name) => make('th', {}, name)))), make('tbody', {}, ...weeks)));
}
byId('day').onclick = show; byId('save').onclick = () => report(chosen);</script>`;
    return { body, goal, outcome: goal };
  },
  async solve(agent, { year, month, day }) {
    await agent.open();
    await agent.click({ roles: /textbox/u, text: /Day of the visit/u }, { look: true });
    for (let turns = 0; turns < 5; turns += 1) {
      const shown = await agent.read((lines) =>
        lines.map(({ text }) => SHOWN.exec(text)).find((found) => found !== null),
      );
      const ahead = month + 12 * year - (MONTHS.indexOf(shown[1] ?? '') + 12 * Number(shown[2]));
      if (ahead === 0) break;
      const button = ahead > 0 ? /^Next$/u : /^Previous$/u;
      await agent.click({ roles: /button/u, text: button }, { look: true });
    }
    await agent.click({ roles: /link/u, text: new RegExp(`^${String(day)}$`, 'u') }, { isNew: true });
    await agent.click({ roles: /button/u, text: /^Save$/u });
  },
};
