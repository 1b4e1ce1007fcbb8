import { Failure } from '../../core/index.js';

/** A line of the upstream's snapshot. */
export interface TreeNode {
  readonly depth: number;
  /** `text` for bare text. */
  readonly role: string;
  readonly name: string;
  /** As the upstream writes them: `checked`, `level=1`. */
  readonly states: readonly string[];
  /** The upstream's own. */
  readonly ref?: string;
  readonly text?: string;
  readonly url?: string;
  readonly placeholder?: string;
}

const MAX_NODES = 60_000;
const KEY = /^(?<role>[a-z][a-z-]*)(?: (?<name>"(?:[^"\\]|\\.)*"))?(?<marks>(?: \[[a-z-]+(?:=[\w.,-]+)?\])*)$/u;
const REF = /^(?:f\d{1,6})?e\d{1,9}$/u;

/**
 * The tree as the upstream writes it, one node a line, read by the same grammar in which it is written: what a page says
 * is always inside a quoted name or after the colon, and can be neither a mark nor a line. What does not fit is refused
 * as a whole.
 */
export function readTree(yaml: string): readonly TreeNode[] {
  const nodes: TreeNode[] = [];
  const lines = yaml === '' ? [] : yaml.split('\n');
  if (lines.length > MAX_NODES) throw new Failure('page.too-large');
  for (const line of lines) {
    const [, indent = '', rest] = /^((?: {2})*)- (.+)$/su.exec(line) ?? [];
    if (rest === undefined) throw unreadable();
    const depth = indent.length / 2;
    const parent = nodes.at(-1);
    const property = /^\/(url|placeholder): (.*)$/su.exec(rest);
    if (property === null) nodes.push({ depth, ...nodeOf(rest) });
    else if (parent === undefined) throw unreadable();
    else nodes[nodes.length - 1] = withProperty(parent, property[1] ?? '', valueOf(property[2] ?? ''));
  }
  return nodes;
}

function withProperty(node: TreeNode, name: string, value: string): TreeNode {
  return name === 'url' ? { ...node, url: value } : { ...node, placeholder: value };
}

function nodeOf(line: string): Omit<TreeNode, 'depth'> {
  if (line.startsWith('text: ')) return { role: 'text', name: '', states: [], text: valueOf(line.slice(6)) };
  const { key, value } = splitLine(line);
  const { role, name, marks = '' } = KEY.exec(key)?.groups ?? {};
  if (role === undefined) throw unreadable();
  const states = [...marks.matchAll(/ \[([^\]]+)\]/gu)].map(([, mark = '']) => mark);
  const ref = states.find((mark) => mark.startsWith('ref='))?.slice(4);
  if (ref !== undefined && !REF.test(ref)) throw unreadable();
  return {
    role,
    name: name === undefined ? '' : jsonText(name),
    states: states.filter((mark) => !/^(?:ref|box|cursor)=/u.test(mark)),
    ...(ref === undefined ? {} : { ref }),
    ...(value === undefined ? {} : { text: valueOf(value) }),
  };
}

/** The key, without its quotes where it has some, and what follows its colon. */
function splitLine(line: string): { readonly key: string; readonly value?: string } {
  if (line.startsWith("'")) {
    const [whole = '', key = ''] = /^'((?:[^']|'')*)'/u.exec(line) ?? [];
    if (whole === '') throw unreadable();
    return { key: key.replaceAll("''", "'"), ...afterKey(line.slice(whole.length)) };
  }
  // A key that has a colon before a space, or at its end, is quoted.
  const at = line.search(/:(?: |$)/u);
  return at === -1 ? { key: line } : { key: line.slice(0, at), ...afterKey(line.slice(at)) };
}

function afterKey(rest: string): { readonly value?: string } {
  if (rest === '' || rest === ':') return {};
  if (!rest.startsWith(': ')) throw unreadable();
  return { value: rest.slice(2) };
}

function valueOf(written: string): string {
  if (!written.startsWith('"')) return written;
  return jsonText(
    written.replaceAll(/\\(?:x([0-9a-f]{2})|(.))/gsu, (all, hex?: string) => (hex ? `\\u00${hex}` : all)),
  );
}

function jsonText(quoted: string): string {
  try {
    const read: unknown = JSON.parse(quoted);
    if (typeof read === 'string') return read;
  } catch {
    // Told below.
  }
  throw unreadable();
}

function unreadable(): Failure {
  return new Failure('browser.upstream-failed', 'its snapshot has a line that cannot be read');
}
