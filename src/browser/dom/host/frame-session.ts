import type { CDPSession } from 'playwright-core';
import { Failure } from '../../../core/index.js';
import { isFields, type Fields } from '../../cdp/message-fields.js';
import { decodePng, type Pixels } from '../../png.js';
import { CALL_MILLISECONDS, failWhenLate } from './answer-deadline.js';
import { ListenerRequests } from './listener-requests.js';
import { WalkPrefetch } from './walk-prefetch.js';
import { ClosedRootSearch } from './closed-root-search.js';
import { handNodes, probe } from './closed-roots.js';
import { IN_PAGE_SOURCE } from './in-page-source.generated.js';
import { PAINTED_STYLES } from './painted-styles.js';
import { FrameFiles } from './frame-files.js';
import { FrameScripts } from './run-script.js';
import { learnPayload, type LearnHeld } from './learn-before-navigation.js';
import { flatten, type FrameEntry } from './frame-tree.js';
import type { World } from './world.js';
import type { WalkOptions } from './wire.js';

export type { World } from './world.js';

export const WORLD = 'gatewright';
/** Bound in our world alone: no page can call it. */
const LEAVING = 'gatewrightLeaving';
const CALL = 'function(method,args){return gatewright.call(method,args)}';
const HOLD = 'function(...nodes){gatewright.holdHidden(...nodes)}';
const PICTURE_MILLISECONDS = 1_500;

function falseUnlessLate(error: unknown): false {
  if (error instanceof Failure && error.code === 'call.deadline') throw error;
  return false;
}

/** The document that was asked is no longer there. */
export class DocumentGone extends Error {}

/** One CDP session: a page, or a frame that lives in a process of its own; and our world in each of its documents. */
export class FrameSession {
  readonly #cdp: CDPSession;
  readonly #worlds = new Map<string, World>();
  /** The pages' own worlds, by frame. */
  readonly #pages = new Map<string, number>();
  readonly #listening: ListenerRequests;
  readonly #closedRoots: ClosedRootSearch;
  readonly scripts: FrameScripts;
  readonly files: FrameFiles;
  readonly prefetch: WalkPrefetch;
  rootFrame = '';

