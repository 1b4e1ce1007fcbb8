import { NotReadable } from './jsonc-tree.js';

export interface TomlLine {
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  /** The table that the line is in. */
  readonly table: readonly string[];
  readonly isHeader: boolean;
  /** Blank, or a comment alone. */
  readonly isBlank: boolean;
  /** What the line sets, if it begins a value. */
  readonly key?: readonly string[];
}

/** Which line is in which table: as much of TOML as it takes to leave all the rest alone. */
export function readTomlLines(text: string): readonly TomlLine[] {
  const lines: TomlLine[] = [];
  let table: readonly string[] = [];
  const open: OpenValue = { string: undefined, depth: 0 };
  text.split(/\r?\n/u).forEach((raw, i) => {
    const line = i + 1;
    const isInside = open.string !== undefined || open.depth > 0;
    const isBlank = !isInside && /^\s*(?:#.*)?$/u.test(raw.replace('\uFEFF', ''));
    const header = isInside ? undefined : headerIn(raw, line);
    if (header !== undefined) table = header;
    const key = isInside || isBlank || header !== undefined ? undefined : keyIn(raw, line);
    if (header === undefined && !isBlank) scanValue(raw, line, open);
    lines.push({ text: raw, line, table, isHeader: header !== undefined, isBlank, ...(key && { key }) });
  });
  if (open.string !== undefined || open.depth > 0) throw new NotReadable('a value does not end', lines.length);
  return lines;
}

interface OpenValue {
  /** The quotes that end it. */
  string: string | undefined;
  /** Brackets that are open. */
  depth: number;
}

const PART = String.raw`(?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*')`;
const KEY = String.raw`${PART}(?:\s*\.\s*${PART})*`;

function headerIn(raw: string, line: number): readonly string[] | undefined {
  if (!/^\s*\[/u.test(raw)) return undefined;
  const found = new RegExp(String.raw`^\s*\[(\[)?\s*(${KEY})\s*\](\])?\s*(?:#.*)?$`, 'u').exec(raw);
  if (found === null || (found[1] === undefined) !== (found[3] === undefined))
    throw new NotReadable('this is no name of a table', line);
  return partsOf(found[2] ?? '');
}

function keyIn(raw: string, line: number): readonly string[] {
  const found = new RegExp(String.raw`^\uFEFF?\s*(${KEY})\s*=`, 'u').exec(raw);
  if (found === null) throw new NotReadable('a key and = are missing', line);
  return partsOf(found[1] ?? '');
}

function partsOf(key: string): readonly string[] {
  return (key.match(new RegExp(PART, 'gu')) ?? []).map((part) => {
    if (part.startsWith("'")) return part.slice(1, -1);
    return part.startsWith('"') ? unquoted(part) : part;
  });
}

function unquoted(part: string): string {
  try {
    return String(JSON.parse(part));
  } catch {
    return part;
  }
}

/** Follows quotes and brackets through one line. */
function scanValue(raw: string, line: number, open: OpenValue): void {
  let at = 0;
  while (at < raw.length) {
    if (open.string === undefined) {
      const quotes = /^(?:"""|'''|"|')/u.exec(raw.slice(at))?.[0];
      if (raw[at] === '#') return;
      if (quotes !== undefined) open.string = quotes;
      else if (raw[at] === '[' || raw[at] === '{') open.depth += 1;
      else if (raw[at] === ']' || raw[at] === '}') open.depth -= 1;
      if (open.depth < 0) throw new NotReadable('a bracket closes that was never opened', line);
      at += quotes?.length ?? 1;
    } else if (open.string.startsWith('"') && raw[at] === '\\') at += 2;
    else if (raw.startsWith(open.string, at)) {
      at += open.string.length;
      open.string = undefined;
    } else at += 1;
  }
  if (open.string?.length === 1) throw new NotReadable('a text in quotes does not end', line);
}
