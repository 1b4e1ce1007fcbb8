import type { CDPSession } from 'playwright-core';
import { CHANGES, Listeners } from './listeners.js';
import type { World } from './world.js';

const ADD_LISTENERS = 'function(...elements){gatewright.addListeners(...elements)}';
const ADD_CHANGE_LISTENERS = 'function(...elements){gatewright.addChangeListeners(...elements)}';

/** The session of the documents that are told. */
interface Session {
  send<T>(work: Promise<T>): Promise<T>;
  call(world: World, method: string, args: readonly unknown[]): Promise<unknown>;
}

interface Both {
  readonly clicks: Listeners;
  readonly changes: Listeners;
}

/** What page script listens on, told to the in-page program of each document of a session. */
export class ListenerRequests {
  readonly #cdp: CDPSession;
  readonly #session: Session;
  readonly #pageOf: (frameId: string) => number | undefined;
  readonly #known = new Map<string, Promise<Both | undefined>>();
  readonly #hearing = new WeakMap<World, Promise<boolean>>();

  /** @param pageOf the page's own world of a frame. */
  constructor(cdp: CDPSession, session: Session, pageOf: (frameId: string) => number | undefined) {
    this.#cdp = cdp;
    this.#session = session;
    this.#pageOf = pageOf;
  }

  begin(world: World): void {
    void this.#of(world).catch(() => undefined);
  }

  forget(worldId: string): void {
    this.#known.delete(worldId);
  }

  forgetAll(): void {
    this.#known.clear();
  }

  /** True: there were some that it had not been told of. One at a time: what one finds, the next takes for told. */
  update(world: World): Promise<boolean> {
    const before = this.#hearing.get(world) ?? Promise.resolve(false);
    const hearing = before.catch(() => false).then(() => this.#update(world));
    this.#hearing.set(world, hearing);
    return hearing;
  }

  async #update(world: World): Promise<boolean> {
    const session = this.#session;
    const listeners = (await this.#of(world))?.clicks;
    const found = await session.send(listeners?.news() ?? Promise.resolve(new Set<number>()));
    if (listeners === undefined || found.size === 0) return false;
    // Those with a handler written in their start tag are seen by the in-page program itself.
    const handlers = await session.call(world, 'addHandlers', [found.size]);
    if (handlers === 'new' || handlers === 'known') return handlers === 'new';
    const listening = await session.send(listeners.translate(found, Number(handlers), world.id));
    if ('places' in listening) await session.call(world, 'addListenerPaths', [listening.places]);
    else await this.#tell(world, ADD_LISTENERS, listening.objects);
    return true;
  }

  async updateChanges(world: World): Promise<void> {
    const session = this.#session;
    const listeners = (await this.#of(world))?.changes;
    const found = await session.send(listeners?.news() ?? Promise.resolve(new Set<number>()));
    if (listeners === undefined || found.size === 0) return;
    await this.#tell(world, ADD_CHANGE_LISTENERS, await session.send(listeners.objects(found, world.id)));
  }

  async #tell(world: World, functionDeclaration: string, objects: readonly string[]): Promise<void> {
    await this.#session.send(
      this.#cdp.send('Runtime.callFunctionOn', {
        functionDeclaration,
        executionContextId: world.id,
        arguments: objects.map((objectId) => ({ objectId })),
      }),
    );
  }

  #of(world: World): Promise<Both | undefined> {
    const asked = this.#known.get(world.uniqueId) ?? this.#start(world);
    this.#known.set(world.uniqueId, asked);
    return asked;
  }

  async #start({ frameId }: World): Promise<Both | undefined> {
    const contextId = this.#pageOf(frameId);
    if (contextId === undefined) return undefined;
    // No page can put something else in this name's place.
    const { result } = await this.#session.send(
      this.#cdp.send('Runtime.evaluate', { expression: 'document', contextId }),
    );
    const { objectId } = result;
    if (objectId === undefined) return undefined;
    return { clicks: new Listeners(this.#cdp, objectId), changes: new Listeners(this.#cdp, objectId, CHANGES) };
  }
}
