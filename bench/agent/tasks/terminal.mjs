import { asScript } from '../make-page.mjs';

const LOG = /\b([a-z]+\d+\.log)\b/u;

/**
 * As xterm makes it: text in a box, and a field that nobody sees takes the keys.
 *
 * @type {import('../types.js').Task<undefined>}
 */
export const terminal = {
  name: 'terminal',
  make(random) {
    const log = `${random.words(1)}${String(random.below(90) + 10)}.log`;
    const files = random.shuffle([log, ...Array.from({ length: 11 }, (_, i) => `${random.words(1)}-${String(i)}.txt`)]);
    const body = `<h1>Console</h1><div id="terminal"><div id="rows"></div><textarea id="keys" aria-label="Terminal input" autocapitalize="off" spellcheck="false"></textarea></div>
<style>#terminal { position: relative; height: 300px; overflow: auto; background: #111; color: #eee; font-family: monospace; white-space: pre; cursor: text }
#keys { position: absolute; opacity: 0; left: 0; top: 0; width: 0; height: 0; padding: 0; border: 0; z-index: -5; resize: none }</style>
<script>let files = ${asScript(files)}, typed = '', done = ['Welcome. Commands: ls, rm NAME'];
const draw = () => { byId('rows').replaceChildren(...[...done, '$ ' + typed + '_'].map((text) => make('div', {}, text))); byId('terminal').scrollTop = 1e6; };
byId('terminal').onclick = () => byId('keys').focus();
byId('keys').oninput = () => { typed += byId('keys').value; byId('keys').value = ''; draw(); };
byId('keys').onkeydown = (event) => {
  if (event.key === 'Backspace') typed = typed.slice(0, -1);
  if (event.key === 'Enter') {
    event.preventDefault(); done.push('$ ' + typed); const [command, name] = typed.trim().split(/ +/); typed = '';
    if (command === 'ls') done.push(...files); else if (command === 'rm' && files.includes(name)) { files = files.filter((one) => one !== name); report({ removed: name }); } else done.push(command + ': not found');
  }
  draw();
};
draw();</script>`;
    return { body, goal: undefined, outcome: { removed: log } };
  },
  async solve(agent) {
    await agent.open();
    await agent.find({ text: /Welcome/u });
    const input = { roles: /textbox/u, text: /Terminal input/u };
    const first = { submit: true, look: true };
    const hasField = await agent.tryType(input, 'ls', first);
    if (!hasField) {
      await agent.click({ text: /Welcome/u });
      await agent.typeAtFocus('ls', first);
    }
    const log = await agent.read((lines) =>
      lines.map(({ text }) => LOG.exec(text)?.[1]).find((name) => name !== undefined),
    );
    if (hasField) await agent.type(input, `rm ${log}`, { submit: true });
    else await agent.typeAtFocus(`rm ${log}`, { submit: true });
  },
};
