import type { Json, JsonObject } from '../../core/index.js';
import { NotReadable } from './jsonc-tree.js';
import { readTomlLines } from './toml-lines.js';
import type { TomlLine } from './toml-lines.js';

/** The text with one table set; every other line stays as it was. */
export function setInToml(text: string, path: readonly [string, string], entry: JsonObject): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const table = [
    `[${path.map(tomlKey).join('.')}]`,
    ...Object.entries(entry).map(([k, v]) => `${tomlKey(k)} = ${toml(v)}`),
  ];
  const { kept, at } = without(text, path);
  const before = kept.slice(0, at);
  const after = kept.slice(at);
  const gap = before.length > 0 && before.at(-1)?.trim() !== '' ? [''] : [];
  const space = after[0]?.trim() === '' ? [] : [''];
  return [...before, ...gap, ...table, ...space, ...after].join(newline);
}

/** Undefined: it is not there. */
export function removeFromToml(text: string, path: readonly [string, string]): string | undefined {
  const { kept, removed } = without(text, path);
  if (removed.length === 0) return undefined;
  return kept.join(text.includes('\r\n') ? '\r\n' : '\n');
}

/** The strings of the table, which is all that is asked of it. */
export function readFromToml(text: string, path: readonly [string, string]): string {
  return without(text, path).removed.join('\n');
}

function without(text: string, path: readonly [string, string]) {
  const lines = readTomlLines(text);
  refuseOtherForms(lines, path);
  const kept: string[] = [];
  const removed: string[] = [];
  let at: number | undefined;
  let pending: string[] = [];
  for (const { text: line, table, isHeader, isBlank } of lines) {
    const isOurs = startsWith(table, path);
    // Comments and blanks before the next table belong to that one.
    if (isOurs && isBlank && !isHeader) {
      pending.push(line);
      continue;
    }
    if (isOurs) {
      at ??= kept.length;
      removed.push(...pending, line);
    } else kept.push(...pending, line);
    pending = [];
  }
  kept.push(...pending);
  while (kept.length > 0 && kept.at(-1)?.trim() === '') kept.pop();
  const end = kept.length;
  kept.push('');
  return { kept, removed, at: Math.min(at ?? end, end) };
}

/** `mcp_servers = {…}`, `mcp_servers.x.y = …` and `[mcp_servers] x = …` say the same in forms that are not edited here. */
function refuseOtherForms(lines: readonly TomlLine[], path: readonly [string, string]): void {
  for (const { key, table, line } of lines) {
    if (key === undefined) continue;
    const whole = [...table, ...key];
    if (startsWith(table, path) || !(startsWith(whole, path) || startsWith(path, whole))) continue;
    throw new NotReadable(`${path.join('.')} is not written as a table of its own`, line);
  }
}

function startsWith(whole: readonly string[], start: readonly string[]): boolean {
  return start.every((part, i) => whole[i] === part);
}

function tomlKey(key: string): string {
  return /^[\w-]+$/u.test(key) ? key : JSON.stringify(key);
}

/** JSON's strings are TOML's, but for DEL. */
function toml(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(toml).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, inner]) => `${tomlKey(key)} = ${toml(inner)}`)
      .join(', ')} }`;
  return JSON.stringify(value).replaceAll('\u007F', String.raw`\u007F`);
}
