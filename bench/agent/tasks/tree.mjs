import { asScript, exactly } from '../make-page.mjs';

/**
 * Folders that are made when they are opened; equal file names in each of them.
 *
 * @type {import('../types.js').Task<{ path: string[] }>}
 */
export const tree = {
  name: 'tree',
  make(random) {
    const folders = random.shuffle(['Reports', 'Pictures', 'Contracts', 'Letters']);
    const inner = random.shuffle(['Spring', 'Summer', 'Autumn']);
    const files = random.shuffle(['plan.txt', 'list.txt', 'notes.txt', 'budget.txt']);
    const path = [random.pick(folders), random.pick(inner), random.pick(files)];
    const body = `<h1>Files</h1><ul role="tree" aria-label="Files" id="tree"></ul>
<style>ul { padding-left: 20px; list-style: none } li > span { display: block; cursor: pointer }</style>
<script>const levels = ${asScript([folders, inner, files])};
function item(name, path) {
  const depth = path.length, row = make('span', {}, name), li = make('li', { role: 'treeitem' }, row);
  if (depth < levels.length) li.ariaExpanded = 'false';
  row.onclick = () => {
    if (depth === levels.length) { report({ opened: path }); return; }
    const isOpen = li.ariaExpanded === 'true';
    li.ariaExpanded = String(!isOpen);
    if (isOpen) li.lastChild.remove(); else li.append(make('ul', { role: 'group' }, ...levels[depth].map((one) => item(one, [...path, one]))));
  };
  return li;
}
byId('tree').append(...levels[0].map((name) => item(name, [name])));</script>`;
    return { body, goal: { path }, outcome: { opened: path } };
  },
  async solve(agent, { path }) {
    await agent.open();
    for (const [depth, name] of path.entries()) {
      const isLast = depth === path.length - 1;
      await agent.click({ text: exactly(name) }, { look: !isLast, isNew: depth > 0 });
    }
  },
};
