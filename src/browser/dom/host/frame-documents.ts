import type { BrowserContext, Frame, Page } from 'playwright-core';
import { Failure } from '../../../core/index.js';
import type { PageSecrets } from '../../../core/index.js';
import { newCdpSession } from '../../cdp/page-cdp-session.js';
import type { Pixels } from '../../png.js';
import type { LearnHeld } from './learn-before-navigation.js';
import { DocumentGone, FrameSession, type World } from './frame-session.js';
import type { RefBook } from './ref-book.js';
import { failWhenLate } from './answer-deadline.js';
import { framesIn, MAX_FRAMES } from './frames-in-walk.js';
import type { WireWalk } from './wire.js';

/** One document in one frame, and the iframe element that holds it. */
export interface FrameDocument {
  readonly id: string;
  readonly frameId: string;
  readonly session: FrameSession;
  readonly world: World;
  readonly parent: { readonly document: FrameDocument; readonly node: number } | undefined;
}

/** Our world in one document, and who speaks to it. */
export interface FrameWorld {
  readonly session: FrameSession;
  readonly world: World;
}

export interface FrameDocumentsParts {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly refs: RefBook;
  readonly secrets: PageSecrets;
}

const ATTACH_MILLISECONDS = 3_000;
const KNOWN_MILLISECONDS = 300;

const learnInto =
  (secrets: PageSecrets): LearnHeld =>
  ({ values, origin }) => {
    secrets.learn(values, origin);
  };

/** All documents of one tab, in-process frames and those with a process of their own. */
export class FrameDocuments {
  readonly #page: Page;
  readonly #context: BrowserContext;
  readonly #refs: RefBook;
  readonly #main: FrameSession;
  readonly #own = new Map<Frame, Promise<FrameSession | undefined>>();
  /** Frames with a process of their own that did not answer. */
  readonly #silent = new WeakSet<Frame>();
  readonly #ids = new Map<string, string>();
  readonly #inside = new Map<string, string>();

  /** What pages hold is learned here, and what they show is compared through it. */
  readonly secrets: PageSecrets;

  static async open(parts: FrameDocumentsParts): Promise<FrameDocuments> {
    const attached = await failWhenLate(ATTACH_MILLISECONDS, newCdpSession(parts.page, parts.context));
    const main = new FrameSession(attached, learnInto(parts.secrets));
    await main.start();
    return new FrameDocuments(parts, main);
  }

  private constructor({ page, context, refs, secrets }: FrameDocumentsParts, main: FrameSession) {
    this.#page = page;
    this.#context = context;
    this.#refs = refs;
    this.secrets = secrets;
    this.#main = main;
    main.prefetch.onTaken = (walk) => void this.#prepareFrames(walk).catch(() => undefined);
    page.on('framenavigated', this.#onNavigated);
    page.on('framedetached', this.#onDetached);
    for (const frame of page.frames()) this.#onNavigated(frame);
  }

  /** A frame that may have its own process is attached to ahead of time, so that a snapshot need not wait for it. */
  readonly #onNavigated = (frame: Frame): void => {
    this.#own.delete(frame);
    if (frame.parentFrame() === null) return;
    if (originOf(frame.url()) !== originOf(frame.parentFrame()?.url() ?? '')) void this.#attach(frame);
  };

  readonly #onDetached = (frame: Frame): void => {
    this.#own.delete(frame);
  };

