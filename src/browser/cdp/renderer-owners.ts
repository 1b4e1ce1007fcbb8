import { numberOf, textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';
import type { ContextOwner } from './context-owner.js';

/**
 * Whose each renderer is. Chromium never shares one between two contexts, and Blink begins the id of every request that
 * a document makes with the number of its process: what pages load tells it. A page cannot choose these ids.
 */
export class RendererOwners {
  readonly #owners = new Map<number, ContextOwner>();

  /** `Network.requestWillBeSent`. A document's own request has the id of its loader, which the browser chose. */
  onEvent(owner: ContextOwner | undefined, params: Fields): void {
    if (owner !== undefined) this.learn(owner, textOf(params, 'requestId'));
  }

  /** `id` is one that a renderer made: its number, a dot, and a count. */
  learn(owner: ContextOwner, id: string | undefined): void {
    const pid = Number(/^(\d{1,10})\.\d+$/u.exec(id ?? '')?.[1]);
    if (pid > 0) this.#owners.set(pid, owner);
  }

  of(pid: number): ContextOwner | undefined {
    return this.#owners.get(pid);
  }

  /** Only these still run: the number of another may come to mean somebody else's. */
  keepOnly(pids: ReadonlySet<number>): void {
    for (const pid of this.#owners.keys()) if (!pids.has(pid)) this.#owners.delete(pid);
  }
}

/** Something that answers a DevTools command on a page's own line. */
interface AskedPage {
  readonly owner: ContextOwner;
  call(method: string, params: Fields): Promise<Fields>;
}

/** Asks a page for an id of its renderer's making, for one that loads nothing. One that is busy does not answer. */
export async function askRenderer(page: AskedPage, owners: RendererOwners): Promise<void> {
  try {
    await page.call('DOM.enable', {});
    const found = await page.call('DOM.performSearch', { query: 'gatewright-whose-renderer' });
    owners.learn(page.owner, textOf(found, 'searchId'));
  } catch {
    // The page is gone, or shows no document yet.
  } finally {
    page.call('DOM.disable', {}).catch(() => undefined);
  }
}

/** Where no process can be looked at: what the page's scripts hold, by its own account. One that is busy does not answer. */
export async function heapBytes(page: AskedPage): Promise<number> {
  const heap = await page.call('Runtime.getHeapUsage', {}).catch(() => ({}));
  const parts = ['totalSize', 'embedderHeapUsedSize', 'backingStorageSize'];
  return parts.reduce((sum, part) => sum + (numberOf(heap, part) ?? 0), 0);
}
