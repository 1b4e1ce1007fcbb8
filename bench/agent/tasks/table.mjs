import { literally } from '../make-page.mjs';
import { PEOPLE } from '../random.mjs';

/**
 * Rows with equal buttons: only the row says which is which.
 *
 * @type {import('../types.js').Task<{ order: string }>}
 */
export const table = {
  name: 'table',
  make(random) {
    const numbers = random.shuffle(Array.from({ length: 12 }, (_, i) => `Order ${String(1001 + i)}`));
    const order = random.pick(numbers);
    const rows = numbers.map((number) => {
      const button = (/** @type {string} */ name) =>
        `<button onclick='report({ order: "${number}", button: "${name}" })'>${name}</button>`;
      return `<tr><td>${number}</td><td>${random.pick(PEOPLE)}</td><td>${String(1 + random.below(28))} March</td><td>${button('Edit')} ${button('Details')}</td></tr>`;
    });
    const body = `<h1>Orders</h1><table><thead><tr><th>Number</th><th>Customer</th><th>Date</th><th>Actions</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
    return { body, goal: { order }, outcome: { order, button: 'Details' } };
  },
  async solve(agent, { order }) {
    await agent.open();
    await agent.click({ roles: /button/u, text: /\bDetails\b/u, near: literally(order) });
  },
};
