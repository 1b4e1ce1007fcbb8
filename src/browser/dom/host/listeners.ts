import type { CDPSession } from 'playwright-core';

const CLICKS: ReadonlySet<string> = new Set(
  'click mousedown mouseup pointerdown pointerup dblclick touchstart'.split(' '),
);
export const CHANGES: ReadonlySet<string> = new Set(['change', 'input']);
/** Turning a node's id into an element takes as long as describing so many nodes. */
const WORTH = 30;
/** On larger pages only the first listeners are asked for: the rest would take longer than the walk. */
const MAX_DESCRIBED = 5_000;
const MAX_RESOLVED = 100;

interface Described {
  readonly nodeType: number;
  readonly localName: string;
  readonly backendNodeId: number;
  readonly children?: readonly Described[];
}

/** Elements, or places in document order with tags as a check. */
export type ListenerUpdate =
  { readonly objects: readonly string[] } | { readonly places: readonly (readonly [number, string])[] };

/**
 * Which elements a page's script listens on for clicks, or for other events. Isolated worlds cannot see another world's listeners, and asking
 * in the page's own world would run page code; the debugger tells in one call, with node ids.
 */
export class Listeners {
  readonly #cdp: CDPSession;
  readonly #document: string;
  readonly #types: ReadonlySet<string>;
  readonly #known = new Set<number>();

  /**
   * @param page the document as the page's own world has it. Asked of an object of ours, Chromium mixes up the two
   *   worlds' objects, and its renderer dies.
   */
  constructor(cdp: CDPSession, page: string, types = CLICKS) {
    this.#cdp = cdp;
    this.#types = types;
    this.#document = page;
  }

  /** Ids of those that were not known before. */
  async news(): Promise<ReadonlySet<number>> {
    const { listeners } = await this.#cdp.send('DOMDebugger.getEventListeners', {
      objectId: this.#document,
      depth: -1,
      // Without it Chromium tells of the root alone.
      pierce: true,
    });
    const found = new Set<number>();
    for (const { type, backendNodeId } of listeners) {
      if (backendNodeId !== undefined && this.#types.has(type) && !this.#known.has(backendNodeId))
        found.add(backendNodeId);
    }
    for (const id of found) this.#known.add(id);
    return found;
  }

  /** The same for a world of ours, in a document of so many elements. */
  async translate(found: ReadonlySet<number>, size: number, executionContextId: number): Promise<ListenerUpdate> {
    return found.size * WORTH > size && size < MAX_DESCRIBED
      ? { places: await this.#places(found) }
      : { objects: await this.objects(found, executionContextId) };
  }

  /** The elements themselves, the first of them. */
  async objects(found: ReadonlySet<number>, executionContextId: number): Promise<readonly string[]> {
    return this.#objects([...found].slice(0, MAX_RESOLVED), executionContextId);
  }

  async #objects(nodes: readonly number[], executionContextId: number): Promise<readonly string[]> {
    const asked = nodes.map(async (backendNodeId) => {
      // One that has gone meanwhile is of no interest.
      const answer = await this.#cdp
        .send('DOM.resolveNode', { backendNodeId, executionContextId })
        .catch(() => undefined);
      return answer?.object.objectId ?? [];
    });
    return (await Promise.all(asked)).flat();
  }

  async #places(wanted: ReadonlySet<number>): Promise<readonly (readonly [number, string])[]> {
    const { node } = await this.#cdp.send('DOM.describeNode', { objectId: this.#document, depth: -1, pierce: false });
    return placesOf(node, wanted);
  }
}

function placesOf(root: Described, wanted: ReadonlySet<number>): [number, string][] {
  const places: [number, string][] = [];
  let index = -1;
  const open: Described[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.nodeType === 1) {
      index += 1;
      if (wanted.has(node.backendNodeId)) places.push([index, node.localName]);
    }
    const { children = [] } = node;
    for (let i = children.length - 1; i >= 0; i -= 1) {
      const child = children[i];
      if (child !== undefined) open.push(child);
    }
  }
  return places;
}
