import { asScript } from '../make-page.mjs';

/**
 * A long text goes from one field to another by keys.
 *
 * @type {import('../types.js').Task<undefined>}
 */
export const copyPaste = {
  name: 'copy and paste',
  make(random) {
    const text = `${random.words(90)} ${String(random.below(1_000_000))}`;
    const body = `<h1>Notes</h1><p><label>Draft <textarea id="draft" rows="5" cols="60">${text}</textarea></label></p><p><label>Final text <textarea id="final" rows="5" cols="60"></textarea></label></p><button id="save">Save</button>
<script>byId('save').onclick = () => report({ isSame: byId('final').value === ${asScript(text)} });</script>`;
    return { body, goal: undefined, outcome: { isSame: true } };
  },
  async solve(agent) {
    await agent.open();
    await agent.click({ roles: /textbox/u, text: /Draft/u });
    await agent.press('Control+a');
    await agent.press('Control+c');
    await agent.click({ roles: /textbox/u, text: /Final text/u });
    await agent.press('Control+v');
    await agent.click({ roles: /button/u, text: /^Save$/u });
  },
};
