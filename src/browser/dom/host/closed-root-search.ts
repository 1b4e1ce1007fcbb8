import type { CDPSession } from 'playwright-core';
import type { World } from './world.js';
import { adoptRoots } from './closed-roots.js';

/** Describing more takes longer than anybody waits for a walk. */
const MAX_NODES = 60_000;
const MAX_ROOTS = 500;
const MAX_WORLDS = 100;
const MAX_ROUNDS = 3;

/** The session of the documents that are searched. */
interface Session {
  send<T>(work: Promise<T>): Promise<T>;
  call(world: World, method: string, args: readonly unknown[]): Promise<unknown>;
  worlds(): readonly World[];
}

interface Described {
  readonly backendNodeId: number;
  readonly frameId?: string;
  readonly shadowRootType?: string;
  readonly children?: readonly Described[];
  readonly shadowRoots?: readonly Described[];
  readonly contentDocument?: Described;
}

interface Found {
  readonly frameId: string;
  readonly root: number;
}

/**
 * Finds closed shadow roots, which no script can see from outside, and hands them to the in-page program. Describing a
 * whole page takes long; but the debugger's search for nothing tells at once how many nodes there are, closed roots
 * included. As long as the in-page program counts as many, it knows them all.
 */
export class ClosedRootSearch {
  readonly #cdp: CDPSession;
  readonly #session: Session;
  readonly #rootFrame: () => string;
  #adopted = new Set<string>();
  /** How many nodes are not accounted for in these documents, although every root was handed over. */
  #left = { documents: '', nodes: 0 };
  #running: Promise<boolean> | undefined;

  constructor(cdp: CDPSession, session: Session, rootFrame: () => string) {
    this.#cdp = cdp;
    this.#session = session;
    this.#rootFrame = rootFrame;
  }

  /** True: some were found that the in-page program had not been told of. */
  run(): Promise<boolean> {
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #run(): Promise<boolean> {
    let isNew = false;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const worlds = this.#session.worlds();
      const documents = worlds.map(({ uniqueId }) => uniqueId).join();
      const [all, known] = await Promise.all([this.#count(), this.#countKnown(worlds)]);
      const missing = all - known;
      const expected = this.#left.documents === documents ? this.#left.nodes : 0;
      if (missing === expected || all > MAX_NODES || worlds.length > MAX_WORLDS) return isNew;
      // The page may have changed between the two counts: count once more.
      if (round === 0) continue;
      const adopted = await this.#adopt(worlds);
      isNew ||= adopted;
      if (!adopted) {
        this.#left = { documents, nodes: missing };
        return isNew;
      }
    }
    return isNew;
  }

  async #count(): Promise<number> {
    const { searchId, resultCount } = await this.#session.send(this.#cdp.send('DOM.performSearch', { query: '' }));
    this.#cdp.send('DOM.discardSearchResults', { searchId }).catch(() => undefined);
    return resultCount;
  }

  async #countKnown(worlds: readonly World[]): Promise<number> {
    const counts = await Promise.all(worlds.map((world) => this.#session.call(world, 'countNodes', [])));
    return counts.reduce<number>((sum, count) => sum + Number(count), 0);
  }

  async #adopt(worlds: readonly World[]): Promise<boolean> {
    const top = worlds.find(({ frameId }) => frameId === this.#rootFrame());
    if (top === undefined) return false;
    const { result } = await this.#session.send(
      this.#cdp.send('Runtime.evaluate', { expression: 'document', contextId: top.id }),
    );
    const { objectId } = result;
    if (objectId === undefined) return false;
    const { node } = await this.#session.send(
      this.#cdp.send('DOM.describeNode', { objectId, depth: -1, pierce: true }),
    );
    this.#cdp.send('Runtime.releaseObject', { objectId }).catch(() => undefined);
    const found = closedRootsIn(node, top.frameId).slice(0, MAX_ROOTS);
    const byWorld = worlds.map((world) => {
      const roots = found.filter(({ frameId }) => frameId === world.frameId).map(({ root }) => root);
      const fresh = roots.filter((root) => !this.#adopted.has(`${world.uniqueId}/${root}`));
      return { world, fresh };
    });
    const isNew = byWorld.some(({ fresh }) => fresh.length > 0);
    await Promise.all(
      byWorld.map(async ({ world, fresh }) => {
        if (fresh.length > 0) await adoptRoots(this.#cdp, (work) => this.#session.send(work), world.id, fresh);
      }),
    );
    this.#adopted = new Set(
      byWorld.flatMap(({ world: { uniqueId, frameId } }) =>
        found.filter((one) => one.frameId === frameId).map(({ root }) => `${uniqueId}/${root}`),
      ),
    );
    return isNew;
  }
}

function closedRootsIn(top: Described, topFrame: string): Found[] {
  const found: Found[] = [];
  const open: [Described, string][] = [[top, topFrame]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, frameId] = next;
    for (const root of node.shadowRoots ?? []) {
      if (root.shadowRootType === 'user-agent') continue;
      if (root.shadowRootType === 'closed') found.push({ frameId, root: root.backendNodeId });
      open.push([root, frameId]);
    }
    for (const child of node.children ?? []) open.push([child, frameId]);
    if (node.contentDocument !== undefined) open.push([node.contentDocument, node.frameId ?? frameId]);
  }
  return found;
}
