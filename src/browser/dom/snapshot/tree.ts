import { onePageLine, type Json, type JsonObject } from '../../../core/index.js';
import type { GiveRef } from './markdown.js';
import { nameDiffers, whyUnseen } from './lines.js';
import type { WalkedDocument } from '../host/walk-documents.js';
import { cutUrl } from './snapshot-text.js';
import { originOfWalk } from './sourced-text.js';
import { estimateTokens } from './token-estimate.js';
import type { WireItem, WireNode } from '../host/wire.js';

/** What a frame of another origin shows, apart from the page around it; `frame` is the number that its node carries. */
export interface FrameTree {
  readonly origin: string;
  readonly tree: { readonly frame: number; readonly children: readonly Json[]; readonly interactive_elements: Json[] };
}

/** The page as JSON: role, name, level, value, children, and a list of what can be acted on. Pages by node count. */
export function treeOf(
  walked: WalkedDocument,
  giveRef: GiveRef,
  { maxTokens, start, origin }: { readonly maxTokens: number; readonly start: number; readonly origin: string },
): { tree: JsonObject; frames: readonly FrameTree[]; next: number | undefined } {
  const writer = new TreeWriter(giveRef, maxTokens * 0.85, start, origin);
  const children = writer.items(walked.walk.kids, walked);
  const tree = {
    role: 'RootWebArea',
    name: onePageLine(walked.walk.title, 200),
    url: onePageLine(cutUrl(walked.walk.url), 200),
    children,
    interactive_elements: writer.acting,
  };
  return { tree, frames: writer.frames, next: writer.next };
}

class TreeWriter {
  acting: Json[] = [];
  readonly frames: FrameTree[] = [];
  next: number | undefined;
  readonly #giveRef: GiveRef;
  readonly #start: number;
  readonly #origin: string;
  #tokensLeft: number;
  #index = 0;
  #frames = 0;

  constructor(giveRef: GiveRef, maxTokens: number, start: number, origin: string) {
    this.#giveRef = giveRef;
    this.#origin = origin;
    this.#tokensLeft = maxTokens;
    this.#start = start;
  }

  items(items: readonly WireItem[], walked: WalkedDocument): Json[] {
    const out: Json[] = [];
    for (const item of items) {
      if (this.next !== undefined) break;
      const index = this.#index;
      this.#index += 1;
      const made = typeof item === 'string' ? this.#text(item, index) : this.#node(item, walked, index);
      if (made !== undefined) out.push(made);
    }
    return out;
  }

  #text(text: string, index: number): Json | undefined {
    const clean = onePageLine(text, 2_000);
    if (clean === '' || index < this.#start) return undefined;
    return this.#spend({ role: 'text', name: clean }, index);
  }

  #node(node: WireNode, walked: WalkedDocument, index: number): Json | undefined {
    const ref = node.act === 1 && index >= this.#start ? this.#giveRef(walked.document, node) : undefined;
    const hidden = whyUnseen(node);
    const differs: Readonly<Record<string, true>> = {
      ...(nameDiffers(node) ? { name_differs: true } : {}),
      ...(node.marks?.includes('screen-reader') === true ? { screen_reader: true } : {}),
    };
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
      this.#tokensLeft -= estimateTokens(JSON.stringify(listed));
    }
    const child = walked.frames.get(node);
    const kids = this.items(node.kids ?? [], walked);
    if (typeof child === 'object' && this.#originOf(child) !== this.#originOf(walked)) {
      const foreign = { ...own, origin: onePageLine(this.#originOf(child), 200), frame: this.#foreign(child) };
      return kids.length === 0 ? foreign : { ...foreign, children: kids };
    }
    const children = [...kids, ...(typeof child === 'object' ? this.items(child.walk.kids, child) : [])];
    if (index < this.#start && children.length === 0) return undefined;
    return children.length === 0 ? own : { ...own, children };
  }

  #originOf(walked: WalkedDocument): string {
    return originOfWalk(walked, this.#origin);
  }

  #foreign(child: WalkedDocument): number {
    const frame = (this.#frames += 1);
    const outer = this.acting;
    this.acting = [];
    const children = this.items(child.walk.kids, child);
    const tree = { frame, children, interactive_elements: this.acting };
    if (children.length > 0) this.frames.push({ origin: this.#originOf(child), tree });
    this.acting = outer;
    return frame;
  }

  #spend<T extends Json>(made: T, index: number): T | undefined {
    this.#tokensLeft -= estimateTokens(JSON.stringify(made)) + 6;
    if (this.#tokensLeft > 0) return made;
    this.next = index;
    return undefined;
  }
}