  constructor(cdp: CDPSession, learn: LearnHeld) {
    this.#cdp = cdp;
    cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === LEAVING) learnPayload(payload, learn);
    });
    this.prefetch = new WalkPrefetch(this);
    const pageWorld = (frameId: string): number | undefined => this.#pages.get(frameId);
    this.#listening = new ListenerRequests(cdp, this, pageWorld);
    this.#closedRoots = new ClosedRootSearch(cdp, this, () => this.rootFrame);
    this.scripts = new FrameScripts(cdp, this, pageWorld);
    this.files = new FrameFiles(cdp, this);
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId, isDefault }: Fields = isFields(context.auxData) ? context.auxData : {};
      if (typeof frameId !== 'string') return;
      if (isDefault === true) this.#pages.set(frameId, context.id);
      else if (context.name === WORLD)
        this.#worlds.set(frameId, { id: context.id, uniqueId: context.uniqueId, frameId });
    });
    cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      for (const [frame, { id, uniqueId }] of this.#worlds) {
        if (id !== executionContextId) continue;
        this.#worlds.delete(frame);
        this.#listening.forget(uniqueId);
      }
    });
    cdp.on('Page.domContentEventFired', () => {
      // Click listeners are read before the load event, which saves a step of the walk that follows it.
      const world = this.#worlds.get(this.rootFrame);
      if (world !== undefined) this.#listening.begin(world);
    });
    cdp.on('Page.loadEventFired', () => {
      const world = this.#worlds.get(this.rootFrame);
      if (world !== undefined) this.prefetch.begin(world);
    });
    cdp.on('Runtime.executionContextsCleared', () => {
      this.#worlds.clear();
      this.#pages.clear();
      this.#listening.forgetAll();
    });
  }

  async start(): Promise<void> {
    // All at once, in this order: without Page.enable scripts for new documents are kept, but not run.
    const [{ frameTree }] = await Promise.all([
      this.send(this.#cdp.send('Page.getFrameTree')),
      this.send(this.#cdp.send('Page.enable')),
      this.send(this.#cdp.send('DOM.enable')),
      this.send(this.#cdp.send('Runtime.enable')),
      this.send(this.#cdp.send('Runtime.addBinding', { name: LEAVING, executionContextName: WORLD })),
      this.send(
        this.#cdp.send('Page.addScriptToEvaluateOnNewDocument', {
          source: IN_PAGE_SOURCE,
          worldName: WORLD,
          runImmediately: true,
        }),
      ),
    ]);
    this.rootFrame = frameTree.frame.id;
  }

  knows(frameId: string): boolean {
    return this.#worlds.has(frameId);
  }

  /** Of every document that this session has. */
  worlds(): readonly World[] {
    return [...this.#worlds.values()];
  }

  async world(frameId: string): Promise<World> {
    const known = this.#worlds.get(frameId);
    if (known !== undefined) return known;
    await this.send(this.#cdp.send('Page.createIsolatedWorld', { frameId, worldName: WORLD }));
    const made = this.#worlds.get(frameId);
    if (made === undefined) throw new DocumentGone();
    return made;
  }

  /** Calls one method of the in-page program; the answer is JSON that it made. */
  async call(
    world: World,
    method: string,
    args: readonly unknown[],
    milliseconds = CALL_MILLISECONDS,
  ): Promise<unknown> {
    const run = (): ReturnType<typeof this.evaluate> => this.evaluate(world, method, args, milliseconds);
    let answer = await run();
    if (answer === undefined) {
      await this.send(this.#cdp.send('Runtime.evaluate', { expression: IN_PAGE_SOURCE, contextId: world.id }));
      answer = await run();
    }
    if (answer === undefined) throw new DocumentGone();
    return JSON.parse(answer);
  }

  /** The same for what depends on closed shadow roots: those on its way are opened to the in-page program first. */
  async probe(
    world: World,
    method: string,
    args: readonly unknown[],
    milliseconds = CALL_MILLISECONDS,
  ): Promise<unknown> {
    const send = <T>(work: Promise<T>): Promise<T> => this.send(work, milliseconds);
    const run = (): Promise<string | undefined> => probe(this.#cdp, send, world.id, method, args);
    let answer = await run();
    if (answer === undefined) {
      // An ordinary call puts the program in where it is not there yet.
      await this.call(world, 'scroll', [], milliseconds);
      answer = await run();
    }
    if (answer === undefined) throw new DocumentGone();
    return JSON.parse(answer);
  }

  /** Undefined: our program is not there yet. */
  private async evaluate(
    world: World,
    method: string,
    args: readonly unknown[],
    milliseconds: number,
  ): Promise<string | undefined> {
    const { result, exceptionDetails } = await this.send(
      this.#cdp.send('Runtime.callFunctionOn', {
        functionDeclaration: CALL,
        executionContextId: world.id,
        arguments: [{ value: method }, { value: JSON.stringify(args) }],
        returnByValue: true,
        awaitPromise: true,
      }),
      milliseconds,
    );
    const value: unknown = result.value;
    if (exceptionDetails === undefined && typeof value === 'string') return value;
    const said = exceptionDetails?.exception?.description ?? '';
    if (said.startsWith('ReferenceError')) return undefined;
    throw new Failure('internal.fault', 'the in-page program failed', undefined, new Error(said));
  }

  walk(world: World, asked: WalkOptions, milliseconds: number): Promise<unknown> {
    return this.call(world, 'walk', [asked], milliseconds);
  }

  /** The viewport as it is painted; undefined when there is none in time. Only a page's own session has one. */
  async picture(): Promise<Pixels | undefined> {
    try {
      const taken = this.#cdp.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
      const { data } = await this.send(taken, PICTURE_MILLISECONDS);
      return decodePng(Buffer.from(data, 'base64'));
    } catch {
      return undefined;
    }
  }

  async viewport(): Promise<{ readonly width: number }> {
    const { cssVisualViewport } = await this.send(this.#cdp.send('Page.getLayoutMetrics'));
    return { width: cssVisualViewport.clientWidth };
  }

  /**
   * Tells the in-page program which elements the page's script listens for clicks on, and of closed shadow roots; true:
   * some were new to it. A page about which this cannot be known is looked at all the same, unless it does not answer
   * at all.
   */
  async updateListeners(world: World): Promise<boolean> {
    const found = await Promise.all([
      this.#listening.update(world).catch(falseUnlessLate),
      // Of all its documents at once.
      world.frameId === this.rootFrame && this.findClosedRoots(),
    ]);
    return found.includes(true);
  }

  /** True: some were new to the in-page program. */
  findClosedRoots(): Promise<boolean> {
    return this.#closedRoots.run().catch(falseUnlessLate);
  }

  /** So that whoever asks next need not wait. */
  prefetchListeners(world: World): void {
    this.#listening.begin(world);
  }

  /** The same for selects whose changes it listens for. */
  updateChangeListeners(world: World): Promise<void> {
    return this.#listening.updateChanges(world);
  }

  /** The frame that an iframe element holds. */
  async frameInside(world: World, node: number): Promise<string | undefined> {
    const objectId = await this.#objectOf(world, node);
    if (objectId === undefined) return undefined;
    const { node: described } = await this.send(this.#cdp.send('DOM.describeNode', { objectId }));
    this.#cdp.send('Runtime.releaseObject', { objectId }).catch(() => undefined);
    return described.frameId;
  }

  /** The debugger's handle on an element; whoever asked for it releases it. */
  async elementObject(world: World, node: number): Promise<string> {
    const objectId = await this.#objectOf(world, node);
    if (objectId === undefined) throw new DocumentGone();
    return objectId;
  }

  async #objectOf(world: World, node: number): Promise<string | undefined> {
    const { result } = await this.send(
      this.#cdp.send('Runtime.evaluate', { expression: `gatewright.element(${node})`, contextId: world.id }),
    );
    return result.objectId;
  }

  /** What is painted, with all text of its frames and where it is. */
  captureLayout() {
    return this.send(this.#cdp.send('DOMSnapshot.captureSnapshot', { computedStyles: [...PAINTED_STYLES] }));
  }

  /** Tells the in-page program of texts, by the debugger's ids. */
  async holdHidden(world: World, texts: readonly number[]): Promise<void> {
    await handNodes(this.#cdp, (work) => this.send(work), world.id, HOLD, texts);
  }

  async localFrames(): Promise<readonly FrameEntry[]> {
    const { frameTree } = await this.send(this.#cdp.send('Page.getFrameTree'));
    return flatten(frameTree);
  }

  async detach(): Promise<void> {
    await this.#cdp.detach().catch(() => undefined);
  }

  async send<T>(work: Promise<T>, milliseconds = CALL_MILLISECONDS): Promise<T> {
    try {
      return await failWhenLate(milliseconds, work);
    } catch (error) {
      if (error instanceof Failure) throw error;
      const said = error instanceof Error ? error.message : '';
      if (/context|No frame|Frame with the given id|navigated|detached/iu.test(said)) throw new DocumentGone(said);
      if (/crashed|closed/iu.test(said)) throw new Failure('browser.crashed', undefined, undefined, error);
      throw error;
    }
  }
}
