/**
 * A line in the form that playwright-mcp and we share: `- role "name" [ref=e1] [state]: text`.
 *
 * @param {string} raw
 * @returns {import('../types.js').Line | undefined}
 */
export function parseYamlLine(raw) {
  const [, outer = '', inner = '', quoted = ''] = /^(\s*)(?:[-+~] (\s*))?(.*)$/u.exec(raw) ?? [];
  const text = unquoteYaml(quoted);
  const line = /^([a-z][\w-]*(?: > [a-z]+)*)(?: "((?:[^"\\]|\\.)*)")?((?: \([^)]*\))?(?: \[[^\]]*\])*):?\s*(.*)$/u.exec(
    text,
  );
  if (line === null) return undefined;
  const [, role = '', name, , rest = ''] = line;
  return {
    ref: /\[ref=(\w+)\]/u.exec(text)?.[1],
    role,
    name: unescapeQuoted(name ?? rest.replace(/^"(.*)"$/u, '$1')),
    text,
    depth: outer.length + inner.length,
  };
}

/** @param {string} text */
export function unescapeQuoted(text) {
  return text.replace(/\\(.)/gu, '$1');
}

/** @param {string} body */
function unquoteYaml(body) {
  const quoted = /^'((?:[^']|'')*)'(.*)$/u.exec(body);
  return quoted === null ? body : `${(quoted[1] ?? '').replaceAll("''", "'")}${quoted[2] ?? ''}`;
}
