/**
 * A fixed dialog of forty clauses, taller than the window, with its buttons at the end.
 *
 * @type {import('../types.js').Task<undefined>}
 */
export const dialog = {
  name: 'long dialog',
  make(random) {
    const clauses = Array.from({ length: 40 }, (_, i) => `<p>${String(i + 1)}. ${random.words(11)}.</p>`);
    const buttons = random.shuffle([
      `<button onclick="end({ accepted: false })">Decline</button>`,
      `<button onclick="end({ accepted: true })">I accept</button>`,
    ]);
    const body = `<h1>Shop</h1><p>${random.words(30)}</p><p><a href="#offers">Offers</a> <a href="#cart">Cart</a></p>
<div id="shade"><div id="terms" role="dialog" aria-modal="true" aria-label="Terms of use"><h2>Terms of use</h2>${clauses.join('')}<p>${buttons.join(' ')}</p></div></div>
<style>#shade { position: fixed; inset: 0; background: #0008 } #terms { position: fixed; inset: 60px 200px; overflow: auto; background: #fff; padding: 20px }</style>
<script>function end(value) { report(value); byId('shade').remove(); }</script>`;
    return { body, goal: undefined, outcome: { accepted: true } };
  },
  async solve(agent) {
    await agent.open();
    await agent.click({ roles: /button/u, text: /^I accept$/u });
  },
};
