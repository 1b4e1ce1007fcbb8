import { addCandidate, mayHostRoot } from './closed-root-candidates.js';
import {
  anyShadowRootOf,
  attribute,
  closedText,
  flatParent,
  isElement,
  localName,
  querySelectorAll,
  textContent,
  valueOf,
} from './dom-primordials.js';
import { queryDeep } from './query-deep.js';

const MAX_TEXTS = 2_000;
const MAX_CHARACTERS = 2_000_000;
/** Letters of one value may be in elements side by side. */
const AROUND = 2;
const MAX_AROUND = 5_000;
const MAX_ADDED = 2_000;
const MAX_HOSTS = 200;
const MAX_ELEMENTS = 50_000;
const MAX_FIELDS = 2_000;
const FRAMES = new Set(['iframe', 'frame', 'object', 'embed']);
const CHANGES = { subtree: true, childList: true, characterData: true, attributes: true } as const;

/**
 * What a document may have shown for a moment: every text that a script puts in, in the document and in shadow roots,
 * every attribute that changes with the text under it, and every value that a field has. Observers run after each script
 * and before the next, so that a text that stands for one frame is noted too.
 */
export class TextWatch {
  readonly #texts = new Set<string>();
  readonly #roots = new WeakSet<Node>();
  readonly #values = new Map<Element, string | undefined>();
  /** Elements that came and may have a closed root, which only the debugger can tell. */
  readonly #hosts = new Set<Element>();
  readonly #observer = new MutationObserver((records) => {
    this.#note(records);
  });
  #characters = 0;
  #isTooMuch = false;

  constructor() {
    this.#observe(document);
    for (const element of queryDeep('*', MAX_ELEMENTS)) {
      const root = anyShadowRootOf(element);
      if (root !== null) this.#observe(root);
      else if (mayHostRoot(element)) addCandidate(element);
    }
    for (const field of this.#fields()) this.#values.set(field, valueOf(field));
  }

  #observe(root: Node): void {
    this.#roots.add(root);
    this.#observer.observe(root, CHANGES);
  }

  #fields(): Element[] {
    return queryDeep('input, textarea', MAX_FIELDS);
  }

  /** Reads what no MutationObserver reports: field values, and shadow roots attached to elements that were there. */
  readValues(): void {
    for (const field of this.#fields()) {
      const value = valueOf(field);
      if (this.#values.get(field) === value) continue;
      this.#values.set(field, value);
      this.#add(value);
    }
    for (const element of queryDeep('*', MAX_ELEMENTS)) this.#watchElement(element);
  }

  /** A root that came meanwhile: what it holds is new. */
  #watchElement(element: Element): void {
    const root = anyShadowRootOf(element);
    if (root === null || this.#roots.has(root)) return;
    this.#observe(root);
    this.#add(textContent(root));
  }

  #note(records: readonly MutationRecord[]): void {
    for (const { type, target, attributeName, addedNodes } of records) {
      if (this.#isTooMuch) return;
      if (type === 'attributes') {
        if (isElement(target) && attributeName !== null) this.#add(attribute(target, attributeName));
        this.#add(textContent(target));
      } else this.#add(type === 'characterData' ? textContent(target) : '');
      for (const node of addedNodes) this.#came(node);
      this.#addAround(target);
    }
  }

  #came(node: Node): void {
    this.#add(textContent(node));
    if (!isElement(node)) return;
    const inside = querySelectorAll(node, '*');
    if (inside.length > MAX_ADDED) this.#isTooMuch = true;
    for (const element of [node, ...inside].slice(0, MAX_ADDED)) {
      // The document of a new frame is not watched.
      if (FRAMES.has(localName(element))) this.#isTooMuch = true;
      this.#watchElement(element);
      if (mayHostRoot(element)) this.#hosts.add(element);
    }
    if (this.#hosts.size > MAX_HOSTS) this.#isTooMuch = true;
  }

  #addAround(target: Node): void {
    let up: Node | null = target;
    for (let level = 0; up !== null && level <= AROUND; level += 1) {
      const text = textContent(up) ?? '';
      if (text.length <= MAX_AROUND) this.#add(text);
      up = flatParent(up);
    }
  }

  #add(text: string | null | undefined): void {
    const trimmed = text?.trim() ?? '';
    if (trimmed === '' || this.#isTooMuch || this.#texts.has(trimmed)) return;
    this.#characters += trimmed.length;
    if (this.#texts.size >= MAX_TEXTS || this.#characters > MAX_CHARACTERS) this.#isTooMuch = true;
    else this.#texts.add(trimmed);
  }

  /** Null: more than can be told. Asked again when the closed roots of what came are known. */
  texts(): string[] | null {
    this.#note(this.#observer.takeRecords());
    this.readValues();
    for (const host of this.#hosts) {
      addCandidate(host);
      this.#add(closedText(host));
    }
    return this.#isTooMuch ? null : [...this.#texts];
  }

  stop(): void {
    this.#observer.disconnect();
  }
}
