import type { CDPSession } from 'playwright-core';

const CLICKS = new Set('click mousedown mouseup pointerdown pointerup dblclick touchstart'.split(' '));
const MOST = 2_000;

interface Described {
  readonly nodeType: number;
  readonly localName: string;
  readonly backendNodeId: number;
  readonly children?: readonly Described[];
}

/**
 * Which elements a page's script listens for clicks on. Isolated worlds cannot see another world's listeners, and asking
 * in the page's own world would run page code; the debugger tells in one call, with node ids that are turned into
 * places in the document.
 */
export class Listeners {
  readonly #cdp: CDPSession;
  readonly #root: string;
  readonly #known = new Set<number>();

  constructor(cdp: CDPSession, root: string) {
    this.#cdp = cdp;
    this.#root = root;
  }

  /** Places, in document order, of elements that were not known to listen, with their tags as a check. */
  async news(): Promise<readonly (readonly [number, string])[]> {
    const { listeners } = await this.#cdp.send('DOMDebugger.getEventListeners', {
      objectId: this.#root,
      depth: -1,
      // Without it Chromium tells of the root alone.
      pierce: true,
    });
    const found = new Set<number>();
    for (const { type, backendNodeId } of listeners) {
      if (backendNodeId !== undefined && CLICKS.has(type) && !this.#known.has(backendNodeId)) found.add(backendNodeId);
    }
    if (found.size === 0 || found.size > MOST) return [];
    for (const id of found) this.#known.add(id);
    const { node } = await this.#cdp.send('DOM.describeNode', { objectId: this.#root, depth: -1, pierce: false });
    return placesOf(node, found);
  }
}

function placesOf(root: Described, wanted: ReadonlySet<number>): [number, string][] {
  const places: [number, string][] = [];
  let index = -1;
  const open: Described[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.nodeType !== 1) continue;
    index += 1;
    if (wanted.has(node.backendNodeId)) places.push([index, node.localName]);
    const { children = [] } = node;
    for (let i = children.length - 1; i >= 0; i -= 1) {
      const child = children[i];
      if (child !== undefined) open.push(child);
    }
  }
  return places;
}
