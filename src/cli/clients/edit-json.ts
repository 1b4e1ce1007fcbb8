import type { Json } from '../../core/index.js';
import { NotReadable, readJsonc } from './jsonc-tree.js';
import type { JsonMember, JsonNode } from './jsonc-tree.js';

/** The text with one value set, everything else as it was: order, comments, blanks. */
export function setInJson(text: string, path: readonly [string, string], value: Json): string {
  const whole = text.replace('\uFEFF', '').trim() === '' ? '{}\n' : text;
  const root = objectAt(whole, readJsonc(whole));
  const [outer, inner] = path;
  const style = styleOf(whole, root);
  const holder = memberOf(whole, root, outer);
  if (holder === undefined) return insert(whole, root, outer, { [inner]: value }, style, 1);
  const servers = objectAt(whole, holder.value);
  const entry = memberOf(whole, servers, inner);
  if (entry === undefined) return insert(whole, servers, inner, value, style, 2);
  return splice(whole, entry.value.start, entry.value.end, shown(value, style, indentAt(whole, entry.start)));
}

/** Undefined: it is not there. */
export function removeFromJson(text: string, [outer, inner]: readonly [string, string]): string | undefined {
  if (text.trim() === '') return undefined;
  const holder = memberOf(text, objectAt(text, readJsonc(text)), outer);
  if (holder === undefined) return undefined;
  const servers = objectAt(text, holder.value);
  const entry = memberOf(text, servers, inner);
  if (entry === undefined) return undefined;
  const index = servers.members.indexOf(entry);
  const before = servers.members[index - 1];
  // The comma that joined it to its neighbour goes with it: its own, or that of the one before.
  if (entry.commaEnd !== undefined)
    return splice(text, lineStart(text, entry.start), lineEnd(text, entry.commaEnd), '');
  const whole = splice(text, lineStart(text, entry.start), lineEnd(text, entry.value.end), '');
  if (before?.commaEnd === undefined) return whole;
  return splice(whole, before.commaEnd - 1, before.commaEnd, '');
}

/** The value that is there now. */
export function readFromJson(text: string, [outer, inner]: readonly [string, string]): unknown {
  if (text.trim() === '') return undefined;
  const holder = memberOf(text, objectAt(text, readJsonc(text)), outer);
  const entry = holder && memberOf(text, objectAt(text, holder.value), inner);
  return entry && plainValue(text, entry.value);
}

type ObjectNode = JsonNode & { readonly members: readonly JsonMember[] };

function objectAt(text: string, node: JsonNode): ObjectNode {
  const { members } = node;
  if (members === undefined) throw new NotReadable('an object is expected here', lineOf(text, node.start));
  return { ...node, members };
}

/** A key that is there twice means something else to each reader. */
function memberOf(text: string, { members }: ObjectNode, key: string): JsonMember | undefined {
  const [found, other] = members.filter((member) => member.key === key);
  if (other !== undefined) throw new NotReadable(`"${key}" stands there twice`, lineOf(text, other.start));
  return found;
}

interface Style {
  readonly unit: string;
  readonly newline: string;
}

function styleOf(text: string, { members }: ObjectNode): Style {
  const [first] = members;
  const unit = first === undefined ? '' : indentAt(text, first.start);
  return { unit: unit === '' ? '  ' : unit, newline: text.includes('\r\n') ? '\r\n' : '\n' };
}

function insert(text: string, holder: ObjectNode, key: string, value: Json, style: Style, depth: number): string {
  const last = holder.members.at(-1);
  const indent = last === undefined ? style.unit.repeat(depth) : indentAt(text, last.start) || style.unit.repeat(depth);
  const member = `${style.newline}${indent}${JSON.stringify(key)}: ${shown(value, style, indent)}`;
  if (last === undefined) {
    const rest = text.slice(holder.start + 1, holder.end - 1);
    const closing = rest.includes('\n') ? '' : `${style.newline}${style.unit.repeat(depth - 1)}`;
    return splice(text, holder.start + 1, holder.start + 1, `${member}${closing}`);
  }
  if (last.commaEnd !== undefined) return splice(text, last.commaEnd, last.commaEnd, `${member},`);
  const isOneLine = !text.slice(holder.start, holder.end).includes('\n');
  const closing = isOneLine ? `${style.newline}${style.unit.repeat(depth - 1)}` : '';
  return splice(text, last.value.end, last.value.end, `,${member}${closing}`);
}

function shown(value: Json, { unit, newline }: Style, indent: string): string {
  return JSON.stringify(value, undefined, unit).replaceAll('\n', `${newline}${indent}`);
}

function splice(text: string, start: number, end: number, put: string): string {
  return text.slice(0, start) + put + text.slice(end);
}

/** The blanks in front of the first word of the line. */
function indentAt(text: string, at: number): string {
  return /^[\t ]*/u.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))?.[0] ?? '';
}

/** Where its line begins, if nothing else is in front of it there. */
function lineStart(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return text.slice(start, at).trim() === '' ? start : at;
}

/** Where the next line begins, if nothing else follows. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end >= 0 && text.slice(at, end).trim() === '' ? end + 1 : at;
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

/** A part of the text without its comments and its commas at the end. */
function plainValue(text: string, node: JsonNode): unknown {
  if (node.members === undefined) {
    const raw = text.slice(node.start, node.end);
    return raw.startsWith('[') ? undefined : JSON.parse(raw);
  }
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plainValue(text, value)]));
}
