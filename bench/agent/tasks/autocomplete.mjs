import { asScript, literally } from '../make-page.mjs';

const REGIONS = ['Ohio', 'Oregon', 'Kansas', 'Nevada', 'Texas', 'Maine'];

/**
 * Suggestions come a fifth of a second after the last key, and one of them must be chosen.
 *
 * @type {import('../types.js').Task<{ town: string, place: string }>}
 */
export const autocomplete = {
  name: 'autocomplete',
  make(random) {
    const towns = ['Springfield', 'Fairview', 'Riverside', 'Georgetown'];
    const places = towns.flatMap((town) =>
      random
        .shuffle(REGIONS)
        .slice(0, 4)
        .map((region) => `${town}, ${region}`),
    );
    const place = random.pick(places);
    const body = `<h1>Trains</h1><label>From <input id="from" autocomplete="off"></label><div id="list"></div><button id="search">Search</button>
<style>#list div { cursor: pointer; padding: 3px }</style>
<script>const places = ${asScript(places)}; let chosen, waiting;
byId('from').oninput = () => {
  chosen = undefined; clearTimeout(waiting);
  waiting = setTimeout(() => {
    const typed = byId('from').value.toLowerCase(), fit = typed.length < 2 ? [] : places.filter((place) => place.toLowerCase().startsWith(typed));
    byId('list').replaceChildren(...fit.map((place) => make('div', { onclick: () => { chosen = place; byId('from').value = place; byId('list').replaceChildren(); } }, place)));
  }, 200);
};
byId('search').onclick = () => report({ chosen });</script>`;
    return { body, goal: { town: place.split(',')[0] ?? '', place }, outcome: { chosen: place } };
  },
  async solve(agent, { town, place }) {
    await agent.open();
    await agent.type({ roles: /textbox|combobox/u, text: /From/u }, town, { look: true });
    await agent.click({ text: literally(place) }, { isNew: true });
    await agent.click({ roles: /button/u, text: /^Search$/u });
  },
};
