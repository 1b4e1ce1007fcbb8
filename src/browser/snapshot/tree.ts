import { onePageLine, type Json, type JsonObject } from '../../core/index.js';
import type { GiveRef } from './markdown.js';
import { whyUnseen } from './lines.js';
import type { Look } from './look.js';
import { cutUrl } from './snapshot-text.js';
import { estimateTokens } from './token-estimate.js';
import type { WireItem, WireNode } from './wire.js';

/** The page as JSON: role, name, level, value, children, and a list of what can be acted on. Pages by node count. */
export function treeOf(
  look: Look,
  giveRef: GiveRef,
  maxTokens: number,
  start: number,
): { tree: JsonObject; next: number | undefined } {
  const writer = new TreeWriter(giveRef, maxTokens * 0.85, start);
  const children = writer.items(look.walk.kids, look);
  const tree = {
    role: 'RootWebArea',
    name: onePageLine(look.walk.title, 200),
    url: onePageLine(cutUrl(look.walk.url), 200),
    children,
    interactive_elements: writer.acting,
  };
  return { tree, next: writer.next };
}

class TreeWriter {
  readonly acting: Json[] = [];
  next: number | undefined;
  readonly #giveRef: GiveRef;
  readonly #start: number;
  #room: number;
  #index = 0;

  constructor(giveRef: GiveRef, room: number, start: number) {
    this.#giveRef = giveRef;
    this.#room = room;
    this.#start = start;
  }

  items(items: readonly WireItem[], look: Look): Json[] {
    const out: Json[] = [];
    for (const item of items) {
      if (this.next !== undefined) break;
      const index = this.#index;
      this.#index += 1;
      const made = typeof item === 'string' ? this.#text(item, index) : this.#node(item, look, index);
      if (made !== undefined) out.push(made);
    }
    return out;
  }

  #text(text: string, index: number): Json | undefined {
    const clean = onePageLine(text, 2_000);
    if (clean === '' || index < this.#start) return undefined;
    return this.#spend({ role: 'text', name: clean }, index);
  }

  #node(node: WireNode, look: Look, index: number): Json | undefined {
    const ref = node.act === 1 && index >= this.#start ? this.#giveRef(look.document, node) : undefined;
    const hidden = whyUnseen(node);
    const differs: Readonly<Record<string, true>> =
      node.marks?.includes('name differs') === true ? { name_differs: true } : {};
    const own = {
      role: onePageLine(node.r, 40),
      ...(node.name === undefined ? {} : { name: onePageLine(node.name, 300) }),
      ...(node.level === undefined ? {} : { level: node.level }),
      ...(node.value === undefined ? {} : { value: onePageLine(node.value, 300) }),
      ...(node.multi === undefined ? {} : { multiline: true }),
      ...(node.states === undefined ? {} : { states: node.states }),
      ...(hidden === undefined ? {} : { hidden }),
      ...differs,
      ...(ref === undefined ? {} : { ref }),
    };
    if (index >= this.#start && this.#spend(own, index) === undefined) return undefined;
    if (ref !== undefined) {
      const listed = {
        ...{ ref, role: own.role },
        ...(node.name === undefined ? {} : { name: onePageLine(node.name, 100) }),
        ...(hidden === undefined ? {} : { hidden }),
        ...differs,
      };
      this.acting.push(listed);
      this.#room -= estimateTokens(JSON.stringify(listed));
    }
    const child = look.frames.get(node);
    const children = [
      ...this.items(node.kids ?? [], look),
      ...(typeof child === 'object' ? this.items(child.walk.kids, child) : []),
    ];
    if (index < this.#start && children.length === 0) return undefined;
    return children.length === 0 ? own : { ...own, children };
  }

  #spend<T extends Json>(made: T, index: number): T | undefined {
    this.#room -= estimateTokens(JSON.stringify(made)) + 6;
    if (this.#room > 0) return made;
    this.next = index;
    return undefined;
  }
}
