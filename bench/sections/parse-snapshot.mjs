/** @typedef {{ role: string, name: string, ref: string | undefined, pointer: boolean, depth: number }} Line */

const INTERACTIVE = new Set(
  'button link textbox searchbox checkbox radio combobox listbox menuitem menuitemcheckbox menuitemradio option slider spinbutton switch tab treeitem'.split(
    ' ',
  ),
);

// What these hold are choices, not a name.
const NAMED_ONLY = new Set(['combobox', 'listbox', 'textbox', 'searchbox']);

/**
 * The lines of a snapshot in the indented form that playwright-mcp and we share: `- role "name" [ref=e1] [state]: text`.
 * Search results may come without the dash.
 *
 * @param {string} snapshot
 * @returns {Line[]}
 */
export function parseSnapshot(snapshot) {
  return snapshot.split('\n').flatMap((raw) => {
    const dash = /^(\s*)(?:- )?(.*)$/u.exec(raw);
    if (dash === null) return [];
    const body = unquoteYaml(dash[2] ?? '');
    const line = /^([a-z]+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)\s*:?\s*(.*)$/u.exec(body);
    if (line === null) return [];
    const [, role = '', name, states = '', rest = ''] = line;
    return [
      {
        role,
        name: (name ?? rest.replace(/^"(.*)"$/u, '$1')).replace(/\\(.)/gu, '$1'),
        ref: /\[ref=(\w+)\]/u.exec(body)?.[1],
        pointer: states.includes('[cursor=pointer]'),
        depth: (dash[1] ?? '').length,
      },
    ];
  });
}

/**
 * Everything with a ref, named by its own name or else by the text inside it.
 *
 * @param {string} snapshot
 * @returns {Line[]}
 */
export function listReferable(snapshot) {
  const lines = parseSnapshot(snapshot);
  return lines.flatMap((line, index) =>
    line.ref === undefined ? [] : [{ ...line, name: line.name || textBelow(lines, index) }],
  );
}

/**
 * What can be acted on. A pointer cursor without a role counts when it stands outside everything else that counts.
 *
 * @param {string} snapshot
 * @returns {Line[]}
 */
export function listInteractive(snapshot) {
  /** @type {Line[]} */
  const found = [];
  let insideUntil = Infinity;
  for (const line of listReferable(snapshot)) {
    if (line.depth <= insideUntil) insideUntil = Infinity;
    const hasRole = INTERACTIVE.has(line.role);
    if (!hasRole && !(line.pointer && insideUntil === Infinity)) continue;
    insideUntil = Math.min(insideUntil, line.depth);
    found.push({ ...line, role: hasRole ? line.role : 'clickable' });
  }
  return found;
}

/**
 * @param {Line[]} lines
 * @param {number} index
 */
function textBelow(lines, index) {
  const { depth = 0, role = '' } = lines[index] ?? {};
  if (NAMED_ONLY.has(role)) return '';
  let text = '';
  // Names are compared by their first part, so a whole page below its root need not be joined.
  for (let i = index + 1; (lines[i]?.depth ?? -1) > depth && text.length < 200; i += 1)
    text += ` ${lines[i]?.name ?? ''}`;
  return text.trim();
}

/** @param {string} body */
function unquoteYaml(body) {
  const quoted = /^'((?:[^']|'')*)'(.*)$/u.exec(body);
  return quoted === null ? body : `${(quoted[1] ?? '').replaceAll("''", "'")}${quoted[2] ?? ''}`;
}