  #attach(frame: Frame): Promise<FrameSession | undefined> {
    const known = this.#own.get(frame);
    if (known !== undefined) return known;
    const attached = this.#tryAttach(frame);
    this.#own.set(frame, attached);
    return attached;
  }

  /** Fails for a frame that lives in its parent's process: that one is seen through the parent's session. */
  async #tryAttach(frame: Frame): Promise<FrameSession | undefined> {
    try {
      const attached = await failWhenLate(ATTACH_MILLISECONDS, this.#context.newCDPSession(frame));
      const session = new FrameSession(attached, learnInto(this.secrets));
      await session.start();
      this.#silent.delete(frame);
      return session;
    } catch (error) {
      if (error instanceof Failure && error.code === 'call.deadline') {
        this.#silent.add(frame);
        this.#own.delete(frame);
      }
      return undefined;
    }
  }

  async top(): Promise<FrameDocument> {
    return this.#document(this.#main, this.#main.rootFrame, undefined);
  }

  /** The tab's viewport as it is painted. */
  picture(): Promise<Pixels | undefined> {
    return this.#main.picture();
  }

  /** The width of the tab's viewport. */
  viewport(): Promise<{ readonly width: number }> {
    return this.#main.viewport();
  }

  /** The document inside an iframe element; undefined when there is none that can be reached. */
  async child(parent: FrameDocument, node: number): Promise<FrameDocument | undefined> {
    const key = `${parent.id}/${node}`;
    const frameId = this.#inside.get(key) ?? (await parent.session.frameInside(parent.world, node));
    if (frameId === undefined) return undefined;
    this.#inside.set(key, frameId);
    const session = await this.#sessionOf(frameId, parent.session);
    try {
      return await this.#document(session, frameId, { document: parent, node });
    } catch (error) {
      if (!(error instanceof DocumentGone)) throw error;
      this.#inside.delete(key);
      return undefined;
    }
  }

  /** Which documents the frames of a page hold is found out before anybody asks. */
  async #prepareFrames(walk: WireWalk): Promise<void> {
    const top = await this.top();
    const frames = framesIn(walk).slice(0, MAX_FRAMES);
    await Promise.all(
      frames.map(async ({ n, hidden }) => {
        if (n === undefined || hidden !== undefined) return;
        const inside = await this.child(top, n);
        inside?.session.prefetchListeners(inside.world);
      }),
    );
  }

  /** Of all frames that have a process of their own, also those that nobody finds in the page. */
  async everySession(): Promise<FrameSession[]> {
    const children = this.#page.frames().filter((frame) => frame.parentFrame() !== null);
    const foreign = children.filter((frame) => originOf(frame.url()) !== originOf(this.#page.url()));
    const sessions = await Promise.all(foreign.map((frame) => this.#attach(frame)));
    return sessions.filter((session) => session !== undefined);
  }

  /** Of every document that is known, without waiting for frames that do not answer. */
  async everyWorld(): Promise<readonly FrameWorld[]> {
    const attached = await failWhenLate(KNOWN_MILLISECONDS, Promise.all(this.#own.values())).catch(() => []);
    const sessions = [this.#main, ...attached].filter((session) => session !== undefined);
    return sessions.flatMap((session) => session.worlds().map((world) => ({ session, world })));
  }

  async #sessionOf(frameId: string, near: FrameSession): Promise<FrameSession> {
    if (near.knows(frameId)) return near;
    if (this.#main.knows(frameId)) return this.#main;
    const children = this.#page.frames().filter((frame) => frame.parentFrame() !== null);
    const sessions = await Promise.all(children.map((frame) => this.#attach(frame)));
    const found =
      sessions.find((session) => session?.rootFrame === frameId) ??
      sessions.find((session) => session?.knows(frameId) === true);
    if (found === undefined && children.some((frame) => this.#silent.has(frame))) throw new Failure('call.deadline');
    return found ?? near;
  }

  async #document(session: FrameSession, frameId: string, parent: FrameDocument['parent']): Promise<FrameDocument> {
    const world = await session.world(frameId);
    let id = this.#ids.get(world.uniqueId);
    if (id === undefined) {
      id = this.#refs.nextDocument();
      this.#ids.set(world.uniqueId, id);
    }
    return { id, frameId, session, world, parent };
  }

  /** Playwright's object for a document's frame: its own session's, else by position among the siblings. */
  async frameOf(document: FrameDocument): Promise<Frame> {
    if (document.parent === undefined) return this.#page.mainFrame();
    for (const [frame, attached] of this.#own) {
      const session = await attached;
      if (session !== undefined && session === document.session && session.rootFrame === document.frameId) return frame;
    }
    const outer = await this.frameOf(document.parent.document);
    const local = await document.session.localFrames();
    const siblings = local.filter(({ parentId }) => parentId === document.parent?.document.frameId);
    const own = await Promise.all(
      outer.childFrames().map(async (frame) => ({ frame, session: await this.#own.get(frame) })),
    );
    const candidates = own.filter(({ session }) => session === undefined).map(({ frame }) => frame);
    const found = candidates[siblings.findIndex(({ id }) => id === document.frameId)] ?? candidates[0];
    if (found === undefined) throw new Failure('browser.stale-ref', 'its frame is gone');
    return found;
  }

  dispose(): void {
    this.#page.off('framenavigated', this.#onNavigated);
    this.#page.off('framedetached', this.#onDetached);
    void this.#main.detach();
    for (const attached of this.#own.values()) void attached.then((session) => session?.detach());
  }
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null';
}
