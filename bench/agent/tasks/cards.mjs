import { asScript, literally } from '../make-page.mjs';

const NAMES = ['Lamp', 'Chair', 'Clock', 'Kettle', 'Radio', 'Mirror', 'Shelf', 'Stool'];
const HEADING = new RegExp(`\\b(${NAMES.join('|')}) ([A-Z])\\b`, 'u');
const PRICE = /(\d+\.\d\d) EUR/gu;

/**
 * Clickable cards with a long text each and the price at its end: the cheapest is wanted.
 *
 * @type {import('../types.js').Task<undefined>}
 */
export const cards = {
  name: 'cards',
  make(random) {
    const items = random.shuffle(NAMES).map((name) => ({
      title: `${name} ${random.pick(['A', 'B', 'C', 'D'])}`,
      text: `Made of ${random.words(24)}.`,
      price: (100 + random.below(30_000) / 100).toFixed(2),
    }));
    const cheapest = items.reduce((best, item) => (Number(item.price) < Number(best.price) ? item : best));
    const body = `<h1>Shop</h1><div id="cards"></div>
<style>#cards { display: grid; grid-template-columns: repeat(4, 1fr); gap: 12px } .card { cursor: pointer; border: 1px solid #999; padding: 8px }</style>
<script>byId('cards').append(...${asScript(items)}.map((item) => make('div', { className: 'card', onclick: () => { report({ chosen: item.title }); byId('cards').replaceChildren(item.title + ' chosen'); } },
  make('h3', {}, item.title), make('p', {}, item.text), make('p', {}, item.price + ' EUR'))));</script>`;
    return { body, goal: undefined, outcome: { chosen: cheapest.title } };
  },
  async solve(agent) {
    await agent.open();
    const title = await agent.read(cheapestTitle);
    await agent.click({ text: literally(title) });
  },
};

/** @param {import('../types.js').Line[]} lines */
function cheapestTitle(lines) {
  const text = lines.map((line) => line.text).join('\n');
  /** @type {Map<string, number>} */
  const prices = new Map();
  for (const price of text.matchAll(PRICE)) {
    // The price stands below its heading: the last one before it.
    const title = [...text.slice(0, price.index).matchAll(new RegExp(HEADING, 'gu'))].at(-1)?.[0];
    if (title !== undefined) prices.set(title, Number(price[1]));
  }
  if (prices.size < NAMES.length) return undefined;
  return [...prices].sort(([, a], [, b]) => a - b)[0]?.[0];
}
