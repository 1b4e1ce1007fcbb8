/**
 * A counter with buttons. Every second seed has a field that puts its own value back when something is typed.
 *
 * @type {import('../types.js').Task<{ count: number }>}
 */
export const spinner = {
  name: 'spinner',
  make(random, seed) {
    const count = 3 + random.below(3);
    const isStubborn = seed % 2 === 1;
    const body = `<h1>Tickets</h1><label>Tickets <input id="count" value="1" inputmode="numeric" autocomplete="off"></label> <button id="more" aria-label="One more">▲</button><button id="less" aria-label="One less">▼</button> <button id="save">Save</button>
<script>let count = 1; const show = () => { byId('count').value = count; };
byId('more').onclick = () => { count += 1; show(); }; byId('less').onclick = () => { count = Math.max(0, count - 1); show(); };
byId('count').oninput = () => { ${isStubborn ? 'show();' : "count = Number.parseInt(byId('count').value, 10) || 0;"} };
byId('save').onclick = () => report({ count });</script>`;
    return { body, goal: { count }, outcome: { count } };
  },
  async solve(agent, { count }) {
    await agent.open();
    await agent.type({ roles: /textbox|spinbutton/u, text: /Tickets/u }, String(count), { look: true });
    // A made counter need not take what is typed: its value is read before it is saved.
    const shown = await agent.read(shownCount);
    for (let now = shown; now < count; now += 1) await agent.click({ roles: /button/u, text: /One more/u });
    await agent.click({ roles: /button/u, text: /^Save$/u });
  },
};

/** @param {import('../types.js').Line[]} lines */
function shownCount(lines) {
  const values = lines.map(
    ({ text }) => /^value "(\d+)"/u.exec(text) ?? /^.*textbox "Tickets".*(?:value=|: )"?(\d+)"?/u.exec(text),
  );
  const shown = values.find((value) => value !== null)?.[1];
  return shown === undefined ? undefined : Number(shown);
}
