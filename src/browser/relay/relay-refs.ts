import type { TreeNode } from './read-tree.js';

/** One element as the agent was shown it. */
export interface ShownElement {
  readonly tab: string;
  /** When its own document began: the upstream gives the same refs to the next one. */
  readonly time: number;
  /** The upstream's. */
  readonly ref: string;
  readonly role: string;
  readonly name: string;
}

const MAX_REFS = 50_000;

/**
 * Refs of ours, in place of the upstream's: those begin again with each document, so that an old one would name another
 * element. None of ours is given twice.
 */
export class RelayRefs {
  readonly #byKey = new Map<string, string>();
  readonly #shown = new Map<string, ShownElement>();
  #last = 0;

  refFor(node: TreeNode & { readonly ref: string }, tab: string, time: number): string {
    const shown = { tab, time, ref: node.ref, role: node.role, name: node.name };
    const key = JSON.stringify(shown);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    this.#last += 1;
    const ref = `e${String(this.#last)}`;
    this.#byKey.set(key, ref);
    this.#shown.set(ref, shown);
    this.#dropOldest();
    return ref;
  }

  find(ref: string): ShownElement | undefined {
    return this.#shown.get(ref);
  }

  forgetAll(): void {
    this.#byKey.clear();
    this.#shown.clear();
  }

  #dropOldest(): void {
    if (this.#shown.size <= MAX_REFS) return;
    const [key] = this.#byKey.keys();
    const [ref] = this.#shown.keys();
    if (key !== undefined) this.#byKey.delete(key);
    if (ref !== undefined) this.#shown.delete(ref);
  }
}
