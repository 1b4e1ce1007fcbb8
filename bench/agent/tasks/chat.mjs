import { PEOPLE } from '../random.mjs';

const CODE = /door code is (\d+)/u;

/**
 * Sixty messages in a box scrolled to its end; what is asked for was said early.
 *
 * @type {import('../types.js').Task<undefined>}
 */
export const chat = {
  name: 'chat',
  make(random) {
    const code = String(100_000 + random.below(900_000));
    const place = 2 + random.below(20);
    const messages = Array.from({ length: 60 }, (_, i) => {
      const said = i === place ? `The door code is ${code}.` : `${random.words(6)}.`;
      return `<p><b>${random.pick(PEOPLE)}</b> ${said}</p>`;
    });
    const body = `<h1>Chat</h1><div id="log">${messages.join('')}</div><form id="form"><label>Code <input id="text" autocomplete="off"></label> <button>Add</button></form>
<style>#log { height: 380px; overflow-y: auto; border: 1px solid #999 }</style>
<script>byId('log').scrollTop = 1e6;
byId('form').onsubmit = (event) => { event.preventDefault(); report({ sent: byId('text').value }); byId('log').append(make('p', {}, byId('text').value)); byId('text').value = ''; };</script>`;
    return { body, goal: undefined, outcome: { sent: code } };
  },
  async solve(agent) {
    await agent.open();
    const said = await agent.find({ text: CODE });
    await agent.type({ roles: /textbox/u, text: /^Code/u }, CODE.exec(said.text)?.[1] ?? '', { submit: true });
  },
};
